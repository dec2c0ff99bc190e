"""WHAT is proven: claims that come with evidence, and the checkers that need no solver."""

from rookery.certificates.certificate import Certificate, Evidence
from rookery.certificates.checking import Verification, verify
from rookery.certificates.claim import ProblemClaim
from rookery.certificates.refusals import NoCertificate, Refused

__all__ = ["Certificate", "ProblemClaim", "Evidence", "NoCertificate", "Refused", "Verification", "verify"]
