"""How far a campaign is, told as a search tells it."""

from collections.abc import Sequence

from rookery.backends.contract.progress import Observer, Progress
from rookery.compare.campaign.tasks import Task
from rookery.compare.records.record import Record
from rookery.compare.runs.harness import SilentObserver


class RunsTeller(SilentObserver):
    """Tells after each run which share of all has ended."""

    def __init__(self, tell: Observer) -> None:
        self._tell = tell
        self._done = self._total = 0

    def on_plan(self, tasks: Sequence[Task], kept: int) -> None:
        """Tell that nothing is done of what is to be done."""
        self._total = len(tasks)
        self._tell_share()

    def on_end(self, task: Task, record: Record) -> None:
        """Tell that one more is done."""
        self._done += 1
        self._tell_share()

    def _tell_share(self) -> None:
        share = self._done / self._total if self._total else 1.0
        self._tell(Progress(f"comparing, {self._total} runs", share))
