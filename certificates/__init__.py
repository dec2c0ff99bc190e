"""Certificates: claims with evidence, and checkers that need no solver.

Read `certificate` (the file), `claim` (the theorem to prove) and `verify` (the steps of a check) first, then the
checker of each kind of evidence: `packing`; `covering`, `tree` and `tree_kernel`; `lrat`. `picture` draws packings.
"""

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
