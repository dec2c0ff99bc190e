"""Families of problems: one declaration states the arguments of a problem function; all other code reads it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from inspect import signature
from time import perf_counter
from typing import Any, NamedTuple, ParamSpec, cast

from rookery.core.errors import BadInput
from rookery.core.words import amount, join_words
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Named, Problem, Statement
from rookery.models.problems import catalogue
from rookery.models.problems.parameters import Parameter, SquareList
from rookery.models.problems.places import COST, COUNT, COUNTED, Places, Several
from rookery.models.reading.given import find_first, take_board, take_count, take_fixed, take_squares
from rookery.models.reading.typed import MOST

# What a declaration needs, from one place.
__all__ = [
    "COST", "COUNT", "COUNTED", "GIVENS", "Family", "Places", "Several", "Wording", "declaration", "declares",
]  # fmt: skip

P = ParamSpec("P")
GIVENS = ("fixed", "forbidden")

_declared_by = dict(catalogue.FAMILIES)  # which function declares a family, so that no two share a name
SMALL = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


class Wording(NamedTuple):
    """A problem in words: a phrase without its board, for reports, and a title with it, for answers."""

    phrase: str
    title: str


@dataclass(frozen=True)
class Family:
    """The declaration of a problem function: its plain data, titles, campaign keys and commands follow from it.

    `name` is that of the command and of plain data, `label` that in answers. `summary` defines the problem in one
    sentence. `places` is None for a special case: its parameters say all, and it returns a problem of another family.
    `describe` puts a statement into words. `without` says, for `fixed` or `forbidden`, why it cannot be given.
    `standing` are the pieces that stand on the board, if these are not exactly the named ones. `example` follows the
    name in a command, `oeis` are the sequences that hold values, and `formula` is the definition in signs: S is the set
    of squares that are chosen, N(v) those from which a piece attacks v, and N[v] the same with v itself. `preset` are
    the values of options that a short form of a family says by its name. `take_ground` makes the board of an argument.
    """

    name: str
    summary: str
    places: Places | None = None
    parameters: tuple[Parameter, ...] = ()
    describe: Callable[[Statement], Wording] | None = None
    label: str = ""
    without: Mapping[str, str] = field(default_factory=dict)
    standing: Callable[[Statement], Sequence[Piece]] = Statement.named_pieces
    example: str = ""
    oeis: tuple[str, ...] = ()
    formula: str = ""
    function: Callable[..., Problem] | None = None
    preset: Mapping[str, Sequence[str]] = field(default_factory=dict)
    take_ground: Callable[[Any], AbstractBoard] = take_board

    def short_form(self, name: str, summary: str, example: str, **preset: Sequence[str]) -> "Family":
        """The same family under another name, which says the values of some options of its commands."""
        return replace(self, name=name, summary=summary, example=example, preset=preset)

    @property
    def each(self) -> str:
        """The value of each piece: a count, a weight, a cost; empty if there is no such value."""
        return self.places.each if self.places else ""

    @property
    def open_count(self) -> str:
        """The word for a count that is not given."""
        return self.places.open if self.places else MOST

    @property
    def givens(self) -> tuple[str, ...]:
        """The names among `fixed` and `forbidden` that may be given."""
        return tuple(given for given in GIVENS if given not in self.without) if self.places else ()

    def convert_arguments(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Convert an argument of a caller for the Python function; raises `BadInput` for another type."""
        found = {name: tuple(each) if isinstance(each, Iterator) else each for name, each in arguments.items()}
        board = None
        if self.places:
            first = self.places.find_argument(found)
            pieces = self.places.take_pieces(found[first], first)
            board = self.take_ground(found["board"])
            found |= {first: self.places.take_values(pieces, board), "board": board}
            if self.each == COUNT and COUNT in found:
                found[COUNT] = take_count(found[COUNT], board, COUNT, self.places.open)
        for each in self.parameters:
            if each.keyword in found:
                found[each.keyword] = each.convert_argument(found[each.keyword], board)
        return found if board is None else found | dict(self._convert_givens(found, board))

    def _convert_givens(self, found: Mapping[str, Any], board: AbstractBoard) -> Iterator[tuple[str, Any]]:
        """The squares that are given; a name among them means first a piece that stands on the board.

        They are in the order of plain data, so that a problem declared from there has the same model, row by row.
        """
        if "fixed" in found:
            bare = self.statement({**found, "fixed": (), "forbidden": ()})
            fixed = take_fixed(found["fixed"], board, "fixed", find_first(self.standing(bare)))
            yield "fixed", dict(sort_fixed(fixed)) if isinstance(fixed, Mapping) else sorted(fixed)
        if "forbidden" in found:
            yield "forbidden", sorted(take_squares(found["forbidden"], board, "forbidden"))

    def declare(self, statement: Statement) -> Problem:
        """The problem of a statement; raises `BadInput` as the Python function does."""
        assert self.function is not None
        assert self.places is not None
        found = {
            self.places.find_argument(signature(self.function).parameters): self.places.argument(statement.pieces),
            "board": statement.board,
        }
        if self.places.several is Several.NEVER and self.places.each == COUNT:
            found[COUNT] = statement.pieces[0].value
        found |= {each.keyword: each.to_argument(statement.parameters[each.name]) for each in self.parameters}
        return self.function(**found | {given: getattr(statement, given) for given in self.givens})

    def declare_case(self, values: Mapping[str, Any]) -> Problem:
        """The problem of a special case, from the values of its parameters."""
        assert self.function is not None
        return self.function(**{each.keyword: each.to_argument(values[each.name]) for each in self.parameters})

    def statement(self, arguments: Mapping[str, Any]) -> Statement:
        """The statement of a call of the Python function."""
        assert self.places is not None
        named = self.places.name_pieces(arguments[self.places.find_argument(arguments)], arguments.get(COUNT))
        board, fixed = arguments["board"], arguments.get("fixed", ())
        pairs = fixed.items() if isinstance(fixed, Mapping) else ((square, named[0].piece) for square in fixed)
        return Statement(
            self.name,
            board,
            named,
            {each.name: each.from_argument(arguments[each.keyword]) for each in self.parameters},
            {board.cell_type(*square): piece for square, piece in pairs},
            tuple(sorted(board.cell_type(*square) for square in arguments.get("forbidden", ()))),
        )

    def list_squares(self, asked: Statement) -> Iterator[tuple[str, Sequence[Cell]]]:
        """The parameters of a statement that are squares, as the givens are, by their names."""
        for each in self.parameters:
            if isinstance(each, SquareList) and isinstance(squares := asked.parameters[each.name], tuple):
                yield each.name, squares


