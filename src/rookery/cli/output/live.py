"""A campaign as it goes on, on a terminal: how many runs are done, which go on, and how long the rest may take."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from rookery.cli.output.terminal import complain, console
from rookery.compare.harness import Observer
from rookery.compare.problems import name_instance
from rookery.compare.record import Ended, Record, Task
from rookery.core.words import amount

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


@contextmanager
def watch_runs(jobs: int) -> Iterator[Observer]:
    """An observer that draws on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield Plain()
        return
    from rich.progress import Progress

    from rookery.cli.output.consoles import columns

    shown = console(soft_wrap=False, stderr=True)
    with Progress(
        *columns(), console=shown, transient=True, redirect_stdout=False, redirect_stderr=False, expand=True
    ) as progress:
        yield Live(progress, jobs)


class Plain(Observer):
    """An observer that announces the runs of an earlier campaign, and nothing else."""

    def on_plan(self, tasks: Sequence[Task], kept: int) -> None:
        """Announce the kept runs."""
        if kept:
            verb = "is" if kept == 1 else "are"
            complain(f"{amount(kept, 'earlier run')} {verb} reused, {amount(len(tasks), 'run')} to make")


class Live(Plain):
    """Draws a bar with a line below it for each run that goes on at a time; the lines stay where they are."""

    def __init__(self, progress: "Progress", jobs: int) -> None:
        self._progress, self._jobs = progress, jobs
        self._lines: dict[int, TaskID] = {}
        self._ends: dict[Ended, int] = {}
        self._done = 0

    def on_plan(self, tasks: Sequence[Task], kept: int) -> None:
        """Draw the bar, and a line for each run at a time."""
        super().on_plan(tasks, kept)
        self._total, self._started = len(tasks), monotonic()
        self._bar = self._progress.add_task("runs", total=len(tasks), left="")
        lines = min(self._jobs, len(tasks))
        self._free = [self._progress.add_task("", total=None, left="") for _ in range(lines)]

    def on_begin(self, task: Task) -> None:
        """Show a run that goes on."""
        line = self._lines[id(task)] = self._free.pop(0)
        instance = name_instance(task.problem, task.want, task.up_to_symmetry)
        self._progress.reset(line, total=None, description=f"  {task.backend}: {instance}, seed {task.seed}")

    def on_end(self, task: Task, record: Record) -> None:
        """Free the line for another run, and print an estimate of the remaining time."""
        self._free.append(self._lines.pop(id(task)))
        self._done += 1
        self._ends[record.ended] = self._ends.get(record.ended, 0) + 1
        self._progress.update(self._bar, advance=1, left=self._estimate_rest(), description=f"runs{self._count_ends()}")

    def _estimate_rest(self) -> str:
        seconds = (monotonic() - self._started) / self._done * (self._total - self._done)
        return f"about {seconds / 60:.0f} min left" if seconds > 90 else f"about {seconds:.0f} s left"

    def _count_ends(self) -> str:
        return "".join(f", {number} {end.value}" for end, number in self._ends.items() if end is not Ended.OK)
