"""Certificates of answers: the cheapest evidence for a claim, whichever backend answered."""

from rookery.backends.certifying.certify import certify, certify_answer, certify_claim, check_kind
from rookery.certificates.claim import Uncertified

__all__ = ["Uncertified", "certify", "certify_answer", "certify_claim", "check_kind"]
