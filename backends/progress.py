"""The progress of a search: what a backend reports, and the line that shows it."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic


@dataclass(frozen=True, slots=True)
class Progress:
    """The current task of a search, the share of it that is done (None if unknown), and the nodes of the run so far.

    `share` never falls while `task` stays the same; `nodes` never falls in a run.
    """

    task: str
    share: float | None = None
    nodes: int = 0


Observer = Callable[[Progress], None]
ESTIMATE_AFTER = 2.0  # seconds of a task after which the time left is shown
SCALES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


class SearchProgress:
    """Shows the reports of a backend as a line: task, share done, nodes per second, and an estimate of the time left.

    The last text that was given to `news` stands at its beginning.
    """

    def __init__(self, show: Callable[[str], None], clock: Callable[[], float] = monotonic) -> None:
        self._show, self._clock = show, clock
        self._news, self._task = "", ""
        self._began, self._nodes, self._done = 0.0, 0, 0.0

    def news(self, text: str) -> None:
        """Show a text, such as the best value found, now and at the beginning of each line."""
        self._news = text
        self._show(text)

    def __call__(self, progress: Progress) -> None:
        """Show a report; speed is measured from the first report of its task on."""
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
        if share > self._done and seconds >= ESTIMATE_AFTER:
            parts.append(f"about {duration(seconds / (share - self._done) * (1.0 - share))} left")
        self._show("; ".join(filter(None, (self._news, ", ".join(parts)))))


def scale(number: float) -> str:
    """Return a rounded number: `950`, `1.2 k`, `34.5 M`."""
    for scale, letter in SCALES:
        if number >= scale:
            return f"{number / scale:.1f} {letter}"
    return f"{number:.0f}"


def duration(seconds: float) -> str:
    """Return a rounded time: `40 s`, `12 min`, `3.5 h`, `20 days`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 100 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 48 * 3600 else f"{seconds / 86400:.0f} days"
