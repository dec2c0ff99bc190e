"""The folder of a campaign: which one, whether it holds the same campaign, and what of it is done."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rookery.backends.contract.fleet import Fleet
from rookery.compare.campaign.campaign import Campaign
from rookery.compare.campaign.reader import read_campaign
from rookery.compare.campaign.tasks import Task
from rookery.compare.campaign.trust import Untrusted
from rookery.compare.records.machine import kind_of
from rookery.compare.records.record import Environment, Record
from rookery.compare.records.store import RETRIED, Store
from rookery.compare.runs.environment import cluster_environment, environment
from rookery.compare.runs.harness import Harness, Observer, SilentObserver
from rookery.compare.runs.makers import ForkServers, RunMaker
from rookery.models import BadInput
from rookery.models.base.files import read_text, replace_file

TOML = "campaign.toml"
MOST_FOLDERS = 1000


@dataclass(frozen=True)
class CampaignOptions:
    """How a campaign is run: how many runs at a time, whether over again, and which runs are made again. With a
    `fleet` its workers make the runs.
    """

    jobs: int = 1
    fresh: bool = False
    retry: str | None = None
    fleet: Fleet | None = None

    def check(self) -> None:
        """Raise `BadInput` for what makes no sense."""
        if self.jobs < 1:
            raise BadInput(f"jobs {self.jobs}; it must be at least 1")
        if self.fleet is not None and self.jobs != 1:
            raise BadInput(f"jobs {self.jobs}: that is for this machine; a cluster makes as many runs as it has slots")
        if self.retry is not None and self.retry not in RETRIED:
            raise BadInput(f"retry {self.retry!r}: expected {', '.join(RETRIED)}")


@dataclass(frozen=True)
class CampaignResult:
    """What a campaign has come to; `lost` says why it was cut, where the fleet that made its runs is gone."""

    records: tuple[Record, ...]
    environment: Environment
    planned: int
    interrupted: bool = False
    lost: str = ""


def default_folder(campaign: Campaign, parent: Path) -> Path:
    """The folder named after a campaign: the one that holds it already, or a new one."""
    for number in range(1, MOST_FOLDERS):
        folder = parent / (campaign.slug if number == 1 else f"{campaign.slug}-{number}")
        if not folder.exists() or _text(folder) == campaign.text:
            return folder
    raise BadInput(f"there are {MOST_FOLDERS} folders named {campaign.slug} already; choose one with --out")


def _text(folder: Path) -> str | None:
    try:
        return read_text(folder / TOML, "a campaign's TOML file")
    except BadInput:
        return None


def run(campaign: Campaign, folder: Path, options: CampaignOptions, observer: Observer | None = None) -> CampaignResult:
    """Make the runs of a campaign that its folder does not hold yet, and give all records.

    Raises `BadInput` for a folder that holds another campaign, or where another harness is at work.
    """
    options.check()
    tasks = campaign.tasks()
    with Store(folder) as store:
        if options.fresh:
            store.clear()
        else:
            _check_same(folder, campaign, tasks)
        replace_file(folder / TOML, campaign.text)
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
        store.begin(_environment(options, notes))
    observer.on_plan(todo, len(kept))
    maker = _maker(todo, options)
    harness = Harness(todo, maker, observer, _kinds_so_far(store) if options.fleet else {})

    def keep(record: Record) -> None:
        store.note(maker.describe(record.machine))
        store.add(record)

    if todo:
        harness.make(keep)
    order = {key: number for number, key in enumerate(keys)}
    records = sorted((each for each in store.records() if each.key in order), key=lambda each: order[each.key])
    return CampaignResult(tuple(records), store.environment(), len(tasks), harness.interrupted, harness.lost)


def _environment(options: CampaignOptions, notes: Mapping[str, str]) -> Environment:
    if options.fleet is not None:
        return cluster_environment(options.fleet.address, notes)
    return environment(options.jobs, notes)


def _maker(tasks: list[Task], options: CampaignOptions) -> RunMaker:
    """Who makes the runs: this machine, or the workers of a fleet."""
    if options.fleet is None or not tasks:
        return ForkServers(tasks, options.jobs)
    from rookery.compare.runs.abroad.far_runs import FarRuns

    return FarRuns(options.fleet, tasks)


def _kinds_so_far(store: Store) -> dict[str, str]:
    """The kind of machine on which the runs of each instance were made so far."""
    facts = store.environment()
    return {record.instance: kind for record in store.records() if (kind := kind_of(record, facts))}


def _check_same(folder: Path, campaign: Campaign, tasks: list[Task]) -> None:
    """Refuse a folder with another campaign; one that the new campaign only extends is welcome."""
    if (folder / TOML).exists() and not _kept_tasks(folder, campaign) <= {_identity(task) for task in tasks}:
        raise BadInput(f"{folder} holds another campaign; choose another folder with --out, or start over with --fresh")


def _kept_tasks(folder: Path, campaign: Campaign) -> set[str]:
    """What a folder's campaign asks; one that names other code than the new campaign is another, and none is run."""
    try:
        kept = read_campaign(folder / TOML, campaign.peers.__contains__, campaign.sources)
    except Untrusted as error:
        return {str(error)}
    return {_identity(task) for task in kept.tasks()}


def _identity(task: Task) -> str:
    return repr(task.as_plain())


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for a campaign that nobody wants to keep."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="rookery-") as name:
        yield Path(name)
