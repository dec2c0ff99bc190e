"""Evidence for answers: whichever backend answered, the cheapest that proves what it says."""

from rookery.backends.certifying.certify import Uncertified, certify, certify_answer

__all__ = ["Uncertified", "certify", "certify_answer"]
