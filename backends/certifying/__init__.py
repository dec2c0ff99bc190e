"""Evidence for answers: whichever backend answered, the cheapest that proves what it says."""

from rookery.backends.certifying.certify import certify, certify_answer, certify_claim, check_kind
from rookery.certificates.claim import Uncertified

__all__ = ["Uncertified", "certify", "certify_answer", "certify_claim", "check_kind"]
