"""The progress of a search, as a backend reports it and as a line says it."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic


@dataclass(frozen=True, slots=True)
class Progress:
    """The present task of a search, the share of it that is done (None if that is unknown), and the number of nodes.

    `share` never falls while `task` stays the same; `nodes` never falls in a run.
    """

    task: str
    share: float | None = None
    nodes: int = 0


Observer = Callable[[Progress], None]
WORTH_GUESSING = 2.0  # seconds of a task after which its rest is guessed
SCALES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


class SearchProgress:
    """Turns the reports of a backend into a line; the last news of the run stands before it.

    The line has the task, the share that is done, nodes a second, and how long the rest may take.
    """

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
        made, share = progress.nodes - self._nodes, progress.share or 0.0
        parts = [progress.task]
        if progress.share is not None:
            parts.append(f"{100 * share:.1f} % done")
        if made and seconds:
            parts.append(f"{scale(made / seconds)} nodes/s")
        if share > self._done and seconds >= WORTH_GUESSING:
            parts.append(f"about {duration(seconds / (share - self._done) * (1.0 - share))} left")
        self._show("; ".join(filter(None, (self._news, ", ".join(parts)))))


def scale(number: float) -> str:
    """Return a number with three digits or so: `950`, `1.2 k`, `34.5 M`."""
    for scale, letter in SCALES:
        if number >= scale:
            return f"{number / scale:.1f} {letter}"
    return f"{number:.0f}"


def duration(seconds: float) -> str:
    """Return a time as it is said: `40 s`, `12 min`, `3.5 h`, `20 days`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 100 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 48 * 3600 else f"{seconds / 86400:.0f} days"
