"""Parts of rich: a console that prints legible text, and the columns of the view of a campaign as it goes on."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, JustifyMethod, RenderableType
from rich.progress import BarColumn, ProgressColumn, Task, TextColumn
from rich.segment import Segment
from rich.table import Column
from rich.text import Text

from rookery.core.words import legible

BAR, AMOUNT, REST = 16, 11, 17


class LegibleConsole(Console):
    """A console for texts from files and other machines: characters that cannot be printed become escapes."""

    def render(self, renderable: Any, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the segments of anything that rich can print, each with a legible text."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(legible(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        """Let the error pass to the command line, which has an exit code for it; rich would exit with 1."""
        raise BrokenPipeError


class Bar(ProgressColumn):
    """A bar if the number of runs is known, nothing for a single run."""

    _bar = BarColumn(bar_width=BAR)

    def render(self, task: Task) -> RenderableType:
        """Return the bar."""
        return Text() if task.total is None else self._bar.render(task)


class Amount(ProgressColumn):
    """The number of finished runs, or the duration of a running one."""

    def render(self, task: Task) -> Text:
        """Return the amount."""
        if task.total is not None:
            return Text(f"{task.completed:.0f}/{task.total:.0f}")
        return Text(f"{task.elapsed or 0:.0f} s" if task.description else "", style="dim")


def columns() -> tuple[ProgressColumn, ...]:
    """Return all columns, from the left: what goes on, cut if it is too long, then bar, amount, and rest."""
    what = Column(ratio=1, no_wrap=True, overflow="ellipsis")
    return (
        TextColumn("{task.description}", markup=False, table_column=what),
        Bar(table_column=_fix_width(BAR)),
        Amount(table_column=_fix_width(AMOUNT, "right")),
        TextColumn("{task.fields[left]}", markup=False, table_column=_fix_width(REST)),
    )


def _fix_width(width: int, justify: JustifyMethod = "left") -> Column:
    return Column(width=width, justify=justify, no_wrap=True, overflow="ellipsis")
