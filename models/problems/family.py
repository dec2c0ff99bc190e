"""Families of problems: one declaration says what a problem function is asked; all who ask it read the declaration."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import wraps
from inspect import signature
from time import perf_counter
from typing import Any, NamedTuple, ParamSpec, cast

from rookery.models.board import Square
from rookery.models.errors import BadInput
from rookery.models.pieces.piece import Piece
from rookery.models.problem import Named, Problem, Statement
from rookery.models.problems.parameters import Parameter, SquareList, plain_number

P = ParamSpec("P")
COUNT, WEIGHT, COST = "count", "weight", "cost"
GIVENS = ("fixed", "forbidden")

_declared_by: dict[str, str] = {}  # which function declares a family, so that no two share a name


class Several(StrEnum):
    """Whether one problem places several types of pieces."""

    NEVER = "never"
    PERHAPS = "perhaps"
    ALWAYS = "always"


@dataclass(frozen=True)
class Places:
    """What a family places.

    `each` is what every piece comes with: a count, a weight, a cost, or nothing. `key` names the pieces in a campaign
    where there are always several, and `what` says it in words. `counted`: a count must be said. `repeated`: a piece
    may be named twice. `least`: how many must be named.
    """

    each: str = ""
    several: Several = Several.NEVER
    key: str = ""
    what: str = ""
    counted: bool = False
    repeated: bool = False
    least: int = 1

    def argument(self, pieces: Sequence[Named]) -> Any:
        """The first argument of the Python function."""
        if self.several is Several.NEVER:
            return pieces[0].piece
        return dict(pieces) if self.each else [piece for piece, _ in pieces]

    def name_pieces(self, argument: Any, count: Any) -> tuple[Named, ...]:
        """The pieces of the first argument, and of the count beside it."""
        if isinstance(argument, Piece):
            return (Named(argument, plain_number(count)),)
        if isinstance(argument, Mapping):
            return tuple(Named(piece, plain_number(value)) for piece, value in argument.items())
        return tuple(Named(piece) for piece in argument)


class Wording(NamedTuple):
    """A problem in words: a phrase without its board, for reports, and a title with it, for answers."""

    phrase: str
    title: str


@dataclass(frozen=True)
class Family:
    """What one problem function is asked: from this follow its plain data, titles, campaign keys and commands.

    `name` is that of the command and of plain data, `label` that in answers. `summary` defines the problem in one
    sentence. `places` is None for a special case: its parameters say all, and it returns a problem of another family.
    `describe` puts a statement into words. `without` says, for `fixed` or `forbidden`, why it cannot be given.
    `standing` are the pieces that stand on the board, where these are not just those named. `example` is what follows
    the name in a command, and `oeis` the sequences that hold values.
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
    function: Callable[..., Problem] | None = None

    @property
    def each(self) -> str:
        """What every piece comes with: a count, a weight, a cost; empty for nothing."""
        return self.places.each if self.places else ""

    @property
    def givens(self) -> tuple[str, ...]:
        """Which of `fixed` and `forbidden` may be given."""
        return tuple(given for given in GIVENS if given not in self.without) if self.places else ()

    def declare(self, statement: Statement) -> Problem:
        """The problem of a statement; raises `BadInput` as the Python function does."""
        assert self.function is not None
        return self.function(**self._arguments(statement))

    def declare_case(self, values: Mapping[str, Any]) -> Problem:
        """The problem of a special case, from the values of its parameters."""
        assert self.function is not None
        return self.function(**{each.keyword: each.to_argument(values[each.name]) for each in self.parameters})

    def statement(self, arguments: Mapping[str, Any]) -> Statement:
        """What a call of the Python function asks."""
        assert self.places is not None
        named = self.places.name_pieces(next(iter(arguments.values())), arguments.get(COUNT))
        fixed = arguments.get("fixed", ())
        pairs = fixed.items() if isinstance(fixed, Mapping) else ((square, named[0].piece) for square in fixed)
        return Statement(
            self.name,
            arguments["board"],
            named,
            {each.name: each.from_argument(arguments[each.keyword]) for each in self.parameters},
            {Square(*square): piece for square, piece in sorted(pairs, key=lambda pair: tuple(pair[0]))},
            tuple(sorted(Square(*square) for square in arguments.get("forbidden", ()))),
        )

    def _arguments(self, statement: Statement) -> dict[str, Any]:
        assert self.places is not None
        assert self.function is not None
        first = next(iter(signature(self.function).parameters))
        found = {first: self.places.argument(statement.pieces), "board": statement.board}
        if self.places.several is Several.NEVER and self.places.each == COUNT:
            found[COUNT] = statement.pieces[0].value
        found |= {each.keyword: each.to_argument(statement.parameters[each.name]) for each in self.parameters}
        return found | {given: getattr(statement, given) for given in self.givens}

    def square_lists(self) -> Iterator[SquareList]:
        """The parameters that are squares, as the givens are."""
        return (each for each in self.parameters if isinstance(each, SquareList))


def declares(family: Family) -> Callable[[Callable[P, Problem]], Callable[P, Problem]]:
    """A problem function with its declaration: its problems know their family, what was asked, and their title.

    A function that hands on the problem of another family, as it is, is a special case of that: it is asked as such,
    under a title of its own. Raises `BadInput` for the name of another function's family: a statement names its family.
    """

    def decorate(function: Callable[P, Problem]) -> Callable[P, Problem]:
        _claim(family.name, f"{function.__module__}.{function.__qualname__}")

        @wraps(function)
        def declare(*args: P.args, **kwargs: P.kwargs) -> Problem:
            start = perf_counter()
            held = [_hold(each) for each in args], {name: _hold(each) for name, each in kwargs.items()}
            problem = function(*held[0], **held[1])
            bound = taken.bind(*held[0], **held[1])
            bound.apply_defaults()
            return _remember(problem, family, bound.arguments, start)

        taken = signature(function)
        declare.family = replace(family, function=declare)  # type: ignore[attr-defined]
        return declare

    return decorate


def declaration(function: object) -> Family | None:
    """The declaration of a problem function; None for what has none."""
    return cast("Family | None", getattr(function, "family", None))


def _claim(name: str, place: str) -> None:
    other = _declared_by.setdefault(name, place)
    if other != place:
        raise BadInput(f"two functions declare a family {name}: {other} and {place}; give one another name")


def _hold(value: Any) -> Any:
    """An argument that can be read twice."""
    return tuple(value) if isinstance(value, Iterator) else value


def _remember(problem: Problem, family: Family, arguments: Mapping[str, Any], start: float) -> Problem:
    asked = problem.asked
    statement = family.statement(arguments) if family.places else asked
    if asked is None:
        problem, asked = replace(problem, family=family.label or family.name), statement
    title = family.describe(statement).title if family.describe and statement else problem.title
    return replace(problem, title=title, declare_seconds=perf_counter() - start).remembering(asked)
