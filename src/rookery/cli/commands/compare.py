"""`rookery compare`: problems run on several backends, each run isolated, with a verdict on correctness and speed."""

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click
from click.exceptions import Exit

from rookery.cli import exits
from rookery.cli.options.compare import ALLOWED, Conditions, EntryOptions, Making, StatedEntry, What
from rookery.cli.options.option import make_command
from rookery.cli.output.terminal import complain, console, emit
from rookery.compare.runs.isolation import require
from rookery.core.errors import nearest
from rookery.core.words import amount
from rookery.models import BadInput
from rookery.models.problems.registry import FAMILIES, PLACEMENT, short_forms

if TYPE_CHECKING:
    from rookery.compare.campaign.campaign import Campaign
    from rookery.compare.findings import Findings
    from rookery.compare.runs.folder import CampaignResult

EXAMPLE = "Example: rookery compare placement --piece queen --boards 4..8 --count n --want count --seconds 10 --seeds 3"


def compare(what: What, asked: StatedEntry, conditions: Conditions, making: Making) -> None:
    """Run several backends on the same problems: who is right, and who is faster?"""
    campaign, folder = read_what(what, asked, conditions, making)
    require()
    if making.dry_run:
        # The runs that would be made
        tasks = campaign.tasks()
        for task in tasks:
            options = [f"{name}={value}" for name, value in task.question.options.items()]
            workers = [] if task.question.workers == 1 else [f"workers={task.question.workers}"]
            emit(
                "  ".join(
                    [task.instance, " ".join([task.backend.name, *options, *workers]), f"seed {task.question.seed}"]
                )
            )
        limits = [task.limits.seconds for task in tasks]
        most = f", at most {sum(filter(None, limits)):,.0f} s" if None not in limits else ""
        emit(f"{amount(len(tasks), 'run')}{most}")
        return
    result = _make_runs(campaign, folder, making)
    from rookery.compare.terminal import show
    from rookery.compare.verdict.conclude import conclude, write_report

    found = conclude(folder, campaign.name, result)
    path = write_report(folder, found)

    out = console(soft_wrap=False)
    with out.capture() as shown:  # rich would end the process by itself when there is no reader any more
        show(found, out)
    emit(shown.get().rstrip("\n"), drawn=True)
    complain(f"wrote {path}")
    _exit(found, result)


def make() -> click.Command:
    """The command."""
    return make_command(compare, "compare", groups={"asked": EntryOptions()}, epilog=EXAMPLE)


def read_what(what: str, asked: StatedEntry, conditions: Conditions, making: Making) -> tuple["Campaign", Path]:
    """The campaign that is meant, and its folder."""
    from rookery.compare.campaign.backends import distrust, trust
    from rookery.compare.campaign.reader import campaign_of, read_campaign
    from rookery.compare.runs.folder import campaign_file, default_folder

    sources = asked.placed.piece_sources()
    if short := short_forms().get(what):
        what, asked = PLACEMENT, asked.spell_out(short)
    if what in FAMILIES:
        entry = asked.entry(what)
        name = making.name or " ".join([what, *(asked.placed.piece or ()), str(asked.placed.boards)])
        campaign = campaign_of({"name": name, **conditions.data(), "problems": [entry]}, sources)
        return campaign, making.out or default_folder(campaign, Path())
    path, given = Path(what), conditions.overriding()
    if path.suffix not in (".toml", ".json") and not path.is_dir():
        expected = f"{', '.join(FAMILIES)}, a campaign's file (.toml) or its folder"
        raise BadInput(f"compare {what!r}: {nearest(what, FAMILIES)}expected {expected}")
    # Refuse options that only the file of a campaign may set
    for name in asked.set_options():
        raise BadInput(f"set --{name} in the campaign's file; {ALLOWED} may be options next to a file")
    if path.is_dir():
        trusts = trust if making.trust_peers else distrust
        return read_campaign(campaign_file(path), trusts, sources, given), making.out or path
    campaign = read_campaign(path, sources=sources, given=given)
    return campaign, making.out or default_folder(campaign, Path())


def _make_runs(campaign: "Campaign", folder: Path, making: Making) -> "CampaignResult":
    from rookery.cli.output.live import watch_runs
    from rookery.compare.runs.folder import CampaignOptions, run

    with watch_runs(making.jobs) as observer:
        return run(campaign, folder, CampaignOptions(making.jobs, making.fresh, making.retry), observer)


def _exit(found: "Findings", result: "CampaignResult") -> NoReturn:
    if result.interrupted:
        missing = f"{result.planned - len(result.records):,} of {amount(result.planned, 'run')} missing"
        complain(f"rookery: interrupted, {missing}; run the same command again to continue")
        raise Exit(exits.INTERRUPTED)
    raise Exit(exits.DISAGREEMENT if found.failed else exits.ANSWERED)
