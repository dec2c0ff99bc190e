"""WHAT is proven: claims that come with evidence, and the checkers that need no solver."""

from rookery.certificates.certificate import Certificate, Evidence
from rookery.certificates.checking import Verdict, verify
from rookery.certificates.claim import Claim
from rookery.certificates.refusals import NoCertificate, Refused

__all__ = ["Certificate", "Claim", "Evidence", "NoCertificate", "Refused", "Verdict", "verify"]
