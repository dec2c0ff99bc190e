"""The options of `rookery compare` that say which problems are put, made from the declarations of all families."""

from dataclasses import dataclass, make_dataclass
from typing import Annotated, Any

import typer

from rookery.cli.options.option import completion, option
from rookery.cli.options.piece_files import PieceFiles, piece_names
from rookery.cli.options.stated import field_name
from rookery.models import BadInput
from rookery.models.pieces.piece import check_named_once
from rookery.models.pieces.sources import PieceSources
from rookery.models.problems.families import ALONE, COUNT, FAMILIES, TOGETHER, piece_keys
from rookery.models.problems.family import Family
from rookery.models.problems.parameters import Choice, Flag, Parameter, SquareList, Whole
from rookery.named_pieces import user_sources

PROBLEM = "Problem"
WHAT_HELP = (
    f"A family with the options below: {', '.join(FAMILIES)}; or a campaign file (.toml);"
    " or the folder of a campaign, to continue it."
)
COUNT_HELP = "How many pieces: a number, n (the side of the board) or max; with --together one per --piece."
What = Annotated[
    str,
    typer.Argument(help=WHAT_HELP, metavar="WHAT", show_default=False, autocompletion=completion(tuple(FAMILIES))),
]


@dataclass(frozen=True)
class EntryOptions:
    """The pieces and boards of the problems that are put, and what is given on them."""

    piece: Annotated[
        list[str] | None, option("--piece", "A piece (repeatable).", "NAME", PROBLEM, autocompletion=piece_names)
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
        """Where the names of pieces lead."""
        return user_sources(self.piece_files)

    def entry(self, name: str) -> dict[str, Any]:
        """The entry of a campaign that asks this of a family."""
        if not self.piece or self.boards is None:
            raise BadInput(f"compare {name} needs --piece and --boards; or name a campaign's file")
        given = {
            "boards": self.boards,
            **{each.entry_key: self._given_value(each) for each in PARAMETERS.values()},
            **{key: getattr(self, each) for each, key in VALUED.items()},
            "fixed": self.fix,
            "forbidden": self.forbid,
            "holes": self.hole,
            **self._pieces(FAMILIES[name]),
        }
        return {"family": name} | {key: value for key, value in given.items() if value is not None}

    def _given_value(self, parameter: Parameter) -> Any:
        """What is given of a parameter; a flag that is not set says nothing."""
        value = getattr(self, field_name(parameter))
        return value or None if isinstance(parameter, Flag) else value

    def _pieces(self, family: Family) -> dict[str, Any]:
        """The pieces, in the way that the entry of a family names them."""
        pieces, counts = self.piece or [], getattr(self, COUNT) or []
        key = piece_keys(family)[0]
        if key != ALONE:
            valued = self._each(family.each, getattr(self, family.each) or []) if family.each else pieces
            return {COUNT: counts or None, key: valued}
        if self.together:
            return {TOGETHER: self._each(COUNT, counts or ["max"] * len(pieces)) if family.each else pieces}
        if len(counts) > 1:
            raise BadInput("several --count without --together; give one, it holds for each piece on its own")
        return {ALONE: pieces, COUNT: counts[0] if counts else None}

    def _each(self, what: str, values: list[Any]) -> Any:
        """The pieces with what each comes with."""
        pieces = self.piece or []
        if len(values) != len(pieces):
            raise BadInput(f"{len(values)} of --{what} for {len(pieces)} of --piece; give one for each, in order")
        check_named_once(pieces)
        return dict(zip(pieces, values, strict=True))


def _write_help(parameter: Parameter) -> str:
    """Whose parameter it is, what it says, and whether it may be repeated."""
    whose = [
        name for name, family in FAMILIES.items() if any(each.name == parameter.name for each in family.parameters)
    ]
    again = " Repeatable." if parameter.listed else ""
    return f"{', '.join(whose).capitalize()}: {parameter.help[:1].lower()}{parameter.help[1:]}{again}"


def _parameter_field(parameter: Parameter) -> Any:
    """The field of one parameter; a campaign checks the value itself, and says which key is wrong."""
    kind: Any = {Whole: int, Flag: bool, Choice: str, SquareList: list[str]}[type(parameter)]
    values = parameter.values if isinstance(parameter, Choice) else ()
    more: dict[str, Any] = {"show_default": parameter.default} if parameter.said else {}
    more |= {"show_default": parameter.none} if isinstance(parameter, Whole) and parameter.unbounded else {}
    more |= {"autocompletion": completion(values)} if values else {}
    made = option(f"--{parameter.option_name}", _write_help(parameter), parameter.metavar, PROBLEM, **more)
    if isinstance(parameter, Flag):
        return field_name(parameter), Annotated[bool, made], False
    return field_name(parameter), Annotated[(list[kind] if parameter.listed else kind) | None, made], None


def _each_field(each: str) -> Any:
    whose = [name for name, family in FAMILIES.items() if family.each == each]
    if each == COUNT:
        made = option("--count", COUNT_HELP, "K|n|max", PROBLEM, show_default="max")
        return COUNT, Annotated[list[str] | None, made], None
    help = f"{', '.join(whose).capitalize()}: one per --piece."
    return each, Annotated[list[int] | None, option(f"--{each}", help, each[0].upper(), PROBLEM)], None


# What any family is asked; of a parameter that several share, the first says its type.
PARAMETERS = {each.entry_key: each for family in FAMILIES.values() for each in family.parameters}
VALUED = {family.each: piece_keys(family)[0] for family in FAMILIES.values() if family.each not in ("", COUNT)}
ENTRY_OPTIONS: type[EntryOptions] = make_dataclass(
    "FamilyOptions",
    [*map(_each_field, (COUNT, *VALUED)), *map(_parameter_field, PARAMETERS.values())],
    bases=(EntryOptions,),
    frozen=True,
)
