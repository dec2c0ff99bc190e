"""Time spent before a run begins: starting the command, importing our own modules, reading files.

Code that spends such time records it; the next run adds it to its times.
"""

from time import perf_counter

_noted: list[tuple[float, float]] = []  # when each began, and its seconds


def note_since(began: float, less: float = 0.0) -> None:
    """Note the time since a moment, by `perf_counter`, without `less` seconds; it holds all that was noted since."""
    _noted[:] = [each for each in _noted if each[0] < began]
    _noted.append((began, max(0.0, perf_counter() - began - less)))


def take_noted() -> float:
    """The seconds that were noted, which are then forgotten."""
    seconds = sum(spent for _, spent in _noted)
    _noted.clear()
    return seconds
