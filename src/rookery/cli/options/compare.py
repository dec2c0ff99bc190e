"""The options of `rookery compare`: problems, made from the declarations of families, backends, conditions, output."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated, Any

import click

from rookery.backends import registry
from rookery.cli.options.option import Declared, Fields, argument, comma_completion, completion, option
from rookery.cli.options.squares import PieceFiles, piece_names
from rookery.cli.options.stated import field_name
from rookery.compare.campaign.keys import OVERRIDES
from rookery.core.numbers import read_whole
from rookery.models import BadInput
from rookery.models.pieces.piece import check_named_once
from rookery.models.pieces.sources import PieceSources
from rookery.models.problems.family import Family
from rookery.models.problems.parameters import Choice, Flag, Parameter, SquareList, Whole
from rookery.models.problems.registry import ALONE, COUNT, FAMILIES, TOGETHER, piece_keys
from rookery.models.reading.given import take_seconds
from rookery.models.reading.typed import split_counts

ALLOWED = ", ".join(f"--{key}" for key in OVERRIDES)
backend_lists = comma_completion(lambda: ("all", *registry.names()))
BACKENDS_HELP = "Names separated by commas, `all`, or file.py:Class for your own backend."
WHAT_HELP = (
    f"A family with the options below: {', '.join(FAMILIES)}; or a campaign file (.toml);"
    " or the folder of a campaign, to continue it."
)
COUNT_HELP = "How many pieces: a number, n (the side of the board) or max; with --together one per --piece."
What = Annotated[
    str,
    argument(WHAT_HELP, "WHAT", completed=completion(tuple(FAMILIES))),
]
# What any family is asked; of a parameter that several share, the first says its type.
PARAMETERS = {each.entry_key: each for family in reversed([*FAMILIES.values()]) for each in family.parameters}
VALUED = {family.each: piece_keys(family)[0] for family in FAMILIES.values() if family.each not in ("", COUNT)}


@dataclass(frozen=True)
class Conditions:
    """The backends that answer, and their conditions."""

    backends: Annotated[
        str | None,
        option("--backends", BACKENDS_HELP, "NAMES", show_default="all", completed=backend_lists),
    ] = None
    options: Annotated[
        list[str] | None,
        option("--option", "An option of a backend; each value makes a separate contestant.", "BACKEND.NAME=V,V"),
    ] = None
    want: Annotated[str | None, option("--want", "one, all or count.", "WANT", show_default="one")] = None
    up_to_symmetry: Annotated[bool, option("--up-to-symmetry", "One solution of each symmetry class.", "")] = False
    seconds: Annotated[str | None, option("--seconds", "Time limit of each run: seconds, or 90s, 2m, 1h.", "S")] = None
    cpu_seconds: Annotated[str | None, option("--cpu-seconds", "Processor time limit of each run.", "S")] = None
    memory: Annotated[str | None, option("--memory", "Memory limit of each run, such as 500M or 2G.", "SIZE")] = None
    seeds: Annotated[str | None, option("--seeds", "Number of seeds, or a list: 0,7.", "N")] = None
    workers: Annotated[str | None, option("--workers", "Number of workers, or a list: 1,2.", "N")] = None

    def data(self) -> dict[str, Any]:
        """The conditions as a campaign has them."""
        given = {
            "backends": self.backends.split(",") if self.backends else None,
            "want": self.want,
            "up-to-symmetry": self.up_to_symmetry or None,
            "seconds": take_seconds(self.seconds),
            "cpu-seconds": take_seconds(self.cpu_seconds, "cpu-seconds"),
            "memory": self.memory,
            "seeds": _read_numbers("seeds", self.seeds),
            "workers": _read_numbers("workers", self.workers),
            "options": _group_by_backend(_split_options(self.options or ())),
        }
        return {key: value for key, value in given.items() if value is not None}

    def overriding(self) -> dict[str, Any]:
        """The conditions that take the place of those in a campaign's file; raises `BadInput` for any other."""
        given = self.data()
        for key in given:
            if key not in OVERRIDES:
                name = "option" if key == "options" else key
                raise BadInput(f"set --{name} in the campaign's file; {ALLOWED} may be options next to a file")
        return given


