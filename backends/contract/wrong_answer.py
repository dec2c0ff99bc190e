"""The error for an answer that cannot be right."""

from rookery.models import Placement, RookeryError


class WrongAnswer(RookeryError):
    """A backend said what a referee refuses; `placement` is the witness where there is one."""

    def __init__(self, message: str, placement: Placement | None = None) -> None:
        super().__init__(message)
        self.placement = placement
