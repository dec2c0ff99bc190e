"""A campaign as it goes on, on a terminal: the run that began last, the share that is done, and the rest."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rookery.backends.progress import SearchProgress
from rookery.cli.output.terminal import complain, progress
from rookery.compare.harness import RunsObserver
from rookery.compare.problems import name_instance
from rookery.compare.record import Task
from rookery.core.words import amount


@contextmanager
def watch_runs() -> Iterator["Live"]:
    """An observer that draws a line on standard error if that is a terminal."""
    with progress() as show:
        yield Live(SearchProgress(show))


class Live(RunsObserver):
    """Announces the runs of an earlier campaign, and names each run that begins."""

    def __init__(self, line: SearchProgress) -> None:
        super().__init__(line)
        self._line = line

    def on_plan(self, tasks: Sequence[Task], kept: int) -> None:
        """Announce the kept runs."""
        if kept:
            verb = "is" if kept == 1 else "are"
            complain(f"{amount(kept, 'earlier run')} {verb} reused, {amount(len(tasks), 'run')} to make")
        super().on_plan(tasks, kept)

    def on_begin(self, task: Task) -> None:
        """Name the run."""
        instance = name_instance(task.problem, task.want, task.up_to_symmetry)
        self._line.news(f"{task.contestant}: {instance}, seed {task.seed}")
