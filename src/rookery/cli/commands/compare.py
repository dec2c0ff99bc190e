"""`rookery compare`: problems run on several backends, each run isolated, with a verdict on correctness and speed."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.exceptions import Exit

from rookery.backends import Want, registry
from rookery.backends.formats import read_model
from rookery.cli import exits
from rookery.cli.campaign_file import read_campaign_file
from rookery.cli.options.command import DURATION, FILE, SECONDS, Command, Whole, completing, option, together
from rookery.cli.options.search import open_cluster
from rookery.cli.output.live import watch_runs
from rookery.cli.output.terminal import complain, emit, emit_drawn
from rookery.cli.problem_options import FamilyGroup, Stated
from rookery.compare.campaign import Campaign, make_campaign, read_campaign, read_numbers, read_size
from rookery.compare.folder import JSON, CampaignResult, default_folder, run_campaign, write_report
from rookery.compare.problems import ask_model, name_instance
from rookery.compare.terminal import show
from rookery.core.numbers import read_whole
from rookery.core.words import amount
from rookery.models import BadInput

complete_backends = completing(lambda: ("all", *registry.names()), commas=True)
RUNS = "Runs"  # a section of the help
MODEL_EXAMPLE = "Example: rookery compare model a.mps b.cnf --backend sat,cpsat,mip --seconds 60"


@dataclass(frozen=True)
class Conditions:
    """The backends that answer, and their conditions."""

    backend: tuple[str, ...]
    options: tuple[str, ...]
    want: str | None
    up_to_symmetry: bool
    seconds: float | None
    cpu_seconds: float | None
    memory: str | None
    seeds: str | None
    workers: str | None

    def data(self) -> dict[str, Any]:
        """Return the conditions as a campaign has them."""
        given = {
            "backends": ",".join(self.backend).split(",") if self.backend else None,
            "want": self.want,
            "up-to-symmetry": self.up_to_symmetry or None,
            "seconds": self.seconds,
            "cpu-seconds": self.cpu_seconds,
            "memory": None if self.memory is None else read_size(self.memory, "--memory"),
            "seeds": _read_numbers("seeds", self.seeds),
            "workers": _read_numbers("workers", self.workers),
            "options": _group_by_backend(_split_options(self.options)),
        }
        return {key: value for key, value in given.items() if value is not None}


add_conditions = together(
    "conditions",
    Conditions,
    option(
        "--backend",
        multiple=True,
        metavar="NAMES",
        show_default="all",
        shell_complete=complete_backends,
        help="Names separated by commas (repeatable), `all`, or file.py:Class for your own backend.",
    ),
    option(
        "--want",
        type=click.Choice([each.value for each in Want], case_sensitive=False),
        show_default="one",
        help="One solution (the best, if there is a goal), all of them, or their number.",
    ),
    option("--up-to-symmetry", is_flag=True, help="One solution of each symmetry class."),
    option("--seconds", type=SECONDS, metavar="S", help=f"Time limit of each run: {DURATION}."),
    option("--seeds", metavar="N", help="Number of seeds, or a list: 0,7. A clear win takes 4, an interval 6."),
    option("--memory", section=RUNS, metavar="SIZE", help="Memory limit of each run, such as 500M or 2G."),
    option("--cpu-seconds", section=RUNS, type=SECONDS, metavar="S", help="Processor time limit of each run."),
    option("--workers", section=RUNS, metavar="N", help="Threads of each run, or a list: 1,2."),
    option(
        "--option",
        "options",
        section=RUNS,
        multiple=True,
        metavar="BACKEND.NAME=V,V",
        help="An option of a backend; each value makes a separate contestant.",
    ),
)


@dataclass(frozen=True)
class Execution:
    """The execution of the runs, and their folder."""

    out: Path | None
    name: str | None
    jobs: int
    fresh: bool
    retry: str | None
    cluster: str | None
    dry_run: bool


add_execution = together(
    "execution",
    Execution,
    option(
        "--out", type=FILE, metavar="DIR", show_default="named after the campaign", help="Folder for runs and reports."
    ),
    option("--name", section=RUNS, metavar="TEXT", help="Name of the campaign."),
    option(
        "--jobs",
        section=RUNS,
        type=Whole(1),
        metavar="N",
        default=1,
        show_default=True,
        help="Number of runs at a time; more than one makes times less exact.",
    ),
    option("--fresh", section=RUNS, is_flag=True, help="Start over: repeat all runs of the folder."),
    option(
        "--retry",
        section=RUNS,
        type=click.Choice(["timeouts", "crashes", "all"], case_sensitive=False),
        help="Repeat the runs of the folder that timed out, that crashed, or that failed in any way.",
    ),
    option(
        "--cluster",
        section=RUNS,
        metavar="local:N|ADDRESS",
        help="Make the runs in N processes, or on the workers of a dask scheduler.",
    ),
    option("--dry-run", section=RUNS, is_flag=True, help="List the runs, and start none."),
)


class CompareGroup(FamilyGroup):
    """A sub-command for each family, one for models, and one for the file or the folder of a campaign."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a family or of a path."""
        path = Path(cmd_name)
        if path.suffix != ".toml" and not path.is_dir():
            return super().get_command(ctx, cmd_name)

        @click.command(cmd_name, cls=Command)
        @add_conditions
        @add_execution
        def compare(conditions: Conditions, execution: Execution) -> None:
            """Run the campaign of a file, or continue the one of a folder."""
            compare_campaign(path, conditions, execution)

        return compare


