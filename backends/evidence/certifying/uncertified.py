"""Why there is no certificate of an answer."""

from rookery.models import RookeryError


class Uncertified(RookeryError):
    """No evidence is known for an answer, so there is no certificate of it."""
