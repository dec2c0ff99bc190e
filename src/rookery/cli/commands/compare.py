"""`rookery compare`: problems run on several backends, each run isolated, with a verdict on correctness and speed."""

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click
from click.exceptions import Exit

from rookery.cli import exits
from rookery.cli.options.compare import ALLOWED, Conditions, Making
from rookery.cli.options.option import make_command
from rookery.cli.output.terminal import complain, console, emit
from rookery.cli.problem_options import FamilyGroup, Stated, make_family_command
from rookery.compare.runs.isolation import require
from rookery.core.words import amount
from rookery.models import BadInput
from rookery.models.problems.family import Family

if TYPE_CHECKING:
    from rookery.compare.campaign.campaign import Campaign
    from rookery.compare.findings import Findings
    from rookery.compare.runs.folder import CampaignResult

EXAMPLE = "Example: rookery compare placement --piece queen --board 4..8 --count n --want count --seconds 10 --seeds 3"
HELP = (
    "Run several backends on the same problems: who is right, and who is faster? A campaign's file (.toml), or its"
    " folder to continue it, stands in place of a family: rookery compare queens.toml"
)
DOES = "Compare backends on these problems."


class CompareGroup(FamilyGroup):
    """A sub-command for each family, and one for the file or the folder of a campaign."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a family or of a path."""
        path = Path(cmd_name)
        if path.suffix not in (".toml", ".json") and not path.is_dir():
            return super().get_command(ctx, cmd_name)

        def compare(context: click.Context, conditions: Conditions, making: Making) -> None:
            for word in context.args:
                raise BadInput(f"set {word} in the campaign's file; {ALLOWED} may be options beside it")
            compare_kept(path, conditions, making)

        lenient = {"ignore_unknown_options": True, "allow_extra_args": True}
        return make_command(compare, cmd_name, help="Run a campaign.", context_settings=lenient)


def make() -> FamilyGroup:
    """The command."""
    return CompareGroup("compare", _offer, help=HELP, epilog=EXAMPLE)


def _offer(family: Family) -> click.Command:
    """The sub-command of a family."""

    def compare(stated: Stated, conditions: Conditions, making: Making) -> None:
        from rookery.compare.campaign.campaign import make_campaign
        from rookery.compare.runs.folder import default_folder

        problems = [problem.asked for problem in stated.problems()]
        words = [family.name, *(stated.given.get("piece") or ()), stated.given.get("board") or ""]
        name = making.name or " ".join(filter(None, words))
        campaign = make_campaign(filter(None, problems), {"name": name, **conditions.data()}, Path.cwd())
        run_campaign(campaign, making.out or default_folder(campaign, Path()), making)

    return make_family_command(compare, family, DOES, "compare {} --backend sat,cpsat", several=True)


def compare_kept(path: Path, conditions: Conditions, making: Making) -> None:
    """Run the campaign of a file, or continue the one of a folder."""
    from rookery.cli.campaign_file import read_campaign_file
    from rookery.compare.campaign.backends import distrust, trust
    from rookery.compare.campaign.campaign import read_campaign
    from rookery.compare.runs.folder import campaign_file, default_folder

    overrides = conditions.overriding()
    if path.suffix == ".toml" and not path.is_dir():
        campaign = read_campaign_file(path, overrides)
    else:
        trusts = trust if making.trust_peers or not path.is_dir() else distrust
        campaign = read_campaign(campaign_file(path) if path.is_dir() else path, trusts, overrides)
    run_campaign(campaign, making.out or (path if path.is_dir() else default_folder(campaign, Path())), making)


def run_campaign(campaign: "Campaign", folder: Path, making: Making) -> None:
    """Make the runs of a campaign and show what they say, or only list them."""
    require()
    if making.dry_run:
        _list_runs(campaign)
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


def _list_runs(campaign: "Campaign") -> None:
    tasks = campaign.tasks()
    for task in tasks:
        options = [f"{name}={value}" for name, value in task.question.options]
        workers = [] if task.question.workers in (None, 1) else [f"workers={task.question.workers}"]
        emit(
            "  ".join([task.instance, " ".join([task.backend.name, *options, *workers]), f"seed {task.question.seed}"])
        )
    limits = [task.limits.seconds for task in tasks]
    most = f", at most {sum(filter(None, limits)):,.0f} s" if None not in limits else ""
    emit(f"{len(tasks):,} runs{most}")


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
