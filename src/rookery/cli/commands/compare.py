"""`rookery compare`: problems run on several backends, each run isolated, with a verdict on correctness and speed."""

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
from click.exceptions import Exit

from rookery.cli import exits
from rookery.cli.options.compare import Conditions, Making
from rookery.cli.options.option import argument, make_command
from rookery.cli.output.terminal import complain, console, emit
from rookery.cli.problem_options import FamilyGroup, Stated, make_family_command
from rookery.core.words import amount
from rookery.models import BadInput
from rookery.models.problems.family import Family

if TYPE_CHECKING:
    from rookery.compare.campaign import Campaign
    from rookery.compare.folder import CampaignResult

EXAMPLE = "Example: rookery compare placement --piece queen --board 4..8 --count n --want count --seconds 10 --seeds 3"
HELP = (
    "Run several backends on the same problems: who is right, and who is faster? A campaign's file (.toml), or its"
    " folder to continue it, stands in place of a family: rookery compare queens.toml"
)
DOES = "Compare backends on these problems."
MODEL_EXAMPLE = "Example: rookery compare model a.mps b.cnf --backend sat,cpsat,mip --seconds 60"
Files = Annotated[list[Path], argument("Files of models: DIMACS CNF, WCNF, OPB, MPS or JSON.", "FILE...")]


class CompareGroup(FamilyGroup):
    """A sub-command for each family, one for models, and one for the file or the folder of a campaign."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a family or of a path."""
        path = Path(cmd_name)
        if path.suffix != ".toml" and not path.is_dir():
            return super().get_command(ctx, cmd_name)

        def compare(conditions: Conditions, making: Making) -> None:
            compare_kept(path, conditions, making)

        return make_command(compare, cmd_name, help="Run a campaign.")


def make() -> FamilyGroup:
    """The command."""
    return CompareGroup("compare", _offer, {"model": _offer_models}, help=HELP, epilog=EXAMPLE)


def _offer(family: Family) -> click.Command:
    """The sub-command of a family."""

    def compare(stated: Stated, conditions: Conditions, making: Making) -> None:
        problems = (problem.asked for problem in stated.problems())
        words = [family.name, *(stated.given.get("piece") or ()), stated.given.get("board") or ""]
        _compare_all(filter(None, problems), " ".join(filter(None, words)), conditions, making)

    return make_family_command(compare, family, DOES, "compare {} --backend sat,cpsat", several=True)


def _offer_models() -> click.Command:
    """The sub-command of models."""

    def compare(files: Files, conditions: Conditions, making: Making) -> None:
        """Compare backends on models of your own, read from files of other tools."""
        from rookery.backends.formats import read_model
        from rookery.compare.problems import ask_model

        if len(set(files)) < len(files):
            raise BadInput("a file is named twice; each model is compared once")
        asked = [ask_model(read_model(file), str(file), str(file)) for file in files]
        _compare_all(asked, "models" if len(files) > 1 else files[0].stem, conditions, making)

    return make_command(compare, "model", epilog=MODEL_EXAMPLE)


def _compare_all(problems: Iterable[Mapping[str, Any]], name: str, conditions: Conditions, making: Making) -> None:
    from rookery.compare.campaign import make_campaign
    from rookery.compare.folder import default_folder

    campaign = make_campaign(problems, {"name": making.name or name, **conditions.data()}, Path.cwd())
    run(campaign, making.out or default_folder(campaign, Path()), making)


def compare_kept(path: Path, conditions: Conditions, making: Making) -> None:
    """Run the campaign of a file, or continue the one of a folder; options take the place of its conditions."""
    from rookery.cli.campaign_file import read_campaign_file
    from rookery.compare.campaign import make_campaign, read_campaign
    from rookery.compare.folder import JSON, default_folder

    given = conditions.data() | ({"name": making.name} if making.name else {})
    if path.is_dir():
        campaign = read_campaign(path / JSON)
        if given:
            campaign = make_campaign(campaign.problems, campaign.conditions | given, path)
    else:
        campaign = read_campaign_file(path, given)
    run(campaign, making.out or (path if path.is_dir() else default_folder(campaign, Path())), making)


def run(campaign: "Campaign", folder: Path, making: Making) -> None:
    """Make the runs of a campaign and show what they say, or only list them."""
    from rookery.cli.output.live import watch_runs
    from rookery.compare.folder import check_options, run_campaign, write_report

    check_options(making.jobs, making.retry)
    if making.dry_run:
        _list_runs(campaign)
        return
    with ExitStack() as stack:
        executor = None
        if making.cluster is not None:
            from rookery.backends.distribute import open_executor

            executor = stack.enter_context(open_executor(making.cluster))
        observer = stack.enter_context(watch_runs(making.jobs))
        result = run_campaign(
            campaign,
            folder,
            jobs=making.jobs,
            fresh=making.fresh,
            retry=making.retry,
            executor=executor,
            observer=observer,
        )
    from rookery.compare.terminal import show

    path = write_report(folder, result.findings)
    out = console(soft_wrap=False)
    with out.capture() as shown:  # rich would end the process by itself when there is no reader any more
        show(result.findings, out)
    emit(shown.get().rstrip("\n"), drawn=True)
    complain(f"wrote {path}")
    raise Exit(_choose_code(result))


def _list_runs(campaign: "Campaign") -> None:
    from rookery.compare.problems import name_instance

    for task in campaign.tasks:
        instance = name_instance(task.problem, task.want, task.up_to_symmetry)
        emit(f"{instance}  {task.contestant}  seed {task.seed}")
    most = "" if campaign.seconds is None else f", at most {len(campaign.tasks) * campaign.seconds:,.0f} s"
    emit(f"{amount(len(campaign.tasks), 'run')}{most}")
    if campaign.left_out:
        emit(f"left out: {campaign.left_out}")


def _choose_code(result: "CampaignResult") -> int:
    """Return the exit code; say how to continue an interrupted campaign."""
    if result.interrupted:
        missing = result.planned - len(result.findings.records)
        complain(
            f"rookery: interrupted, {missing:,} of {amount(result.planned, 'run')} missing;"
            " run the same command again to continue"
        )
        return exits.INTERRUPTED
    return exits.DISAGREEMENT if result.findings.failed else exits.ANSWERED
