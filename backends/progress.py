"""The progress of a run, which a backend may report while it searches.

The line of a search: its task, the share that is done, nodes a second, and how long the rest may take.

The bar of a run: on a terminal, in a notebook, or nowhere.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from importlib import import_module
from time import monotonic
from typing import Any

from rookery.models import BadInput


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
    """Turns the reports of a backend into a line; the last news of the run stands before it."""

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
        self._show("; ".join(filter(None, (self._news, ", ".join(parts)))))

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


Draw = Callable[[float | None, str], None]  # the share that is done, None where that is unknown, and what is said of it
REDRAW = 0.2  # seconds between two pictures in a notebook


@contextmanager
def watch(progress: bool | Observer) -> Iterator[Observer | None]:
    """Yield the observer of a run's progress: a bar for True, a caller's own function, None for False.

    The bar is drawn on standard error if that is a terminal, or in the notebook; elsewhere nothing is drawn. Raises
    `BadInput` for what is neither a truth value nor a function.
    """
    if progress is not True and progress is not False:
        if not callable(progress):
            raise BadInput(f"progress {progress!r}: expected True, False, or a function that takes a Progress")
        yield progress
        return
    bar = _choose_bar() if progress else None
    if bar is None:
        yield None
        return
    with bar as draw:
        yield _Teller(draw)


class _Teller:
    """Draws a bar and says in words how far a run is."""

    def __init__(self, draw: Draw) -> None:
        self._share: float | None = None
        self._line = SearchProgress(lambda text: draw(self._share, text))

    def __call__(self, progress: Progress) -> None:
        self._share = progress.share
        self._line(progress)


def _choose_bar() -> AbstractContextManager[Draw] | None:
    shell = sys.modules.get("IPython")
    if shell is not None and getattr(shell.get_ipython(), "kernel", None) is not None:
        return _draw_in_notebook()
    return _draw_on_terminal() if sys.stderr is not None and sys.stderr.isatty() else None


@contextmanager
def _draw_on_terminal() -> Iterator[Draw]:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = BarColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False)
    console = Console(stderr=True)
    with Bar(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as bar:
        task = bar.add_task("", total=None)
        yield lambda share, text: bar.update(task, description=text, total=share and 1.0, completed=share or 0.0)


@contextmanager
def _draw_in_notebook() -> Iterator[Draw]:
    from html import escape

    ipython: Any = import_module("IPython.display")
    shown, drawn = ipython.display(ipython.HTML(""), display_id=True), -REDRAW

    def draw(share: float | None, text: str) -> None:
        nonlocal drawn
        if monotonic() - drawn >= REDRAW:
            drawn = monotonic()
            value = "" if share is None else f' value="{share:.4f}"'
            shown.update(ipython.HTML(f"<progress{value}></progress> {escape(text)}"))

    try:
        yield draw
    finally:
        shown.update(ipython.HTML(""))