def sort_fixed(fixed: Mapping[Cell, Piece]) -> list[tuple[Cell, Piece]]:
    """Fixed squares with their pieces in the order of plain data: by the piece's name, then by the square."""
    return sorted(fixed.items(), key=lambda pair: (pair[1].name, tuple(pair[0])))


def declares(family: Family) -> Callable[[Callable[P, Problem]], Callable[P, Problem]]:
    """A problem function with its declaration: its problems know their family, what was asked, and their title.

    A function that hands on the problem of another family, as it is, is a special case of that: it is asked as such,
    under another title. Raises `BadInput` for the name of another function's family: a statement names its family.
    """

    def decorate(function: Callable[P, Problem]) -> Callable[P, Problem]:
        _claim(family.name, f"{function.__module__}.{function.__qualname__}")

        @wraps(function)
        def declare(*args: P.args, **kwargs: P.kwargs) -> Problem:
            start = perf_counter()
            bound = called.bind(*args, **kwargs)
            bound.apply_defaults()
            bound.arguments.update(family.convert_arguments(bound.arguments))
            problem = function(*bound.args, **bound.kwargs)
            asked = problem.asked
            statement = family.statement(bound.arguments) if family.places else asked
            if asked is None:
                problem, asked = replace(problem, family=family.label or family.name), statement
            title = family.describe(statement).title if family.describe and statement else problem.title
            return replace(problem, title=title, declare_seconds=perf_counter() - start).remembering(asked)

        called = signature(function)
        declare.family = replace(family, function=declare)  # type: ignore[attr-defined]
        return declare

    return decorate


def declaration(function: object) -> Family | None:
    """The declaration of a problem function; None for any other function."""
    return cast("Family | None", getattr(function, "family", None))


def _claim(name: str, place: str) -> None:
    other = _declared_by.setdefault(name, place)
    if other != place:
        raise BadInput(f"two functions declare a family {name}: {other} and {place}; give one another name")


def a_board(board: AbstractBoard) -> str:
    """A board in a sentence: `an 8x8 board`, `a 5x7 torus`, `a graph of 5 vertices`."""
    return board.phrase


def name_pieces(asked: Statement) -> str:
    """The pieces of a problem in words: `queens and rooks`."""
    return join_words([piece.plural for piece in asked.named_pieces()])


def spell_counts(counts: Mapping[Piece, int | None], how: str = "many") -> str:
    """Pieces and their counts in a sentence: `2 queens and as many rooks as possible`."""
    return join_words(
        [f"as {how} {piece.plural} as possible" if count is None else spell_count(count, piece)
         for piece, count in counts.items()]
    )  # fmt: skip


def spell_number(count: int) -> str:
    """A small number as a word: `two`."""
    return SMALL.get(count, str(count))


def spell_count(count: int | str, piece: Piece) -> str:
    """A number of copies of a piece: `1 queen`, `8 queens`, `n queens`."""
    return amount(str(count), piece, piece.plural)


def spell_values(pieces: Iterable[Named], pawns: int = 0) -> str:
    """Pieces and their weights or costs, and pawns if there are any: `queens (9), rooks (5) and 2 pawns`."""
    valued = [f"{piece.plural} ({value})" for piece, value in pieces]
    return join_words([*valued, *([amount(str(pawns), "pawn")] if pawns else [])])


def capitalize(sentence: str) -> str:
    """A sentence that begins with a capital letter; the rest stays as it is."""
    return sentence[:1].upper() + sentence[1:]
