"""The folder of a campaign: which one, whether it holds the same campaign, and what of it is done."""

import os
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from rookery.compare.campaign import Campaign, read_campaign
from rookery.compare.environment import describe_environment
from rookery.compare.findings import Findings
from rookery.compare.harness import Harness, RunsObserver, make_elsewhere
from rookery.compare.judge import make_key, versions_of
from rookery.compare.store import RETRIED, Store, read_store
from rookery.core.files import MAX_MODEL_BYTES, read_text, replace_file
from rookery.models import BadInput
from rookery.models.reading.given import take_flag, take_one_of, take_whole

JSON, HTML = "campaign.json", "report.html"
MAX_FOLDERS = 1000


@dataclass(frozen=True)
class CampaignResult:
    """The findings of a campaign; `planned` runs were asked for."""

    findings: Findings
    planned: int
    interrupted: bool


class Named(msgspec.Struct):
    """The name of a campaign, from its file."""

    name: str = ""


def default_folder(campaign: Campaign, parent: Path) -> Path:
    """Return the folder named after a campaign: the one that holds it already, or a new one."""
    for number in range(1, MAX_FOLDERS):
        folder = parent / (campaign.slug if number == 1 else f"{campaign.slug}-{number}")
        if not folder.exists():
            return folder
        with suppress(BadInput):
            if read_campaign(folder / JSON) == campaign:
                return folder
    raise BadInput(f"there are {MAX_FOLDERS} folders named {campaign.slug} already; choose one with --out")


def run_campaign(
    campaign: Campaign,
    folder: Path | None,
    *,
    jobs: int = 1,
    fresh: bool = False,
    retry: str | None = None,
    executor: Executor | None = None,
    observer: RunsObserver | None = None,
) -> CampaignResult:
    """Make the runs of a campaign that its folder does not hold yet, and return its findings.

    Without a folder nothing is kept. The runs are made here, `jobs` at a time, or on an executor. `fresh` starts over,
    `retry` makes the runs of one of `RETRIED` again. Raises `BadInput` for a folder that holds another campaign, or
    where another harness is at work.
    """
    if take_whole(jobs, "jobs") < 1:
        raise BadInput(f"jobs must be at least 1, got {jobs}")
    ends = () if retry is None else RETRIED[take_one_of(retry, RETRIED, "retry")]
    take_flag(fresh, "fresh")
    if not hasattr(os, "fork"):
        raise BadInput("runs are isolated by fork, which this system does not have; use Linux, or WSL on Windows")
    if folder is None:
        with TemporaryDirectory(prefix="rookery-") as aside:
            return run_campaign(campaign, Path(aside), jobs=jobs, executor=executor, observer=observer)
    keys = {make_key(task, versions_of(task)): task for task in campaign.tasks}
    text = campaign.encode()
    with Store(folder) as store:
        path = folder / JSON
        if fresh:
            store.clear()
        elif path.exists() and not campaign.extends(read_campaign(path)):
            raise BadInput(f"{folder} holds another campaign; choose another folder with --out, or --fresh")
        replace_file(path, text)
        store.forget(ends)
        kept = store.keys() & keys.keys()
        todo = [task for key, task in keys.items() if key not in kept]
        watch = observer or RunsObserver()
        watch.on_plan(todo, len(kept))
        interrupted = False
        if todo:
            store.begin(describe_environment(jobs, campaign.left_out))
            if executor is None:
                interrupted = Harness(todo, jobs, watch).make(store.add)
            else:
                interrupted = make_elsewhere(executor, todo, store.add, watch)
    records, environment = read_store(folder)
    order = {key: number for number, key in enumerate(keys)}
    mine = sorted((each for each in records if each.key in order), key=lambda each: order[each.key])
    return CampaignResult(Findings(campaign.name, mine, environment, str(folder)), len(keys), interrupted)


def read_findings(folder: Path) -> Findings:
    """Return the findings of a campaign's folder, which stays as it is; raises `BadInput` if it holds none."""
    records, environment = read_store(folder)
    title = os.path.basename(os.path.realpath(folder))
    with suppress(BadInput, msgspec.MsgspecError, RecursionError):
        text = read_text(folder / JSON, "a campaign's JSON file", MAX_MODEL_BYTES)
        title = msgspec.json.decode(text, type=Named).name or title
    return Findings(title, records, environment, str(folder))


def write_report(folder: Path, found: Findings) -> Path:
    """Write the report to the campaign's folder, whole or not at all, and return its path."""
    from rookery.compare.page import page

    path = folder / HTML
    replace_file(path, page(found))
    return path
