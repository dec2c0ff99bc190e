"""The folder of a campaign: which one, whether it holds the same campaign, and what of it is done."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rookery.compare.campaign.backends import Untrusted
from rookery.compare.campaign.campaign import Campaign, Task, read_campaign
from rookery.compare.records.record import Environment, Record
from rookery.compare.records.store import RETRIED, Store
from rookery.compare.runs.environment import environment
from rookery.compare.runs.harness import Harness, Observer, SilentObserver
from rookery.core.files import replace_file
from rookery.models import BadInput

JSON = "campaign.json"
MAX_FOLDERS = 1000


@dataclass(frozen=True)
class CampaignOptions:
    """Conditions of a campaign: the number of runs at a time, repetition from the start, and the runs to make again."""

    jobs: int = 1
    fresh: bool = False
    retry: str | None = None

    def check(self) -> None:
        """Raise `BadInput` for what makes no sense."""
        if self.jobs < 1:
            raise BadInput(f"jobs {self.jobs}; it must be at least 1")
        if self.retry is not None and self.retry not in RETRIED:
            raise BadInput(f"retry {self.retry!r}: expected {', '.join(RETRIED)}")


@dataclass(frozen=True)
class CampaignResult:
    """The result of a campaign."""

    records: tuple[Record, ...]
    environment: Environment
    planned: int
    interrupted: bool = False


def default_folder(campaign: Campaign, parent: Path) -> Path:
    """The folder named after a campaign: the one that holds it already, or a new one."""
    for number in range(1, MAX_FOLDERS):
        folder = parent / (campaign.slug if number == 1 else f"{campaign.slug}-{number}")
        if not folder.exists() or _is_kept(folder, campaign):
            return folder
    raise BadInput(f"there are {MAX_FOLDERS} folders named {campaign.slug} already; choose one with --out")


def campaign_file(folder: Path) -> Path:
    """Return the file of a folder's campaign."""
    return folder / JSON


def _read_kept(folder: Path, campaign: Campaign) -> Campaign:
    """Read the campaign that a folder holds; no code is run but that of the new campaign."""
    return read_campaign(campaign_file(folder), campaign.peers.__contains__)


def _is_kept(folder: Path, campaign: Campaign) -> bool:
    try:
        return _read_kept(folder, campaign) == campaign
    except BadInput:
        return False


def run(campaign: Campaign, folder: Path, options: CampaignOptions, observer: Observer | None = None) -> CampaignResult:
    """Make the runs of a campaign that its folder does not hold yet, and give all records.

    Raises `BadInput` for a folder that holds another campaign, or if another harness is at work.
    """
    options.check()
    tasks = campaign.tasks()
    with Store(folder) as store:
        if options.fresh:
            store.clear()
        else:
            # Refuse a folder with another campaign; one that the new campaign only extends is welcome
            if os.path.lexists(campaign_file(folder)) and not _kept_tasks(folder, campaign) <= {
                _identity(task) for task in tasks
            }:
                raise BadInput(
                    f"{folder} holds another campaign; choose another folder with --out, or start over with --fresh"
                )
        replace_file(folder / JSON, campaign.text)
        if options.retry is not None:
            store.forget(RETRIED[options.retry])
        return _make_runs(tasks, store, options, campaign.notes, observer or SilentObserver())


def _make_runs(
    tasks: list[Task], store: Store, options: CampaignOptions, notes: Mapping[str, str], observer: Observer
) -> CampaignResult:
    keys = {task.key(): task for task in tasks}
    kept = store.keys() & keys.keys()
    todo = [task for key, task in keys.items() if key not in kept]
    if todo or not kept:
        store.begin(environment(options.jobs, notes))
    observer.on_plan(todo, len(kept))
    harness = Harness(todo, options.jobs, observer)
    if todo:
        harness.make(store.add)
    order = {key: number for number, key in enumerate(keys)}
    records = sorted((each for each in store.records() if each.key in order), key=lambda each: order[each.key])
    return CampaignResult(tuple(records), store.environment(), len(tasks), harness.interrupted)


def _kept_tasks(folder: Path, campaign: Campaign) -> set[str]:
    """The identities of the tasks in a folder's campaign; one with untrusted code matches no other campaign."""
    try:
        kept = _read_kept(folder, campaign)
    except Untrusted as error:
        return {str(error)}
    return {_identity(task) for task in kept.tasks()}


def _identity(task: Task) -> str:
    return repr(task.as_plain())


@contextmanager
def scratch() -> Iterator[Path]:
    """A temporary folder for a campaign that is not kept."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="rookery-") as name:
        yield Path(name)