@dataclass(frozen=True)
class Making:
    """The execution of the runs, and their folder."""

    out: Annotated[
        Path | None, option("--out", "Folder for runs and reports.", "DIR", show_default="named after it")
    ] = None
    name: Annotated[str | None, option("--name", "Name of the campaign.", "TEXT")] = None
    jobs: Annotated[int, option("--jobs", "Number of runs at a time; more than one makes times less exact.", "N")] = 1
    fresh: Annotated[bool, option("--fresh", "Start over, and repeat finished runs.", "")] = False
    retry: Annotated[str | None, option("--retry", "Repeat these runs: timeouts, crashes or all.", "WHICH")] = None
    trust_peers: Annotated[
        bool, option("--trust-peers", "Run code that the campaign in a folder names as its peers.", "")
    ] = False
    dry_run: Annotated[bool, option("--dry-run", "List the runs, and start none.", "")] = False


def _read_numbers(name: str, text: str | None) -> int | list[int] | None:
    if text is None:
        return None
    try:
        numbers = [read_whole(each.strip()) for each in text.strip(",").split(",")]
    except BadInput:
        raise BadInput(f"{name} {text!r}: expected a number, or several with commas") from None
    return numbers if "," in text else numbers[0]


def _split_options(texts: Iterable[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Backend, option and its values, from `sat.solver=cadical195,glucose4`; options may hold dots."""
    for text in texts:
        name, equals, values = text.partition("=")
        backend, lowering, key = name.partition(".lowering.")
        if not lowering:
            backend, _, key = name.rpartition(".")
        if not (equals and backend and key and values):
            raise BadInput(f"option {text!r}: expected BACKEND.NAME=VALUE, such as sat.solver=cadical195,glucose4")
        yield backend, f"{lowering[1:]}{key}", values.split(",")


def _group_by_backend(given: Iterable[tuple[str, str, list[str]]]) -> dict[str, dict[str, list[str]]] | None:
    """Options by backend."""
    found: dict[str, dict[str, list[str]]] = {}
    for backend, name, values in given:
        found.setdefault(backend, {}).setdefault(name, []).extend(values)
    return found or None


@dataclass(frozen=True)
class Placed:
    """The pieces and boards of the problems that are put, and what is given on them."""

    piece: Annotated[
        list[str] | None, option("--piece", "A piece (repeatable).", "NAME", shell_complete=piece_names)
    ] = None
    boards: Annotated[str | None, option("--boards", "Boards: 4..10, 8, 4,6,8, 8x11:torus.", "SIZES")] = None
    together: Annotated[bool, option("--together", "Put all pieces on one board, not each on its own.", "")] = False
    fix: Annotated[list[str] | None, option("--fix", "Put a piece on this square: R,C or R,C=PIECE.", "R,C")] = None
    forbid: Annotated[list[str] | None, option("--forbid", "Keep this square empty.", "R,C")] = None
    hole: Annotated[list[str] | None, option("--hole", "Remove this square from the board.", "R,C")] = None
    piece_files: PieceFiles = None

    def piece_sources(self) -> PieceSources:
        """The register of piece names."""
        return PieceSources(tuple(self.piece_files or ()))


@dataclass(frozen=True)
class StatedEntry:
    """The options of `rookery compare` for one family: its boards, and the given values of its parameters."""

    placed: Placed
    given: Mapping[str, Any]

    def set_options(self) -> Iterator[str]:
        """The names of the options that are given."""
        for field in fields(self.placed):
            if getattr(self.placed, field.name) != field.default:
                yield {"piece_files": "pieces-file"}.get(field.name, field.name.replace("_", "-"))
        yield from (name.replace("_", "-") for name in self.given)

    def spell_out(self, short: Family) -> "StatedEntry":
        """The same with what a short form of a family says by its name; refuses what would say it twice."""
        given = {**self.given, "piece": self.placed.piece}
        if twice := [name for name in short.preset if given.get(name)]:
            raise BadInput(f"compare {short.name} says --{twice[0]} by its name; leave it out, or ask for placement")
        placed = replace(self.placed, piece=list(short.preset["piece"]))
        return StatedEntry(placed, {**self.given, COUNT: list(short.preset[COUNT])})

    def entry(self, name: str) -> dict[str, Any]:
        """The entry of a campaign that asks this of a family."""
        placed = self.placed
        if not placed.piece or placed.boards is None:
            raise BadInput(f"compare {name} needs --piece and --boards; or name a campaign's file")
        given = {
            "boards": placed.boards,
            **{each.entry_key: self.given.get(field_name(each)) for each in PARAMETERS.values()},
            **{key: self.given.get(each) for each, key in VALUED.items()},
            "fixed": placed.fix,
            "forbidden": placed.forbid,
            "holes": placed.hole,
            **self._pieces(FAMILIES[name]),
        }
        return {"family": name} | {key: value for key, value in given.items() if value is not None}

    def _pieces(self, family: Family) -> dict[str, Any]:
        """The pieces, in the way that the entry of a family names them."""
        pieces, counts = self.placed.piece or [], self.given.get(COUNT) or []
        key, none = piece_keys(family)[0], family.open_count
        if family.each == COUNT and any("=" in piece for piece in pieces):
            if counts:
                raise BadInput("--piece NAME=K and --count both say numbers; give them in one of the two ways")
            return {TOGETHER: dict(zip(*split_counts(pieces, none), strict=True))}
        if key != ALONE:
            valued = self._each(family.each, self.given.get(family.each) or []) if family.each else pieces
            return {COUNT: counts or None, key: valued}
        if self.placed.together:
            return {TOGETHER: self._each(COUNT, counts or [none] * len(pieces)) if family.each else pieces}
        if len(counts) > 1:
            raise BadInput("several --count without --together; give one, it holds for each piece on its own")
        return {ALONE: pieces, COUNT: counts[0] if counts else None}

    def _each(self, what: str, values: list[Any]) -> Any:
        """The pieces with what each comes with."""
        pieces = self.placed.piece or []
        if len(values) != len(pieces):
            raise BadInput(f"{len(values)} of --{what} for {len(pieces)} of --piece; give one for each, in order")
        check_named_once(pieces)
        return dict(zip(pieces, values, strict=True))


def _write_help(parameter: Parameter) -> str:
    """The family of a parameter, its text, and whether it may be repeated."""
    whose = [
        name for name, family in FAMILIES.items() if any(each.name == parameter.name for each in family.parameters)
    ]
    again = " Repeatable." if parameter.listed else ""
    return f"{', '.join(whose).capitalize()}: {parameter.help[:1].lower()}{parameter.help[1:]}{again}"


def _parameter_option(parameter: Parameter) -> click.Parameter:
    """The option of one parameter; a campaign checks the value itself, and says which key is wrong."""
    kind: Any = {Whole: int, Flag: bool, Choice: str, SquareList: list[str]}[type(parameter)]
    more: dict[str, Any] = {"show_default": parameter.default} if parameter.said else {}
    more |= {"show_default": parameter.none} if isinstance(parameter, Whole) and parameter.unbounded else {}
    more |= {"completed": completion(parameter.values)} if isinstance(parameter, Choice) and parameter.values else {}
    made = _option(parameter.option_name, _write_help(parameter), parameter.metavar, **more)
    if isinstance(parameter, Flag):
        return made.parameter(field_name(parameter), bool, False)
    return made.parameter(field_name(parameter), (list[kind] if parameter.listed else kind) | None, None)


def _each_option(each: str) -> click.Parameter:
    whose = [name for name, family in FAMILIES.items() if family.each == each]
    if each == COUNT:
        return _option(COUNT, COUNT_HELP, "K|n|max", show_default="max").parameter(COUNT, list[str] | None, None)
    help = f"{', '.join(whose).capitalize()}: the {each} of a piece, one per --piece."
    return _option(each, help, each[0].upper()).parameter(each, list[int] | None, None)


def _option(name: str, help: str, metavar: str, **more: Any) -> Declared:
    return option(f"--{name}", help=help, metavar=metavar, **more)


class EntryOptions:
    """The options of all families together."""

    def options(self) -> list[click.Parameter]:
        """The options of every problem, the values of its pieces, and the parameters of each family."""
        made = Fields(Placed).options()
        return [*made, *map(_each_option, (COUNT, *VALUED)), *map(_parameter_option, PARAMETERS.values())]

    def fill(self, values: Mapping[str, Any]) -> StatedEntry:
        """The entry that the values state; a flag that is not set states nothing."""
        own = [COUNT, *VALUED, *map(field_name, PARAMETERS.values())]
        given = {name: values[name] for name in own if values[name] not in (None, False)}
        return StatedEntry(Fields(Placed).fill(values), given)
