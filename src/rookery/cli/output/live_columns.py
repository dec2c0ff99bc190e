"""Columns of the live view: a bar for all runs together, and the seconds so far of each that goes on."""

from rich.console import RenderableType
from rich.progress import BarColumn, ProgressColumn, Task, TextColumn
from rich.text import Text


class Bar(ProgressColumn):
    """A bar where the number of runs is known, nothing for a single run."""

    _bar = BarColumn()

    def render(self, task: Task) -> RenderableType:
        """The bar."""
        return Text() if task.total is None else self._bar.render(task)


class Amount(ProgressColumn):
    """How many runs are done, or for how long one goes on."""

    def render(self, task: Task) -> Text:
        """The amount."""
        if task.total is None:
            return Text(f"{task.elapsed or 0:.0f} s", style="dim")
        return Text(f"{task.completed:.0f}/{task.total:.0f}")


def columns() -> tuple[ProgressColumn, ...]:
    """All columns, from the left."""
    return TextColumn("{task.description}", markup=False), Bar(), Amount(), TextColumn("{task.fields[left]}")
