"""Placements that others wrote, recognised by what the text looks like: drawings, lists of squares, solvers' output."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rookery.backends.formats.solutions import Values, recognise_values
from rookery.core.errors import show_value
from rookery.core.numbers import read_whole
from rookery.models import BadInput, Minimize, Piece, Problem, Satisfy
from rookery.models.boards.base import Cell
from rookery.models.boards.board import Board
from rookery.models.model.constraints import over_variables
from rookery.models.pieces.sources import FindPiece
from rookery.models.reading.drawn import read_drawn
from rookery.models.reading.given import take_fixed, take_piece, take_square

EXPECTED = (
    "a drawing, FEN, squares such as 3,4 or e4, an answer in JSON, or what a solver writes: `v` lines, a .sol file"
    " (HiGHS, SCIP, CBC, Gurobi, GLPK)"
)
SQUARE = r"(?:\(\s*)?-?[0-9]{1,9}\s*,\s*-?[0-9]{1,9}(?:\s*\))?|[A-Za-z][1-9][0-9]{0,8}"
LISTED = re.compile(rf"({SQUARE})(?:\s*=\s*([^\s,;=]+))?")
BETWEEN = re.compile(r"[\s,;]*")
VALUES = re.compile(r"^v(?:[ \t\r]*$|[ \t]+[+-]?x?\d)", re.MULTILINE)  # what follows may be wrong: no drawing has it
STATUS = re.compile(r"^s (?:SATISFIABLE|UNSATISFIABLE|OPTIMUM FOUND|UNKNOWN)", re.MULTILINE)
MAX_PLACEMENTS = 100_000
MAX_BESIDE = 100  # signs that FEN has beside those of the squares
LITERAL = re.compile(r"-?x?[0-9]{1,12}")
Pair = tuple[Cell, Piece]


@dataclass(frozen=True)
class Outside:
    """A placement from outside: pieces on squares, the value that is claimed for it, if any, and squares marked x."""

    pieces: tuple[Pair, ...]
    claimed: int | None = None
    crossed: tuple[Cell, ...] = ()


def read_placements(text: str, problem: Problem, find: FindPiece) -> list[Outside]:
    """The placements of a text, at least one; `find` leads from names to pieces that the problem does not place.

    Raises `BadInput` for a text that holds none, and with what is wrong in it.
    """
    reader = Reader(problem, find)
    found: list[Outside] = []
    for each in _recognise(text, reader)(text):
        found.append(each)
        if len(found) > MAX_PLACEMENTS:
            raise BadInput(f"more than {MAX_PLACEMENTS:,} placements; at most so many are checked")
    if not found:
        raise BadInput(f"no placement in it; expected {EXPECTED}")
    return found


def is_drawing(text: str, problem: Problem) -> bool:
    """Return whether a text is read as a drawing of the board, or as FEN."""
    reader = Reader(problem, partial(take_piece, own=problem.pieces))
    return _recognise(text, reader) == reader.read_drawing


def _recognise(text: str, reader: "Reader") -> Callable[[str], Iterator[Outside]]:
    begin = text.lstrip()[:1]
    if not begin:
        raise BadInput(f"it is empty; expected {EXPECTED}")
    if begin in "{[":
        return reader.read_json
    if values := recognise_values(text):
        return lambda text: iter([reader.take_values(values(text, reader.exported))])
    if VALUES.search(text) or STATUS.search(text):
        return reader.read_values
    if not isinstance(reader.board, Board):
        return reader.read_names
    return reader.read_drawing if _split_list(text) is None else reader.read_list


def _split_list(text: str) -> list[re.Match[str]] | None:
    """The squares of a text that lists nothing else; each begins where the one before it ends."""
    found, at = [], len(text) - len(text.lstrip())
    while at < len(text):
        square = LISTED.match(text, at)
        if square is None:
            return None
        found.append(square)
        between = BETWEEN.match(text, square.end())
        at = between.end() if between else square.end()
        if at == square.end() < len(text):
            return None
    return found


class Reader:
    """Reads placements for one problem in each form."""

    def __init__(self, problem: Problem, find: FindPiece) -> None:
        self._problem, self._find = problem, find
        self._placed = len(problem.board) * len(problem.pieces)
        self.board = problem.board
        goal = problem.model.goal
        constant = over_variables(goal.terms())[1] if not isinstance(goal, Satisfy) else 0
        self.exported = problem.model.variables + bool(constant)  # a variable that is always 1 has the constant

    def read_drawing(self, text: str) -> Iterator[Outside]:
        """A drawing of the board, or FEN."""
        board = self._problem.board
        assert isinstance(board, Board)
        if len("".join(text.split())) > 2 * board.rows * board.columns + MAX_BESIDE:
            raise BadInput(f"too long to draw a board of {board}; expected {EXPECTED}")
        drawn = read_drawn(text)
        if (drawn.board.rows, drawn.board.columns) != (board.rows, board.columns):
            raise BadInput(f"it draws a board of {drawn.board}, and the problem is one of {board}")
        if drawn.board.holes and drawn.board.holes != board.holes:
            wrong = board.label(min(drawn.board.holes ^ board.holes))
            raise BadInput(f"the holes that it draws are not those of {board.phrase}: {wrong} differs")
        pieces = drawn.position(self._problem.pieces).fixed
        yield Outside(tuple(pieces.items()), crossed=tuple(sorted(drawn.forbidden)))

    def read_names(self, text: str) -> Iterator[Outside]:
        """The names of cells, one a line, perhaps with their count first; lines that begin with c are comments."""
        words = [line.strip() for line in text.splitlines() if line.split()[:1] not in ([], ["c"])]
        if words[:1] == [str(len(words) - 1)]:
            del words[0]
        yield Outside(tuple(take_fixed(words, self.board, self._problem.pieces, self.board.noun).items()))

    def read_list(self, text: str) -> Iterator[Outside]:
        """Squares, each perhaps with its piece: `3,4`, `e4`, `3,4=queen`."""
        yield Outside(tuple(self._read_listed(found[1], found[2]) for found in _split_list(text) or ()))

    def read_json(self, text: str) -> Iterator[Outside]:
        """An answer of ours, a placement, or a list of placements."""
        data, claimed = _parse_json(text), None
        if isinstance(data, dict):
            claimed = data.get("objective")
            if "solutions" not in data:
                raise BadInput("not an answer of Rookery: it has no `solutions`")
            data = data["solutions"]
        if claimed is not None and type(claimed) is not int:
            raise BadInput(f"objective {show_value(str(claimed))}: expected a whole number")
        if not isinstance(data, list):
            raise BadInput("expected a list of [piece, row, column]")
        several = bool(data) and all(isinstance(each, list) and not self._is_entry(each) for each in data)
        for entries in data if several or not data else [data]:
            yield Outside(tuple(map(self._entry, entries)), claimed)

    def take_values(self, values: Values) -> Outside:
        """Read a solver's values; its claim is taken where less is better, since MPS has the negation otherwise."""
        least = isinstance(self._problem.model.goal, Minimize)
        return self._outside(values.true, values.claimed if least else None)

    def read_values(self, text: str) -> Iterator[Outside]:
        """The `v` lines of a solver of DIMACS CNF, WCNF or OPB files, of one solution or of several."""
        several = [*_list_values(text, self._placed)]
        if not several:
            status = re.search(r"^s (.*)$", text, re.MULTILINE)
            raise BadInput(f"it has no `v` line, but says {show_value(status[1] if status else '')}; expected values")
        for words in several:
            yield self._read_words(words)

    def _read_words(self, words: Sequence[str]) -> Outside:
        """The values of one solution."""
        if len(words) == 1 and len(words[0]) >= self._placed and set(words[0]) <= {"0", "1"}:
            return self._outside(at for at, digit in enumerate(words[0]) if digit == "1")
        named = any("x" in word for word in words)
        if not named and words[-1] != "0":
            raise BadInput("the `v` lines are cut short: they do not end with 0")
        numbers = {_number(word) for word in words}
        both = next((number for number in sorted(numbers) if number and -number in numbers), None)
        if both is not None:
            raise BadInput(f"the `v` lines have {-both} as well as {both}; expected one of them")
        return self._outside(number - 1 for number in numbers if number > 0)

    def _outside(self, chosen: Iterable[int], claimed: int | None = None) -> Outside:
        board, pieces, size = self._problem.board, self._problem.pieces, len(self._problem.board)
        placed = sorted({v for v in chosen if v < self._placed})
        return Outside(tuple((board.cell(v % size), pieces[v // size]) for v in placed), claimed)

    def _read_listed(self, square: str, name: str | None) -> Pair:
        return take_square(square.strip("()").strip(), self._problem.board), self._piece(name)

    def _entry(self, entry: Any) -> Pair:
        """One piece of JSON: [piece, row, column], [row, column], or a square as text."""
        if isinstance(entry, str) and (found := LISTED.fullmatch(entry.strip())):
            return self._read_listed(found[1], found[2])
        board = self._problem.board
        if not isinstance(board, Board):
            return self._named_entry(entry)
        if not _is_entry(entry) or isinstance(entry, str):
            raise BadInput(f"{show_value(json.dumps(entry))}: expected [piece, row, column]")
        *name, row, column = entry
        return board.cell_type(row, column), self._piece(name[0] if name else None)

    def _named_entry(self, entry: Any) -> Pair:
        """One piece of JSON on a board whose cells have names: [piece, *cell], or a cell alone."""
        board = self._problem.board
        cell: Cell = tuple(entry[1:]) if isinstance(entry, list) else board.find(str(entry))
        if cell not in board:
            raise BadInput(f"{show_value(json.dumps(entry))}: expected [piece, cell], or one of the {board.nouns}")
        return board.cell_type(*cell), self._piece(entry[0] if isinstance(entry, list) else None)

    def _is_entry(self, entry: Any) -> bool:
        """Return whether JSON is a piece and its cell, or a cell alone, rather than a list of such."""
        if isinstance(self._problem.board, Board):
            return _is_entry(entry)
        return isinstance(entry, str | int) or (isinstance(entry, list) and tuple(entry[1:]) in self._problem.board)

    def _piece(self, name: str | None) -> Piece:
        own = {piece.name: piece for piece in self._problem.pieces}
        signs = {piece.symbol: piece for piece in self._problem.pieces}
        if name is None:
            if len(own) > 1:
                raise BadInput(f"a square without its piece, and the problem places {', '.join(own)}")
            return self._problem.pieces[0]
        return own.get(name) or signs.get(name) or self._find(name)


def _is_entry(entry: Any) -> bool:
    """Return whether JSON is a piece and its square, or a square alone, rather than a list of such."""
    if isinstance(entry, str):
        return True
    if not isinstance(entry, list) or len(entry) not in (2, 3):
        return False
    *name, row, column = entry
    return all(isinstance(each, str) for each in name) and type(row) is int and type(column) is int


def _parse_json(text: str) -> Any:
    def take_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(taken := dict(pairs)) < len(pairs):
            twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
            raise BadInput(f"{show_value(twice)} has a second value; expected one")
        return taken

    try:
        return json.loads(text, parse_int=read_whole, object_pairs_hook=take_once)
    except json.JSONDecodeError as error:
        raise BadInput(f"line {error.lineno}: no JSON: {error.msg}") from None
    except RecursionError:
        raise BadInput("lists and objects within each other, too deep to be read") from None


def _list_values(text: str, placed: int) -> Iterator[list[str]]:
    """The words of each solution's `v` lines: it ends with 0, with a line of binary digits, and before an `s` line.

    Where variables have names no 0 ends a solution: one that has a value already begins the next.
    """
    words, known = list[str](), set[str]()
    for line in text.splitlines():
        if line.startswith("s ") and words:
            yield words
            words, known = [], set()
        for word in line[1:].split() if line.startswith("v") else ():
            name = word.lstrip("-")
            if name in known and "x" in name:
                yield words
                words, known = [], set()
            words.append(word)
            known.add(name)
            if word == "0" or (words == [word] and len(word) >= max(2, placed) and {"0", "1"}.issuperset(word)):
                yield words
                words, known = [], set()
    if words:
        yield words


def _number(word: str) -> int:
    """The literal of a word of a `v` line: `3`, `-3`, `x3` or `-x3`."""
    if not LITERAL.fullmatch(word):
        raise BadInput(f"{show_value(word)} is not a variable; expected such as 3, -3, x3 or -x3")
    return read_whole(word.replace("x", ""))
