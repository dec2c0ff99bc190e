"""The options of `rookery compare`, in groups that read themselves into a campaign."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from rookery.cli.options.options import OUTPUT, SEARCH, kinds, option, piece_names
from rookery.cli.options.piece_files import PieceFiles
from rookery.compare.campaign.pieces import ways
from rookery.compare.problems.families import FAMILIES, Family
from rookery.models import BadInput

PROBLEM, RUNS = "Problem", "Runs"
WHAT_HELP = (
    f"A family with the options below: {', '.join(FAMILIES)}; or a campaign's file (.toml), whose peers"
    " are run, or its folder, to go on."
)
COUNT_HELP = "How many: a number, n (the board's side) or max; with --together one for each --piece, in order."
BACKENDS_HELP = "Names with commas, `all`, or file.py:Class for a backend of your own."


def families(incomplete: str) -> list[str]:
    """The families of problems that a shell may complete."""
    return [name for name in FAMILIES if name.startswith(incomplete)]


What = Annotated[str, typer.Argument(help=WHAT_HELP, metavar="WHAT", show_default=False, autocompletion=families)]


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
    allow: Annotated[list[str] | None, option("--allow", "Restricted: may stand here.", "R,C", PROBLEM)] = None
    weight: Annotated[list[int] | None, option("--weight", "Weighted: one a --piece.", "W", PROBLEM)] = None
    cost: Annotated[list[int] | None, option("--cost", "Cheapest: one a --piece.", "C", PROBLEM)] = None
    through: Annotated[bool, option("--through", "Cheapest: attack through others.", "", PROBLEM)] = False
    pawns: Annotated[int | None, option("--pawns", "Sighted, weighted: pawns in the way.", "K", PROBLEM)] = None
    times: Annotated[list[int] | None, option("--times", "k-fold: how often; repeatable.", "K", PROBLEM)] = None
    closed: Annotated[bool, option("--closed", "k-fold: occupied squares too.", "", PROBLEM)] = False
    size: Annotated[int | None, option("--size", "Armies: of this size.", "K", PROBLEM, show_default="max")] = None
    piece_files: PieceFiles = None

    def entry(self, family: str) -> dict[str, Any]:
        """The entry of a campaign that asks this."""
        if not self.piece or self.boards is None:
            raise BadInput(f"compare {family} needs --piece and --boards; or name a campaign's file")
        given = {
            "boards": self.boards,
            "kinds": self.kind,
            "times": self.times,
            "through": self.through or None,
            "closed": self.closed or None,
            "pawns": self.pawns,
            "size": self.size,
            "fixed": self.fix,
            "forbidden": self.forbid,
            "holes": self.hole,
            "allowed": self.allow,
            **self._cast(FAMILIES[family]),
        }
        return {"family": family} | {key: value for key, value in given.items() if value is not None}

    def _cast(self, family: Family) -> dict[str, Any]:
        """The pieces, in the way that the entry of a family names them."""
        pieces, counts = self.piece or [], self.count or []
        way = ways(family)[0]
        values = {"weights": self.weight, "costs": self.cost}
        if way in values:
            values[way] = self._each(way.removesuffix("s"), values[way] or [])
            return {**values, "count": self.count}
        if way == "armies":
            return {**values, "armies": pieces, "count": self.count}
        if self.together:
            return {**values, "mixed": self._together(family, counts)}
        if len(counts) > 1:
            raise BadInput("several --count without --together; give one, it holds for each piece on its own")
        return {**values, "pieces": pieces, "count": counts[0] if counts else None}

    def _together(self, family: Family, counts: list[str]) -> Any:
        """All pieces on one board; where they are counted, with their counts."""
        if family.with_each:
            return self._each("count", counts or ["max"] * len(self.piece or ()))
        return self.piece

    def _each(self, what: str, values: list[Any]) -> Any:
        """The pieces with what each comes with."""
        pieces = self.piece or []
        if len(values) != len(pieces):
            raise BadInput(f"{len(values)} of --{what} for {len(pieces)} of --piece; give one for each, in order")
        if len(set(pieces)) < len(pieces):
            raise BadInput(f"a piece is named twice: {', '.join(pieces)}; name each once")
        return dict(zip(pieces, values, strict=True))


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
    lowering: Annotated[
        list[str] | None,
        option("--lowering", "A pass of a backend's lowering; several values likewise.", "BACKEND.NAME=V,V", SEARCH),
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
            "options": _options([*_parted("", self.options or ()), *_parted("lowering.", self.lowering or ())]),
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
    trust_peers: Annotated[
        bool, option("--trust-peers", "Run the code that a folder's campaign names as its peers.", "", RUNS)
    ] = False
    dry_run: Annotated[bool, option("--dry-run", "List the runs and make none.", "", RUNS)] = False
    export: Annotated[
        Path | None, option("--export", "Write the runs: .jsonl, .csv, .parquet, or .json for mkplot.", "FILE", OUTPUT)
    ] = None


def _numbers(name: str, text: str | None) -> int | list[int] | None:
    if text is None:
        return None
    try:
        numbers = [int(each) for each in text.strip(",").split(",")]
    except ValueError:
        raise BadInput(f"{name} {text!r}: expected a number, or several with commas") from None
    return numbers if "," in text else numbers[0]


def _parted(prefix: str, texts: Iterable[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Backend, option and its values, from `sat.solver=cadical195,glucose4`; options may hold dots of their own."""
    for text in texts:
        name, equals, values = text.partition("=")
        backend, lowering, key = name.partition(".lowering.")
        if not lowering:
            backend, _, key = name.rpartition(".")
        if not (equals and backend and key and values):
            raise BadInput(f"option {text!r}: expected BACKEND.NAME=VALUE, such as sat.solver=cadical195,glucose4")
        yield backend, f"{prefix}{lowering[1:]}{key}", values.split(",")


def _options(given: Iterable[tuple[str, str, list[str]]]) -> dict[str, dict[str, list[str]]] | None:
    """Options by backend."""
    found: dict[str, dict[str, list[str]]] = {}
    for backend, name, values in given:
        found.setdefault(backend, {}).setdefault(name, []).extend(values)
    return found or None
