"""Columns of the live view, of fixed widths but for the first: what changes in one moves none of the others."""

from rich.console import JustifyMethod, RenderableType
from rich.progress import BarColumn, ProgressColumn, Task, TextColumn
from rich.table import Column
from rich.text import Text

BAR, AMOUNT, REST = 16, 11, 17


class Bar(ProgressColumn):
    """A bar where the number of runs is known, nothing for a single run."""

    _bar = BarColumn(bar_width=BAR)

    def render(self, task: Task) -> RenderableType:
        """The bar."""
        return Text() if task.total is None else self._bar.render(task)


class Amount(ProgressColumn):
    """The number of finished runs, or the duration of a running one."""

    def render(self, task: Task) -> Text:
        """The amount."""
        if task.total is not None:
            return Text(f"{task.completed:.0f}/{task.total:.0f}")
        return Text(f"{task.elapsed or 0:.0f} s" if task.description else "", style="dim")


def columns() -> tuple[ProgressColumn, ...]:
    """All columns, from the left: what goes on, cut where it is too long, then bar, amount, and rest."""
    what = Column(ratio=1, no_wrap=True, overflow="ellipsis")
    return (
        TextColumn("{task.description}", markup=False, table_column=what),
        Bar(table_column=_fix_width(BAR)),
        Amount(table_column=_fix_width(AMOUNT, "right")),
        TextColumn("{task.fields[left]}", markup=False, table_column=_fix_width(REST)),
    )


def _fix_width(width: int, justify: JustifyMethod = "left") -> Column:
    return Column(width=width, justify=justify, no_wrap=True, overflow="ellipsis")
