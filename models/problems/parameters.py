"""The parameters of a family: their types, and their form in plain data, campaigns and commands."""

import operator
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rookery.core.errors import BadInput
from rookery.models.boards.base import AbstractBoard
from rookery.models.reading.given import take_flag, take_one_of, take_squares, take_whole
from rookery.models.reading.typed import quote, read_square


@dataclass(frozen=True, kw_only=True)
class Parameter(ABC):
    """One parameter: `name` is its key in plain data and in campaigns, and the name of its option.

    `argument` is its name in the Python function, `key` in a campaign, `option` in a command, if it is another one.
    `listed`: a campaign may give several, one problem each. `later`: stored data has it only if it is no default.
    """

    name: str
    help: str
    default: Any = None
    required: bool = False
    argument: str = ""
    key: str = ""
    option: str = ""
    metavar: str = ""
    listed: bool = False
    later: bool = False

    @property
    def said(self) -> bool:
        """Return whether a command and a campaign say it even if it is the default."""
        return False

    @property
    def keyword(self) -> str:
        """The name in the Python function."""
        return self.argument or self.name

    @property
    def entry_key(self) -> str:
        """The name in a campaign."""
        return self.key or self.name

    @property
    def option_name(self) -> str:
        """The name of its option, without the hyphens before it."""
        return self.option or self.name

    def convert_argument(self, value: Any, board: AbstractBoard | None) -> Any:
        """Convert an argument of a caller for the Python function; raises `BadInput` for another type.

        The board is None for a special case, whose parameters say all.
        """
        return value

    def on(self, value: Any, board: AbstractBoard) -> Any:
        """A value that was read without knowing the board, on a board."""
        return value

    def from_argument(self, value: Any) -> Any:
        """The value that an argument of the Python function stands for."""
        return value

    def to_argument(self, value: Any) -> Any:
        """The argument of the Python function for a value."""
        return value

    def from_plain(self, data: Any, board: AbstractBoard) -> Any:
        """The value of plain data, on the board of the same data."""
        return data

    def to_plain(self, value: Any) -> Any:
        """A value as plain data."""
        return value

    def read_all(self, given: Any) -> list[Any]:
        """Read the values of a campaign or a command line; raises `BadInput` for a bad value."""
        several = given if self.listed and isinstance(given, list) else [given]
        return [self.read(each) for each in several]

    @abstractmethod
    def read(self, given: Any) -> Any:
        """Read one value of a campaign or a command line; raises `BadInput` for a bad value."""

    def words(self, value: Any) -> Iterator[str]:
        """The option of a command that says this value; nothing for the default."""
        if self.said or value != self.default:
            yield from (f"--{self.option_name}", str(value))


@dataclass(frozen=True, kw_only=True)
class Whole(Parameter):
    """A whole number of at least `least`; `unbounded`: also None, for no number at all, which `none` says in a word.

    With `of_board`, None stands for the number of this name that the board has, or for the least one.
    """

    least: int = 0
    unbounded: bool = False
    none: str = "max"
    metavar: str = "K"
    of_board: str = ""

    def convert_argument(self, value: Any, board: AbstractBoard | None) -> Any:
        """A whole number, or None if that is allowed."""
        if value is None and self.of_board:
            value = getattr(board, self.of_board, None) or self.least
        return None if value is None and self.unbounded else take_whole(value, self.keyword)

    def from_argument(self, value: Any) -> Any:
        """The number as one that plain data can hold."""
        return plain_number(value)

    def read(self, given: Any) -> Any:
        """A whole number, within its bounds."""
        if self.unbounded and given in (None, self.none):
            return None
        if isinstance(given, bool) or not isinstance(given, int) or given < self.least:
            raise BadInput(f"{quote(str(given))}: expected a whole number of at least {self.least}")
        return given


@dataclass(frozen=True, kw_only=True)
class Flag(Parameter):
    """Yes or no, no being the default; `negated`: the argument of the Python function says the opposite."""

    default: Any = False
    negated: bool = False

    def convert_argument(self, value: Any, board: AbstractBoard | None) -> Any:
        """A truth value."""
        return take_flag(value, self.keyword)

    def from_argument(self, value: Any) -> Any:
        """Return whether the flag is set."""
        return bool(value) != self.negated

    def to_argument(self, value: Any) -> Any:
        """The arguments of the Python function."""
        return value != self.negated

    def read(self, given: Any) -> Any:
        """A truth value."""
        if not isinstance(given, bool):
            raise BadInput(f"{quote(str(given))}: expected true or false")
        return given

    def words(self, value: Any) -> Iterator[str]:
        """The bare option if the flag is set."""
        if value:
            yield f"--{self.option_name}"


