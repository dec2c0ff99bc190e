"""Why a certificate is not believed: it is none, or it proves nothing."""

from rookery.models.errors import BadInput, RookeryError


class NoCertificate(BadInput):
    """A file that holds no certificate that this version can read."""


class Refused(RookeryError):
    """A certificate that does not prove its claim: at which place, and why."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place, self.reason = place, reason
