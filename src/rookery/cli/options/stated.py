"""The options of a family of problems, made from its declaration, and the problem that they state."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from rookery.cli.options.option import Declared, Group, completion, make_command, option
from rookery.cli.options.squares import Squares, piece_names
from rookery.models import BadInput, Piece, Problem
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.graph import Graph
from rookery.models.pieces.piece import GUARD, check_named_once
from rookery.models.pieces.sources import FindPiece
from rookery.models.problem.problem import Named, Statement
from rookery.models.problems.family import COST, COUNT, GIVENS, Family, Several
from rookery.models.problems.parameters import Choice, Flag, Parameter, SquareList, Whole
from rookery.models.problems.places import NO_PIECE
from rookery.models.reading import typed

PIECE_HELP = "A piece: a name (`rookery pieces` lists them) or Betza notation such as NC."
COUNT_HELP = "How many pieces: a number, n (the side of the board) or {} ({}); one per --piece{}."
EACH_HELP = {
    COST: "Cost of a piece, a whole number from 1; one per --piece.",
}
EACH_METAVAR = {COST: "C"}
SIDE = "side"
GIVEN_OPTIONS = dict(zip(GIVENS, ("fix", "forbid"), strict=True))


@dataclass(frozen=True)
class FamilyValues:
    """The values of the options of one family, by their names: the pieces, what each comes with, and the parameters."""

    family: Family
    given: Mapping[str, Any]

    def problem(self, squares: Squares, board: AbstractBoard | None = None) -> Problem:
        """The problem on a board, by default the one that the squares' options name.

        Raises `BadInput` for what makes no sense.
        """
        family = self.family
        values = {each.name: _read_value(each, self.given[field_name(each)]) for each in family.parameters}
        if family.places is None:
            return family.declare_case(values)
        board = squares.read_board() if board is None else board
        values = {each.name: each.on(values[each.name], board) for each in family.parameters}
        texts, values_of = self._split_pieces(self._name_pieces(board))
        pieces = read_pieces(family, texts, squares.piece_sources().piece)
        named = tuple(map(Named, pieces, self._values(values_of, pieces, board)))
        fixed, forbidden = _read_givens(family, squares, pieces, board)
        return family.declare(Statement(family.name, board, named, values, fixed, forbidden))

    def _name_pieces(self, board: AbstractBoard) -> Sequence[str]:
        """The pieces that are named; in a graph the guard goes without saying."""
        named: Sequence[str] | None = self.given["piece"]
        places = self.family.places
        if not named and places and places.default:
            return [places.default]
        if not named and isinstance(board, Graph):
            return [GUARD.name] * (places.least if places else 1)
        if not named:
            raise BadInput("Missing option '--piece': expected a name such as queen, or Betza notation such as NC")
        return named

    def _split_pieces(self, texts: Sequence[str]) -> tuple[Sequence[str], Sequence[Any]]:
        """The pieces without their counts, `queen=5`, and these; else what comes with them by another option."""
        each = self.family.each
        apart = self.given[each] or () if each else ()
        counted = next((text for text in texts if "=" in text), None)
        if counted is None:
            return texts, apart
        if each != COUNT:
            raise BadInput(
                f"piece {typed.quote(counted)}: {self.family.name} takes no number of pieces here; guards does"
            )
        if apart:
            raise BadInput(f"piece {typed.quote(counted)}: --count says numbers too; give them in one of the two ways")
        return typed.split_counts(texts, self.family.open_count)

    def _values(self, given: Sequence[Any], pieces: Sequence[Piece], board: AbstractBoard) -> Sequence[Any]:
        """The value of each piece."""
        family = self.family
        if not family.each:
            return [None] * len(pieces)
        if family.each != COUNT:
            if len(given) != len(pieces):
                raise BadInput(
                    f"{len(given)} of --{family.each} for {len(pieces)} of --piece; give one for each, in order"
                )
            return list(given)
        counts = typed.read_counts(given, pieces, board, self.family.open_count)
        if None in counts and family.places and family.places.counted:
            also = ", or --piece NAME=K" * (len(pieces) > 1)
            raise BadInput(f"Missing option '--count': expected how many pieces to place, a number or n{also}")
        return counts


@dataclass(frozen=True)
class FamilyOptions:
    """The options of one family."""

    family: Family

    def options(self) -> list[click.Parameter]:
        """The options of pieces, of their values, and of parameters; a required option comes first."""
        found = [*_piece_options(self.family), *(_own_option(self.family, each) for each in self.family.parameters)]
        asked = [each for each in found if each.name not in self.family.preset]
        return sorted(asked, key=lambda each: not each.required)

    def fill(self, values: Mapping[str, Any]) -> FamilyValues:
        """The values as the options state them, and those that a short form has."""
        given = {each.name: values[each.name] for each in self.options() if each.name}
        return FamilyValues(self.family, {**given, **self.family.preset})


class NoSquares:
    """The squares of a family that names none: no options."""

    def options(self) -> list[click.Parameter]:
        """Return nothing: the problem says its board by itself."""
        return []

    def fill(self, values: Mapping[str, Any]) -> Squares:
        """Squares of which none is given."""
        return Squares()


def make_family_command(
    command: Callable[..., None], family: Family, does: str = "", example: str = "", **more: Any
) -> click.Command:
    """The sub-command of a family, whose function takes what is `stated`, and the `squares`.

    `does` begins its help; `example` is the line of the family's own example, which stands for `{}`.
    """
    groups: dict[str, Group] = {"stated": FamilyOptions(family), **({} if family.places else {"squares": NoSquares()})}
    if family.example and example:
        more["epilog"] = f"Example: rookery {example.format(f'{family.name} {family.example}')}"
    help = f"{does} {family.summary}".lstrip()
    return make_command(command, family.name, groups=groups, help=help, short_help=family.summary, **more)


def _piece_options(family: Family) -> Iterator[click.Parameter]:
    if family.places is None:
        return
    several = family.places.several is not Several.NEVER
    places, help = family.places, f"{PIECE_HELP} Repeatable." if several else PIECE_HELP
    shown = {"show_default": places.default} if places.default else {}
    made = option(f"--{places.option}", places.help or help, "NAME", shell_complete=piece_names, **shown)
    yield made.parameter("piece", list[str] | None, None)
    if family.each == COUNT:
        none = places.open
        shown = {} if places.counted else {"show_default": none}
        words = COUNT_HELP.format(none, typed.OPEN[none], ", or --piece NAME=K" * several)
        yield option(f"--{COUNT}", words, f"K|n|{none}", **shown).parameter(COUNT, list[str] | None, None)
    elif family.each:
        yield each_option(family.each).parameter(family.each, list[int])


def each_option(each: str, **more: Any) -> Declared:
    """The option that says what every piece comes with."""
    help = EACH_HELP.get(each, f"The {each} of a piece, a whole number; one per --piece.")
    return option(f"--{each}", help=help, metavar=EACH_METAVAR.get(each, "K"), **more)


def _own_option(family: Family, parameter: Parameter) -> click.Parameter:
    """The option of a parameter; a special case takes the side of its board as `--board` too, as others do."""
    if family.places is None and parameter.option_name == SIDE:
        return parameter_option(parameter, f"--board --{SIDE}")
    return parameter_option(parameter)


def parameter_option(parameter: Parameter, name: str = "") -> click.Parameter:
    """The option for one parameter of a family, under its own name by default."""
    name, field, metavar = name or f"--{parameter.option_name}", field_name(parameter), parameter.metavar
    more: dict[str, Any] = {"help": parameter.help}
    match parameter:
        case Whole(required=True):
            return option(name, metavar=metavar, least=parameter.least, **more).parameter(field, int)
        case Whole():
            more |= {"show_default": parameter.none} if parameter.unbounded else {}
            made = option(name, metavar=metavar, least=parameter.least, **more)
            return made.parameter(field, int | None, parameter.default)
        case Flag():
            return option(name, metavar="", **more).parameter(field, bool, parameter.default)
        case Choice():
            made = option(name, metavar=metavar or "WORD", completed=completion(parameter.values), **more)
            return made.parameter(field, str, parameter.default)
        case SquareList():
            return option(name, metavar=metavar, **more).parameter(field, list[str] | None, None)
    raise TypeError(f"no option can say the parameter {parameter!r}")


def field_name(parameter: Parameter) -> str:
    """The name of the field that holds the option of a parameter."""
    return parameter.option_name.replace("-", "_")


def _read_value(parameter: Parameter, given: Any) -> Any:
    if isinstance(parameter, SquareList):
        return None if given is None else parameter.read(given)
    return parameter.read(given)


def read_pieces(family: Family, texts: Sequence[str], find: FindPiece) -> list[Piece]:
    """The pieces that a problem is about; raises `BadInput` for several if it takes one, and for one named twice."""
    places = family.places
    if places and places.several is Several.NEVER and len(texts) != 1:
        what = "this problem" if family.label else family.name  # beside a label, the name is no noun: `upper`
        raise BadInput(f"{what} takes one --piece, here are {len(texts)}: {', '.join(texts)}")
    none = places.none if places else None
    pieces = [none if none and text == NO_PIECE else _find_piece(text, find) for text in texts]
    if places and not places.repeated:
        check_named_once(texts, pieces)
    return pieces


def _find_piece(text: str, find: FindPiece) -> Piece:
    try:
        return find(text)
    except BadInput:
        parts = [part.strip() for part in text.split(",")]
        if len(parts) < 2 or not all(part.isalpha() for part in parts):
            raise
        options = " ".join(f"--piece {part}" for part in parts)
        raise BadInput(f"piece {typed.quote(text)}: expected one piece; repeat the option: {options}") from None


def _read_givens(
    family: Family, squares: Squares, pieces: Sequence[Piece], board: AbstractBoard
) -> tuple[Mapping[Cell, Piece], tuple[Cell, ...]]:
    """The fixed and the forbidden squares; raises `BadInput` for those that the family does not take."""
    takes_fixed = "fixed" in family.givens
    fixed, forbidden = squares.read_fixed(pieces if takes_fixed else pieces[:1], board), squares.read_forbidden(board)
    for given, found in zip(GIVENS, (fixed, forbidden), strict=True):
        if found and given in family.without:
            raise BadInput(f"--{GIVEN_OPTIONS[given]} has no meaning here: {family.without[given]}")
    return fixed, tuple(forbidden)
