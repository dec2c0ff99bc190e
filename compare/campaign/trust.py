"""Trust: which of the code that a campaign names may be run; nothing of the rest is even imported."""

from collections.abc import Callable

from rookery.models import BadInput

Trust = Callable[[str], bool]  # asked for a place: `file.py:Class` with the whole path, or `module:Class`


class Untrusted(BadInput):
    """A campaign names code that nobody agreed to run."""

    def __init__(self, use: str, place: str = "") -> None:
        where = f"{place}: " if place else ""
        super().__init__(f"{where}{use} is code that this campaign brings along; --trust-peers runs it")


def trust(use: str) -> bool:
    """Agree to run whatever code a campaign names."""
    return True


def distrust(use: str) -> bool:
    """Agree to run no code that a campaign names."""
    return False
