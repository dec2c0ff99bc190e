"""The proofs: claims that come with evidence, and the checkers that need no solver."""

from rookery.certificates.certificate import Certificate, Evidence, Lrat, Packing, Tree
from rookery.certificates.claim import Claim, NoCertificate, Refused
from rookery.certificates.verify import Verification, verify

__all__ = [
    "Certificate",
    "Claim",
    "Evidence",
    "Lrat",
    "NoCertificate",
    "Packing",
    "Refused",
    "Tree",
    "Verification",
    "verify",
]
