"""The options of a family of problems, made from its declaration, and the problem that they state."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import make_dataclass
from typing import Annotated, Any

from rookery.cli.options.option import completion, option
from rookery.cli.options.piece_files import piece_names
from rookery.cli.options.squares import Squares
from rookery.models import BadInput, Piece, Problem
from rookery.models.graphs.graph import Graph
from rookery.models.ground.protocol import Ground, Place
from rookery.models.pieces.piece import check_named_once
from rookery.models.pieces.sources import FindPiece
from rookery.models.pieces.standard import GUARD
from rookery.models.problem import Named, Statement
from rookery.models.problems.family import COST, COUNT, GIVENS, WEIGHT, Family, Several
from rookery.models.problems.parameters import Choice, Flag, Parameter, SquareList, Whole
from rookery.models.reading import typed

PIECE_HELP = "A piece: a name (`rookery pieces` lists them) or Betza notation such as NC."
EACH_HELP = {
    COUNT: "How many pieces: a number, n (the side of the board) or max (as many as possible); one per --piece.",
    WEIGHT: "Weight of a piece, a whole number from 1; one per --piece.",
    COST: "Cost of a piece, a whole number from 1; one per --piece.",
}
EACH_METAVAR = {COUNT: "K|n|max", WEIGHT: "W", COST: "C"}
GIVEN_OPTIONS = dict(zip(GIVENS, ("fix", "forbid"), strict=True))


class Stated:
    """What the options of one family say: `piece`, what each piece comes with, and its parameters."""

    piece: list[str] | None

    def problem(self, family: Family, squares: Squares) -> Problem:
        """The problem on the board that the squares' options name; raises `BadInput` for what makes no sense."""
        values = {each.name: _read_value(each, getattr(self, field_name(each))) for each in family.parameters}
        if family.places is None:
            return family.declare_case(values)
        board = squares.read_board()
        values = {each.name: each.on(values[each.name], board) for each in family.parameters}
        pieces = read_pieces(family, self._name_pieces(family, board), squares.piece_sources().piece)
        named = tuple(map(Named, pieces, self._values(family, pieces, board)))
        fixed, forbidden = _read_givens(family, squares, pieces, board)
        return family.declare(Statement(family.name, board, named, values, fixed, forbidden))

    def _name_pieces(self, family: Family, board: Ground) -> Sequence[str]:
        """The pieces that are named; in a graph the guard goes without saying."""
        if not self.piece and isinstance(board, Graph):
            return [GUARD.name] * (family.places.least if family.places else 1)
        if not self.piece:
            raise BadInput("Missing option '--piece': expected a name such as queen, or Betza notation such as NC")
        return self.piece

    def _values(self, family: Family, pieces: Sequence[Piece], board: Ground) -> Sequence[Any]:
        """What each piece comes with."""
        if not family.each:
            return [None] * len(pieces)
        given = getattr(self, family.each) or ()
        if family.each != COUNT:
            if len(given) != len(pieces):
                raise BadInput(
                    f"{len(given)} of --{family.each} for {len(pieces)} of --piece; give one for each, in order"
                )
            return list(given)
        counts = typed.read_counts(given, pieces, board)
        if None in counts and family.places and family.places.counted:
            raise BadInput("Missing option '--count': expected how many pieces to place, a number or n")
        return counts


def options_of(family: Family) -> type[Stated]:
    """A group of options for one family."""
    fields = [*_piece_fields(family), *map(parameter_field, family.parameters)]
    required = [each for each in fields if len(each) == 2]
    return make_dataclass("StatedOptions", [*required, *(each for each in fields if len(each) > 2)], bases=(Stated,))


def _piece_fields(family: Family) -> Iterator[Any]:
    if family.places is None:
        return
    several = family.places.several is not Several.NEVER
    help = f"{PIECE_HELP} Repeatable." if several else PIECE_HELP
    yield "piece", Annotated[list[str] | None, option("--piece", help, "NAME", autocompletion=piece_names)], None
    if family.each == COUNT:
        shown = {} if family.places.counted else {"show_default": "max"}
        yield COUNT, Annotated[list[str] | None, each_option(COUNT, **shown)], None
    elif family.each:
        yield family.each, Annotated[list[int], each_option(family.each)]


def each_option(each: str, panel: str | None = None, **more: Any) -> Any:
    """The option that says what every piece comes with."""
    help = EACH_HELP.get(each, f"The {each} of a piece, a whole number; one per --piece.")
    return option(f"--{each}", help, EACH_METAVAR.get(each, "K"), panel, **more)


def parameter_field(parameter: Parameter) -> Any:
    """The field for one parameter: its name, its type with its option, and its default."""
    name, help, metavar = f"--{parameter.option_name}", parameter.help, parameter.metavar
    match parameter:
        case Whole(required=True):
            return field_name(parameter), Annotated[int, option(name, help, metavar, min=parameter.least)]
        case Whole():
            shown = {"show_default": parameter.none} if parameter.unbounded else {}
            made = option(name, help, metavar, min=parameter.least, **shown)
            return field_name(parameter), Annotated[int | None, made], parameter.default
        case Flag():
            return field_name(parameter), Annotated[bool, option(name, help, "")], parameter.default
        case Choice():
            made = option(name, help, metavar or "WORD", autocompletion=completion(parameter.values))
            return field_name(parameter), Annotated[str, made], parameter.default
        case SquareList():
            return field_name(parameter), Annotated[list[str] | None, option(name, help, metavar)], None
    raise TypeError(f"no option can say the parameter {parameter!r}")


def field_name(parameter: Parameter) -> str:
    """The name of the field that holds the option of a parameter."""
    return parameter.option_name.replace("-", "_")


def _read_value(parameter: Parameter, given: Any) -> Any:
    if isinstance(parameter, SquareList):
        return tuple(given or ())
    return parameter.read(given)


def read_pieces(family: Family, texts: Sequence[str], find: FindPiece) -> list[Piece]:
    """The pieces that a problem is about; raises `BadInput` for several where it takes one, and for one named twice."""
    places = family.places
    if places and places.several is Several.NEVER and len(texts) != 1:
        what = "this problem" if family.label else family.name  # beside a label, the name is no noun: `upper`
        raise BadInput(f"{what} takes one --piece, here are {len(texts)}: {', '.join(texts)}")
    pieces = [_find_piece(text, find) for text in texts]
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
    family: Family, squares: Squares, pieces: Sequence[Piece], board: Ground
) -> tuple[Mapping[Place, Piece], tuple[Place, ...]]:
    """The fixed and the forbidden squares; raises `BadInput` for those that the family does not take."""
    takes_fixed = "fixed" in family.givens
    fixed, forbidden = squares.read_fixed(pieces if takes_fixed else pieces[:1], board), squares.read_forbidden(board)
    for given, found in zip(GIVENS, (fixed, forbidden), strict=True):
        if found and given in family.without:
            raise BadInput(f"--{GIVEN_OPTIONS[given]} has no meaning here: {family.without[given]}")
    return fixed, tuple(forbidden)
