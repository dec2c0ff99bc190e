"""Evidence for answers: whichever backend answered, the cheapest that proves what it says."""

from rookery.backends.evidence.certifying.certify import Uncertified, certify, certify_answer, certify_claim, check_kind

__all__ = ["Uncertified", "certify", "certify_answer", "certify_claim", "check_kind"]