@dataclass(frozen=True, kw_only=True)
class Choice(Parameter):
    """One of some words; `what` names their meaning, such as a kind of domination."""

    values: tuple[str, ...] = ()
    what: str = ""

    def convert_argument(self, value: Any, board: AbstractBoard | None) -> Any:
        """One of the words."""
        return take_one_of(value, self.values, self.what or self.keyword)

    def read(self, given: Any) -> Any:
        """One of the words."""
        if str(given) not in self.values:
            raise BadInput(f"unknown {self.what or self.name} {quote(str(given))}; known are {', '.join(self.values)}")
        return str(given)

    @property
    def said(self) -> bool:
        """A reader should see which of them is meant, unless it came later than the family."""
        return not self.later


def choose_among(name: str, values: tuple[str, ...], what: str, text: str, later: bool = False) -> Choice:
    """A choice among words, of which the first is usual; a campaign lists several of them under the plural."""
    return Choice(
        name=name,
        help=text,
        default=values[0],
        values=values,
        what=what,
        key=f"{name}s",
        listed=True,
        metavar=name.upper(),
        later=later,
    )


@dataclass(frozen=True, kw_only=True)
class SquareList(Parameter):
    """Any number of squares, or one of the words `named` for some of them; None if none are given."""

    metavar: str = "R,C"
    named: tuple[str, ...] = ()

    def convert_argument(self, value: Any, board: AbstractBoard | None) -> Any:
        """Squares as pairs and by their names; a word, None, and what is given without a board as it is."""
        if value is None or board is None or (isinstance(value, str) and value in self.named):
            return value
        return take_squares(value, board, self.keyword)

    def on(self, value: Any, board: AbstractBoard) -> Any:
        """The squares that texts name on a board, in order."""
        if value is None or (len(value) == 1 and value[0] in self.named):
            return value and value[0]
        return tuple(sorted(read_square(text, self.name, board) for text in value))

    def from_argument(self, value: Any) -> Any:
        """The squares in order, each once."""
        return value if value is None or isinstance(value, str) else tuple(sorted(set(value)))

    def from_plain(self, data: Any, board: AbstractBoard) -> Any:
        """The squares of pairs."""
        return data if data is None or isinstance(data, str) else tuple(board.cell_type(*square) for square in data)

    def to_plain(self, value: Any) -> Any:
        """The squares as pairs."""
        return value if value is None or isinstance(value, str) else [list(square) for square in value]

    def read_all(self, given: Any) -> list[Any]:
        """All squares together are one value."""
        return [self.read(given)]

    def read(self, given: Any) -> Any:
        """The texts of squares, of texts or pairs: which squares they name is known with the board."""
        return tuple(texts(given))

    def words(self, value: Any) -> Iterator[str]:
        """An option a square."""
        for square in (value,) if isinstance(value, str) else value or ():
            yield from (f"--{self.option_name}", str(square))


KINDS_OF_PARAMETER = (Whole, Flag, Choice, SquareList)


def plain_number(value: Any) -> Any:
    """A whole number of any library as Python's own; anything else as it is."""
    return operator.index(value) if hasattr(value, "__index__") else value


def texts(given: Any) -> list[str]:
    """A text or a list of texts, also of whole numbers; squares may be lists of two."""
    values: Sequence[Any] = given if isinstance(given, list | tuple) else [given]
    return [",".join(map(str, value)) if isinstance(value, list) else str(value) for value in values]


def unlike(one: Iterable[Parameter], other: Iterable[Parameter]) -> Iterator[str]:
    """The options or keys that two families share in name but not in kind: no command can take both."""
    others = tuple(other)
    for each in one:
        for twin in others:
            shared = {each.option_name, each.entry_key} & {twin.option_name, twin.entry_key}
            if shared and _kind(each) != _kind(twin):
                yield min(shared)


def _kind(parameter: Parameter) -> tuple[object, ...]:
    return type(parameter), parameter.name, parameter.option_name, parameter.entry_key, parameter.listed
