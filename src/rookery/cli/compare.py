"""`rookery compare`: problems put to several backends, each run isolated, with the verdict who is right and faster."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from rookery.cli import exits
from rookery.cli.groups import grouped
from rookery.cli.options import OUTPUT, SEARCH, kinds, option, piece_names
from rookery.cli.output import complain, emit
from rookery.cli.piece_files import PieceFiles
from rookery.compare.spec import FAMILIES
from rookery.models import BadInput

if TYPE_CHECKING:
    from rookery.compare.campaign import Campaign
    from rookery.compare.findings import Findings
    from rookery.compare.folder import Outcome

app = typer.Typer()

PROBLEM, RUNS = "Problem", "Runs"
WHAT_HELP = "placement or domination with the options below; or a campaign's file (.toml), or its folder, to go on."
COUNT_HELP = "How many: a number, n (the board's side) or max; with --together one for each --piece, in order."
BACKENDS_HELP = "Names with commas, `all`, or file.py:Class for a backend of your own."
What = Annotated[str, typer.Argument(help=WHAT_HELP, metavar="WHAT", show_default=False)]


@dataclass(frozen=True)
class Asked:
    """Which problems are put."""

    piece: Annotated[
        list[str] | None, option("--piece", "A piece; repeatable.", "NAME", PROBLEM, autocompletion=piece_names)
    ] = None
    boards: Annotated[str | None, option("--boards", "Boards: 4..10, 8, 4,6,8, 8x11:torus.", "SIZES", PROBLEM)] = None
    count: Annotated[list[str] | None, option("--count", COUNT_HELP, "K|n|max", PROBLEM, show_default="max")] = None
    together: Annotated[bool, option("--together", "All pieces on one board, not each on its own.", "", PROBLEM)] = (
        False
    )
    kind: Annotated[
        list[str] | None,
        option("--kind", "Of domination; repeatable.", "KIND", PROBLEM, autocompletion=kinds, show_default="plain"),
    ] = None
    fix: Annotated[list[str] | None, option("--fix", "A piece stands here: R,C or R,C=PIECE.", "R,C", PROBLEM)] = None
    forbid: Annotated[list[str] | None, option("--forbid", "No piece stands here.", "R,C", PROBLEM)] = None
    hole: Annotated[list[str] | None, option("--hole", "No square is here.", "R,C", PROBLEM)] = None
    piece_files: PieceFiles = None

    def entry(self, family: str) -> dict[str, Any]:
        """The entry of a campaign that asks this."""
        if not self.piece or self.boards is None:
            raise BadInput(f"compare {family} needs --piece and --boards; or name a campaign's file")
        given = {"boards": self.boards, "kinds": self.kind, **self._cast()}
        squares = {"fixed": self.fix, "forbidden": self.forbid, "holes": self.hole}
        return {"family": family} | {key: value for key, value in (given | squares).items() if value}

    def _cast(self) -> dict[str, Any]:
        pieces, counts = self.piece or [], self.count or []
        if self.together:
            if len(counts) not in (0, len(pieces)):
                raise BadInput(f"--together: {len(counts)} counts for {len(pieces)} pieces; give one for each, or none")
            return {"mixed": dict(zip(pieces, counts or ["max"] * len(pieces), strict=True))}
        if len(counts) > 1:
            raise BadInput("several --count without --together; give one, it holds for each piece on its own")
        return {"pieces": pieces, **({"count": counts[0]} if counts else {})}


@dataclass(frozen=True)
class Conditions:
    """Who answers, and under which conditions."""

    backends: Annotated[str | None, option("--backends", BACKENDS_HELP, "NAMES", SEARCH, show_default="all")] = None
    options: Annotated[
        list[str] | None,
        option(
            "--option", "An option of a backend's; several values are several entrants.", "BACKEND.NAME=V,V", SEARCH
        ),
    ] = None
    want: Annotated[str | None, option("--want", "one, all or count.", "WANT", SEARCH, show_default="one")] = None
    up_to_symmetry: Annotated[bool, option("--up-to-symmetry", "One solution of each orbit.", "", SEARCH)] = False
    seconds: Annotated[float | None, option("--seconds", "A limit for each run.", "S", SEARCH)] = None
    cpu_seconds: Annotated[
        float | None, option("--cpu-seconds", "A limit of processor time for each run.", "S", SEARCH)
    ] = None
    memory: Annotated[str | None, option("--memory", "A limit for each run, such as 500M or 2G.", "SIZE", SEARCH)] = (
        None
    )
    seeds: Annotated[str | None, option("--seeds", "How many seeds, or a list: 0,7.", "N", SEARCH)] = None
    workers: Annotated[str | None, option("--workers", "Workers, or a list: 1,2.", "N", SEARCH)] = None

    def data(self) -> dict[str, Any]:
        """The conditions as a campaign has them."""
        given = {
            "backends": self.backends.split(",") if self.backends else None,
            "want": self.want,
            "up-to-symmetry": self.up_to_symmetry or None,
            "seconds": self.seconds,
            "cpu-seconds": self.cpu_seconds,
            "memory": self.memory,
            "seeds": _numbers("seeds", self.seeds),
            "workers": _numbers("workers", self.workers),
            "options": _options(self.options or ()),
        }
        return {key: value for key, value in given.items() if value is not None}


@dataclass(frozen=True)
class Making:
    """How the runs are made, and where they go."""

    out: Annotated[
        Path | None, option("--out", "The folder for runs and reports.", "DIR", OUTPUT, show_default="named after it")
    ] = None
    name: Annotated[str | None, option("--name", "What the campaign is called.", "TEXT", OUTPUT)] = None
    jobs: Annotated[int, option("--jobs", "Runs at a time; more than one blurs the times.", "N", RUNS)] = 1
    fresh: Annotated[bool, option("--fresh", "Start over, also the runs that are done.", "", RUNS)] = False
    retry: Annotated[
        str | None, option("--retry", "Make these runs again: timeouts, crashes or all.", "WHICH", RUNS)
    ] = None
    dry_run: Annotated[bool, option("--dry-run", "List the runs and make none.", "", RUNS)] = False
    export: Annotated[
        Path | None, option("--export", "Write the runs: .jsonl, .csv, .parquet, or .json for mkplot.", "FILE", OUTPUT)
    ] = None


EXAMPLE = "Example: rookery compare placement --piece queen --boards 4..8 --count n --want count --seconds 10 --seeds 3"


@app.command("compare", epilog=EXAMPLE)
@grouped
def compare(what: What, asked: Asked, conditions: Conditions, making: Making) -> None:
    """Put problems to several backends side by side: who is right, and who is faster."""
    campaign, folder = chosen(what, asked, conditions, making)
    if making.dry_run:
        _list(campaign)
        return
    from rookery.compare.store import StoreError

    try:
        outcome = _made(campaign, folder, making)
        _end(_reported(campaign, folder, outcome, making), outcome)
    except StoreError as error:
        complain(f"rookery: {error}")
        raise typer.Exit(exits.LIMIT) from None


def chosen(what: str, asked: Asked, conditions: Conditions, making: Making) -> tuple["Campaign", Path]:
    """The campaign that is meant, and its folder."""
    from rookery.compare.campaign_file import campaign_of, read_campaign
    from rookery.compare.casting import brought_pieces
    from rookery.compare.folder import TOML, default_folder

    if what in FAMILIES:
        entry = asked.entry(what)
        name = making.name or " ".join([what, *(asked.piece or ()), str(asked.boards)])
        brought = brought_pieces(asked.piece or ())
        campaign = campaign_of({"name": name, **conditions.data(), "pieces": brought, "problems": [entry]})
        return campaign, making.out or default_folder(campaign, Path())
    _refuse_options(asked, conditions)
    path = Path(what)
    if path.is_dir():
        return read_campaign(path / TOML), making.out or path
    if path.suffix != ".toml":
        raise BadInput(f"compare {what!r}: expected {', '.join(FAMILIES)}, a campaign's file (.toml) or its folder")
    campaign = read_campaign(path)
    return campaign, making.out or default_folder(campaign, Path())


def _refuse_options(*groups: Asked | Conditions) -> None:
    """What a campaign asks stands in its file alone."""
    for group in groups:
        for field in fields(group):
            if getattr(group, field.name) != field.default:
                name = {"piece_files": "pieces"}.get(field.name, field.name.replace("_", "-"))
                raise BadInput(f"--{name} belongs into the campaign's file, where others find it too")


def _numbers(name: str, text: str | None) -> int | list[int] | None:
    if text is None:
        return None
    try:
        numbers = [int(each) for each in text.strip(",").split(",")]
    except ValueError:
        raise BadInput(f"{name} {text!r}: expected a number, or several with commas") from None
    return numbers if "," in text else numbers[0]


def _options(texts: Any) -> dict[str, dict[str, list[str]]] | None:
    """Options by backend: `sat.solver=cadical195,glucose4`."""
    found: dict[str, dict[str, list[str]]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        backend, dot, key = name.rpartition(".")
        if not (equals and dot and values):
            raise BadInput(f"option {text!r}: expected BACKEND.NAME=VALUE, such as sat.solver=cadical195,glucose4")
        found.setdefault(backend, {}).setdefault(key, []).extend(values.split(","))
    return found or None


def _list(campaign: "Campaign") -> None:
    """The runs that would be made."""
    tasks = campaign.tasks()
    for task in tasks:
        options = [f"{name}={value}" for name, value in task.question.options.items()]
        workers = [] if task.question.workers == 1 else [f"workers={task.question.workers}"]
        emit(
            "  ".join([task.instance, " ".join([task.entrant.name, *options, *workers]), f"seed {task.question.seed}"])
        )
    limits = [task.limits.seconds for task in tasks]
    most = f", at most {sum(filter(None, limits)):,.0f} s" if None not in limits else ""
    emit(f"{len(tasks):,} runs{most}")


def _made(campaign: "Campaign", folder: Path, making: Making) -> "Outcome":
    from rookery.cli.live import watched
    from rookery.compare.folder import Start, run

    with watched(making.jobs) as observer:
        return run(campaign, folder, Start(making.jobs, making.fresh, making.retry), observer)


def _reported(campaign: "Campaign", folder: Path, outcome: "Outcome", making: Making) -> "Findings":
    """Judge the runs, write the reports, and show what was found."""
    from rookery.compare.findings import findings
    from rookery.compare.reporting import judge, write

    disputes = judge(folder, outcome.records, shrink=not outcome.interrupted)
    found = findings(campaign.name, outcome.records, outcome.environment, disputes)
    paths = write(folder, found)
    if making.export:
        from rookery.compare.export import export

        paths += export(outcome.records, making.export)
    _show(found)
    complain(f"wrote {', '.join(map(str, paths))}")
    return found


def _show(found: "Findings") -> None:
    from rich.console import Console

    from rookery.compare.report.terminal import show

    console = Console(highlight=False, markup=False, emoji=False)
    with console.capture() as shown:  # rich would end the process by itself when nobody reads any more
        show(found, console)
    emit(shown.get().rstrip("\n"))


def _end(found: "Findings", outcome: "Outcome") -> NoReturn:
    if outcome.interrupted:
        missing = outcome.planned - len(outcome.records)
        complain(f"rookery: interrupted; {missing} of {outcome.planned} runs are missing, the same command goes on")
        raise typer.Exit(exits.INTERRUPTED)
    raise typer.Exit(exits.ANSWERED if found.sound else exits.DISAGREEMENT)
