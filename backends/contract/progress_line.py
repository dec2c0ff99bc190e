"""How far a search is, in a line: its task, the share that is done, nodes a second, and how long the rest may take."""

from collections.abc import Callable
from time import monotonic

from rookery.backends.contract.progress import Progress

WORTH_GUESSING = 2.0  # seconds of a task after which its rest is guessed
SCALES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


class SearchProgress:
    """Turns what a backend tells into a line; the last news of the run stands before it."""

    def __init__(self, show: Callable[[str], None], clock: Callable[[], float] = monotonic) -> None:
        self._show, self._clock = show, clock
        self._news, self._task = "", ""
        self._began, self._nodes, self._done = 0.0, 0, 0.0

    def news(self, text: str) -> None:
        """Show what was found, and keep it in view."""
        self._news = text
        self._show(text)

    def __call__(self, progress: Progress) -> None:
        """Show how far a search is; its speed is measured from the first report of its task."""
        if progress.task != self._task:
            self._task, self._began = progress.task, self._clock()
            self._nodes, self._done = progress.nodes, progress.share or 0.0
        seconds = self._clock() - self._began
        parts = [progress.task, *_share(progress), *self._speed(progress, seconds), *self._left(progress, seconds)]
        self._show("; ".join(filter(None, (self._news, ", ".join(parts), progress.fleet))))

    def _speed(self, progress: Progress, seconds: float) -> list[str]:
        made = progress.nodes - self._nodes
        return [f"{scale(made / seconds)} nodes/s"] if made and seconds else []

    def _left(self, progress: Progress, seconds: float) -> list[str]:
        done = (progress.share or 0.0) - self._done
        if done <= 0 or seconds < WORTH_GUESSING:
            return []
        return [f"about {duration(seconds / done * (1.0 - (progress.share or 0.0)))} left"]


def _share(progress: Progress) -> list[str]:
    return [] if progress.share is None else [f"{100 * progress.share:.1f} % done"]


def scale(number: float) -> str:
    """A number with three digits or so: `950`, `1.2 k`, `34.5 M`."""
    for scale, letter in SCALES:
        if number >= scale:
            return f"{number / scale:.1f} {letter}"
    return f"{number:.0f}"


def duration(seconds: float) -> str:
    """A time as it is said: `40 s`, `12 min`, `3.5 h`, `20 days`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 100 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 48 * 3600 else f"{seconds / 86400:.0f} days"
