"""The error of an answer without a certificate."""

from rookery.models import RookeryError


class Uncertified(RookeryError):
    """No evidence of reasonable size is known for an answer, so there is no certificate of it."""
