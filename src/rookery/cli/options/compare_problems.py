"""The options of `rookery compare` that say which problems are put, made from the declarations of all families."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any

import click

from rookery.cli.options.option import Declared, Fields, argument, completion, option
from rookery.cli.options.piece_files import PieceFiles, piece_names
from rookery.cli.options.stated import field_name
from rookery.models import BadInput
from rookery.models.pieces.piece import check_named_once
from rookery.models.pieces.sources import PieceSources
from rookery.models.problems.family import Family
from rookery.models.problems.parameters import Choice, Flag, Parameter, SquareList, Whole
from rookery.models.problems.registry import ALONE, COUNT, FAMILIES, TOGETHER, piece_keys
from rookery.named_pieces import user_sources

PROBLEM = "Problem"
WHAT_HELP = (
    f"A family with the options below: {', '.join(FAMILIES)}; or a campaign file (.toml);"
    " or the folder of a campaign, to continue it."
)
COUNT_HELP = "How many pieces: a number, n (the side of the board) or max; with --together one per --piece."
What = Annotated[
    str,
    argument(WHAT_HELP, "WHAT", completed=completion(tuple(FAMILIES))),
]


@dataclass(frozen=True)
class Placed:
    """The pieces and boards of the problems that are put, and what is given on them."""

    piece: Annotated[
        list[str] | None, option("--piece", "A piece (repeatable).", "NAME", PROBLEM, shell_complete=piece_names)
    ] = None
    boards: Annotated[str | None, option("--boards", "Boards: 4..10, 8, 4,6,8, 8x11:torus.", "SIZES", PROBLEM)] = None
    together: Annotated[
        bool, option("--together", "Put all pieces on one board, not each on its own.", "", PROBLEM)
    ] = False
    fix: Annotated[
        list[str] | None, option("--fix", "Put a piece on this square: R,C or R,C=PIECE.", "R,C", PROBLEM)
    ] = None
    forbid: Annotated[list[str] | None, option("--forbid", "Keep this square empty.", "R,C", PROBLEM)] = None
    hole: Annotated[list[str] | None, option("--hole", "Remove this square from the board.", "R,C", PROBLEM)] = None
    piece_files: PieceFiles = None

    def piece_sources(self) -> PieceSources:
        """The register of piece names."""
        return user_sources(self.piece_files)


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
        key = piece_keys(family)[0]
        if key != ALONE:
            valued = self._each(family.each, self.given.get(family.each) or []) if family.each else pieces
            return {COUNT: counts or None, key: valued}
        if self.placed.together:
            return {TOGETHER: self._each(COUNT, counts or ["max"] * len(pieces)) if family.each else pieces}
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
    help = f"{', '.join(whose).capitalize()}: one per --piece."
    return _option(each, help, each[0].upper()).parameter(each, list[int] | None, None)


def _option(name: str, help: str, metavar: str, **more: Any) -> Declared:
    return option(f"--{name}", help=help, metavar=metavar, panel=PROBLEM, **more)


# What any family is asked; of a parameter that several share, the first says its type.
PARAMETERS = {each.entry_key: each for family in FAMILIES.values() for each in family.parameters}
VALUED = {family.each: piece_keys(family)[0] for family in FAMILIES.values() if family.each not in ("", COUNT)}


class EntryOptions:
    """The options of all families together."""

    def options(self) -> list[click.Parameter]:
        """Those of every problem, what its pieces come with, and the parameters of each family."""
        made = Fields(Placed).options()
        return [*made, *map(_each_option, (COUNT, *VALUED)), *map(_parameter_option, PARAMETERS.values())]

    def fill(self, values: Mapping[str, Any]) -> StatedEntry:
        """The entry that the values state; a flag that is not set states nothing."""
        own = [COUNT, *VALUED, *map(field_name, PARAMETERS.values())]
        given = {name: values[name] for name in own if values[name] not in (None, False)}
        return StatedEntry(Fields(Placed).fill(values), given)
