"""The proofs: claims that come with evidence, and the checkers that need no solver."""

from rookery.certificates.certificate import Certificate, Evidence
from rookery.certificates.checking import Verification, verify
from rookery.certificates.claim import NoCertificate, ProblemClaim, Refused

__all__ = ["Certificate", "ProblemClaim", "Evidence", "NoCertificate", "Refused", "Verification", "verify"]