@add_conditions
@add_execution
def compare(stated: Stated, conditions: Conditions, execution: Execution) -> None:
    """Compare backends on problems: who is right, who is faster?

    Instead of a family, give a campaign file to run it, or the folder of a campaign to continue it: rookery compare
    queens.toml
    """
    problems = (problem.asked for problem in stated.problems())
    words = [stated.family.name, *(stated.given.get("piece") or ()), stated.given.get("board") or ""]
    _compare_all(filter(None, problems), " ".join(filter(None, words)), conditions, execution)


@click.command("model", cls=Command, epilog=MODEL_EXAMPLE)
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE...")
@add_conditions
@add_execution
def compare_models(files: tuple[Path, ...], conditions: Conditions, execution: Execution) -> None:
    """Compare backends on models of your own, from files in DIMACS CNF, WCNF, OPB, MPS or JSON."""
    if len(set(files)) < len(files):
        raise BadInput("a file is named twice; each model is compared once")
    asked = [ask_model(read_model(file), str(file), str(file)) for file in files]
    _compare_all(asked, "models" if len(files) > 1 else files[0].stem, conditions, execution)


command = CompareGroup(
    compare,
    does="Compare backends on these problems.",
    example="compare {} --backend sat,cpsat",
    several=True,
    others={"model": lambda: compare_models},
    epilog="Example: rookery compare placement --piece queen --board 4..8 --count n --want count --seconds 10",
)


def _compare_all(
    problems: Iterable[Mapping[str, Any]], name: str, conditions: Conditions, execution: Execution
) -> None:
    campaign = make_campaign(problems, {"name": execution.name or name, **conditions.data()}, Path.cwd())
    run(campaign, execution.out or default_folder(campaign, Path()), execution)


def compare_campaign(path: Path, conditions: Conditions, execution: Execution) -> None:
    """Run the campaign of a file, or continue the one of a folder; options take the place of its conditions."""
    given = conditions.data() | ({"name": execution.name} if execution.name else {})
    if path.is_dir():
        if not (path / JSON).exists():
            raise BadInput(f"{path} holds no campaign; expected a folder of a campaign, a file .toml, or a family")
        campaign = read_campaign(path / JSON)
        if given:
            campaign = make_campaign(campaign.problems, campaign.conditions | given, path)
    else:
        campaign = read_campaign_file(path, given)
    run(campaign, execution.out or (path if path.is_dir() else default_folder(campaign, Path())), execution)


def run(campaign: Campaign, folder: Path, execution: Execution) -> None:
    """Make the runs of a campaign and show what they say, or only list them."""
    if execution.dry_run:
        _list_runs(campaign)
        return
    with open_cluster(execution.cluster) as executor, watch_runs() as observer:
        result = run_campaign(
            campaign,
            folder,
            jobs=execution.jobs,
            fresh=execution.fresh,
            retry=execution.retry,
            executor=executor,
            observer=observer,
        )
    path = write_report(folder, result.findings)
    emit_drawn(lambda out: show(result.findings, out))
    complain(f"wrote {path}")
    raise Exit(_choose_code(result))


def _list_runs(campaign: Campaign) -> None:
    for task in campaign.tasks:
        instance = name_instance(task.problem, task.want, task.up_to_symmetry)
        emit(f"{instance}  {task.contestant}  seed {task.seed}")
    most = "" if campaign.seconds is None else f", at most {len(campaign.tasks) * campaign.seconds:,.0f} s"
    emit(f"{amount(len(campaign.tasks), 'run')}{most}")
    if campaign.left_out:
        emit(f"left out: {campaign.left_out}")


def _choose_code(result: CampaignResult) -> int:
    """Return the exit code; say how to continue an interrupted campaign."""
    if result.interrupted:
        missing = result.planned - len(result.findings.records)
        complain(
            f"rookery: interrupted, {missing:,} of {amount(result.planned, 'run')} missing;"
            " run the same command again to continue"
        )
        return exits.INTERRUPTED
    return exits.DISAGREEMENT if result.findings.failed else exits.ANSWERED


def _read_numbers(key: str, text: str | None) -> list[int] | None:
    if text is None:
        return None
    try:
        numbers = [read_whole(each.strip()) for each in text.strip(",").split(",")]
    except BadInput:
        raise BadInput(f"--{key} {text!r}: expected a number, or several with commas") from None
    return read_numbers(numbers if "," in text else numbers[0], key, f"--{key}")


def _split_options(texts: Iterable[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Backend, option and its values, from `sat.solver=cadical195,glucose42`; files and options may hold dots."""
    for text in texts:
        name, equals, values = text.partition("=")
        found = re.fullmatch(r"(.*\.py:[^.]+|[^.]+)\.(.+)", name)
        if not (equals and found and values):
            raise BadInput(f"--option {text!r}: expected BACKEND.NAME=VALUE, such as sat.solver=cadical195,glucose42")
        yield found[1], found[2], values.split(",")


def _group_by_backend(given: Iterable[tuple[str, str, list[str]]]) -> dict[str, dict[str, list[str]]] | None:
    """Options by backend."""
    found: dict[str, dict[str, list[str]]] = {}
    for backend, name, values in given:
        found.setdefault(backend, {}).setdefault(name, []).extend(values)
    return found or None
