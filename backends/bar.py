"""The progress bar of a run: on a terminal or in a notebook."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from time import monotonic
from typing import Any

from rookery.backends.progress import Observer, Progress, SearchProgress
from rookery.models import BadInput

Draw = Callable[[float | None, str], None]  # of the share that is done, None if unknown, and a text
REDRAW = 0.2  # seconds between two updates in a notebook


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
    share: float | None = None
    with bar as draw:
        line = SearchProgress(lambda text: draw(share, text))

        def tell(progress: Progress) -> None:
            nonlocal share
            share = progress.share
            line(progress)

        yield tell


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
