"""Placements that people and other tools wrote; docs/files.md lists the forms, which are told apart by their text."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from typing import Any

from rookery.core.errors import show_value
from rookery.models import BadInput, Minimize, Piece, Problem, Satisfy, Square
from rookery.models.boards.base import Cell
from rookery.models.boards.board import Board
from rookery.models.drawing.text import glyphs
from rookery.models.model.constraints import over_variables
from rookery.models.pieces.sources import FindPiece
from rookery.models.reading.drawn import read_drawn
from rookery.models.reading.given import take_fixed, take_square

EXPECTED = (
    "a drawing, FEN, squares (3,4 or e4 or Qe4), a permutation, a 0/1 matrix, JSON, or what a solver writes: `v` lines,"
    " a .sol file"
)
PAIR = r"(?:\(\s*)?-?[0-9]{1,9}\s*,\s*-?[0-9]{1,9}(?:\s*\))?"
LISTED = re.compile(rf"(?:([^\s\d,;=()])(?=[A-Za-z][0-9]))?({PAIR}|[A-Za-z][1-9][0-9]{{0,8}})(?:\s*=\s*([^\s,;=]+))?")
BETWEEN = re.compile(r"[\s,;]+|\Z")
NUMBERS = re.compile(r"[0-9]{1,9}(?:[ \t]+[0-9]{1,9})*|[0-9]{1,9}(?:[ \t]*,[ \t]*[0-9]{1,9}){2,}")  # of a line
VALUES = re.compile(r"^v(?:[ \t\r]*$|[ \t]+[+-]?x?\d)", re.MULTILINE)  # what follows may be wrong: no drawing has it
LITERAL = re.compile(r"-?x?[0-9]{1,12}")
# A line of a .sol file of HiGHS, SCIP, CBC, Gurobi, GLPK or MIPLIB: a variable and its value
SOLUTION = re.compile(
    r"^[ \t]*(?:\*\*[ \t]*)?(?:\d+[ \t]+)?x([1-9]\d{0,99})[ \t]+(?:\*[ \t]+)?(?![A-Za-z][1-9])(\S+)",
    re.MULTILINE | re.ASCII,
)
CLAIM = re.compile(r"^(?:=obj=|(?:# |.* - )?objective(?: value)?[ :=]*)[ \t]+(\S+)$", re.MULTILINE | re.IGNORECASE)
NOTHING = re.compile(r"^.*(?:infeasible|unsatisfiable|no (?:primal )?solution|unbounded|s UNKNOWN).*$", re.I | re.M)
LABEL = re.compile(r"[ \t]*\d+ ")  # of a row, before its squares
MAX_PLACEMENTS = 100_000
MAX_BESIDE = 100  # signs that FEN has beside those of the squares
ROUNDED = 1e-5  # so near to a whole number solvers in floating point call a value whole
SMALL = 3  # boards with fewer rows or columns have no permutations and matrices: numbers are squares there
Pair = tuple[Cell, Piece]


@dataclass(frozen=True)
class Outside:
    """A placement from outside: pieces on squares, its claimed value if there is one, and squares marked x."""

    pieces: tuple[Pair, ...]
    claimed: int | None = None
    crossed: tuple[Cell, ...] = ()


def read_placements(text: str, problem: Problem, find: FindPiece) -> list[Outside]:
    """Return the placements in a text, at least one; `find` finds pieces that the problem does not place.

    Raises `BadInput`, with what is wrong, for a text without a valid placement.
    """
    found = list(islice(PlacementReader(problem, find).read(text), MAX_PLACEMENTS + 1))
    if len(found) > MAX_PLACEMENTS:
        raise BadInput(f"more than {MAX_PLACEMENTS:,} placements; no more are checked")
    if not found:
        raise BadInput(f"no placement in it; expected {EXPECTED}")
    return found


class PlacementReader:
    """Reads placements of one problem, in any form."""

    def __init__(self, problem: Problem, find: FindPiece) -> None:
        self._problem, self._find = problem, find
        self._placed = len(problem.board) * len(problem.pieces)
        self._board = problem.board

    def read(self, text: str) -> Iterator[Outside]:
        """Yield the placements in a text; raises `BadInput` for a text that is not valid."""
        begin = text.lstrip()[:1]
        if not begin:
            raise BadInput(f"it is empty; expected {EXPECTED}")
        if begin in "{[":
            yield from self._read_json(text)
        elif VALUES.search(text):
            for words in _split_values(text, self._placed):
                yield Outside(self._read_words(words))
        elif SOLUTION.search(text):
            yield self._read_solution(text)
        elif said := NOTHING.search(text):
            raise BadInput(f"no placement in it: it says {show_value(said[0].strip())}; expected {EXPECTED}")
        elif not isinstance(self._board, Board):
            yield from self._read_names(text)
        elif (rows := self._read_numbers(text, self._board)) is not None:
            yield from map(Outside, rows)
        elif (listed := _split_list(text)) is not None:
            yield Outside(tuple(map(self._read_listed, listed)))
        else:
            yield from self._read_drawings(text, self._board)

    def _read_drawings(self, text: str, board: Board) -> Iterator[Outside]:
        """Yield the placements of drawings, such as `solve` prints, or of FEN."""
        for block in re.split(r"\n[ \t\r]*\n", text.strip("\r\n")):
            lines = block.splitlines()
            if ":" in lines[0]:  # the answer in words, below the boards
                return
            if len(lines) > board.rows and all(map(LABEL.match, lines[-board.rows :])):  # rows and columns are marked
                lines = [LABEL.sub("", line, count=1) for line in lines[-board.rows :]]
            if len("".join(block.split())) > 2 * board.rows * board.columns + MAX_BESIDE:
                raise BadInput(f"too long to draw a board of {board}; expected {EXPECTED}")
            drawn = read_drawn("\n".join(lines))
            if (drawn.board.rows, drawn.board.columns) != (board.rows, board.columns):
                raise BadInput(f"it draws a board of {drawn.board}, and the problem is one of {board}")
            if drawn.board.holes and drawn.board.holes != board.holes:
                wrong = board.label(min(drawn.board.holes ^ board.holes))
                raise BadInput(f"the holes that it draws are not those of {board.phrase}: {wrong} differs")
            pieces = drawn.position(self._problem.pieces).fixed
            yield Outside(tuple(pieces.items()), crossed=tuple(sorted(drawn.forbidden)))

    def _read_names(self, text: str) -> Iterator[Outside]:
        """Yield the names of vertices, one a line, perhaps after their count, or lines such as `G:a G:b` of `solve`."""
        lines = [line.strip() for line in text.splitlines() if line.split()[:1] not in ([], ["c"])]
        ours = [line for line in lines if all(self._is_marked(word) for word in line.split())]
        if ours:
            for line in ours:
                found = [word.split(":", 1) for word in line.split()]
                yield Outside(tuple((take_square(name, self._board), self._piece(sign)) for sign, name in found))
            return
        if lines[:1] == [str(len(lines) - 1)]:
            del lines[0]
        yield Outside(tuple(take_fixed(lines, self._board, self._problem.pieces, self._board.noun).items()))

    def _is_marked(self, word: str) -> bool:
        sign, colon, name = word.partition(":")
        return colon != "" and self._board.find(name) is not None and self._board.find(word) is None and len(sign) == 1

    def _read_numbers(self, text: str, board: Board) -> list[tuple[Pair, ...]] | None:
        """Return the placements of permutations, a 0/1 matrix, or squares `row column`; None for any other text."""
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if len(lines) == board.rows and all(len(line) >= SMALL and set(line) <= {"0", "1"} for line in lines):
            lines = list(map(" ".join, lines))  # a matrix without blanks
        if not all(map(NUMBERS.fullmatch, lines)):
            return None
        rows = [list(map(int, re.split("[ \t,]+", line))) for line in lines]
        if (found := self._of_numbers(rows, board)) is not None:
            return found
        if rows[0] == [len(rows) - 1]:  # how many squares follow
            del rows[0]
        if all(len(row) == 2 for row in rows):
            return [self._stand((row, column) for row, column in rows)]
        return None

    def _of_numbers(self, rows: Sequence[Sequence[int]], board: Board) -> list[tuple[Pair, ...]] | None:
        """Return the placements of a 0/1 matrix or of permutations: each row's column, from 1 if there is no 0.

        None for any other numbers.
        """
        if min(board.rows, board.columns) < SMALL:
            return None
        if len(rows) == board.rows and all(len(row) == board.columns and {0, 1}.issuperset(row) for row in rows):
            return [self._stand((at, column) for at, row in enumerate(rows) for column, bit in enumerate(row) if bit)]
        if len(rows) == board.rows and all(len(row) == 1 for row in rows):
            rows = [[row[0] for row in rows]]
        if all(len(row) == board.rows for row in rows):
            return [self._stand((at, column - (0 not in row)) for at, column in enumerate(row)) for row in rows]
        return None

    def _stand(self, squares: Iterable[tuple[int, int]]) -> tuple[Pair, ...]:
        return tuple((Square(*square), self._piece()) for square in squares)

    def _read_listed(self, found: re.Match[str]) -> Pair:
        return take_square(found[2].strip("()").strip(), self._board), self._piece(found[3] or found[1])

    def _read_json(self, text: str) -> Iterator[Outside]:
        """Yield the placements in JSON: an answer of Rookery, a placement, or a list of placements."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadInput(f"not JSON: {error}") from None
        claimed, listed = (data.get("objective"), data.get("solutions")) if isinstance(data, dict) else (None, [data])
        if type(claimed) not in (int, type(None)):
            raise BadInput(f"objective {show_value(str(claimed))}: expected a whole number")
        if not isinstance(listed, list) or not all(isinstance(each, list) for each in listed):
            raise BadInput(f"not an answer of Rookery: it has no list of `solutions`; expected {EXPECTED}")
        for each in listed:
            yield from (Outside(pieces, claimed) for pieces in self._read_nested(each))

    def _read_nested(self, data: list[Any], deepest: int = 2) -> Iterator[tuple[Pair, ...]]:
        """Yield the pieces of one placement, or of each placement in a list."""
        board = self._board
        if isinstance(board, Board) and data:
            rows = [data] if _are_whole(data) else data
            if all(map(_are_whole, rows)) and (found := self._of_numbers(rows, board)) is not None:
                yield from found
                return
            is_drawn = len(data) == board.rows and all(isinstance(each, str) for each in data)
            if is_drawn and all(len(row) == board.columns and not LISTED.fullmatch(row) for row in data):
                yield from (drawn.pieces for drawn in self._read_drawings("\n".join(data), board))  # as LeetCode does
                return
        entries = [self._read_entry(entry) for entry in data]
        if None not in entries:
            yield tuple(filter(None, entries))
            return
        for each in data:
            if not isinstance(each, list) or not deepest:
                raise BadInput(f"{show_value(json.dumps(each))}: expected [piece, row, column]")
            yield from self._read_nested(each, deepest - 1)

    def _read_entry(self, entry: Any) -> Pair | None:
        """Return a piece and its square, of [piece, row, column], [row, column] or text; None for anything else."""
        if isinstance(self._board, Board):
            if isinstance(entry, str):
                found = LISTED.fullmatch(entry.strip())
                return self._read_listed(found) if found else None
            if not isinstance(entry, list) or len(entry) not in (2, 3) or not _are_whole(entry[-2:]):
                return None
            *name, row, column = entry
            return (Square(row, column), self._piece(*name)) if all(isinstance(n, str) for n in name) else None
        if isinstance(entry, str | int):
            return take_square(str(entry), self._board), self._piece()
        if isinstance(entry, list) and len(entry) == 2 and self._board.find(str(entry[1])):
            return self._board.find(str(entry[1])), self._piece(str(entry[0]))
        return None

    def _read_solution(self, text: str) -> Outside:
        """Return the placement of a .sol file; a variable without a value is 0."""
        goal = self._problem.model.goal
        constant = 0 if isinstance(goal, Satisfy) else over_variables(goal.terms())[1]
        variables = self._problem.model.variables + bool(constant)  # the last one has the constant in the file
        values: dict[int, bool] = {}
        for found in SOLUTION.finditer(text):
            name, number = f"x{found[1]}", int(found[1])
            if number > variables:
                raise BadInput(f"{name} is none of the {variables:,} variables of the problem")
            if number in values:
                raise BadInput(f"{name} has a second value; expected one")
            near = min((0, 1), key=lambda bit: abs(_as_float(found[2]) - bit))
            if not abs(_as_float(found[2]) - near) <= ROUNDED:
                raise BadInput(f"{name} has a value of {show_value(found[2])}; expected 0 or 1")
            values[number] = near == 1
        claim = CLAIM.search(text) if isinstance(goal, Minimize) else None  # a maximum is negated in the file
        claimed = _as_float(claim[1]) if claim else float("nan")
        known = abs(claimed - round(claimed)) <= ROUNDED if isfinite(claimed) else False
        pieces = self._of_variables(number for number, true in values.items() if true)
        return Outside(pieces, round(claimed) if known else None)

    def _read_words(self, words: Sequence[str]) -> tuple[Pair, ...]:
        """Return the pieces of one solution in `v` lines."""
        if len(words) == 1 and len(words[0]) >= self._placed and set(words[0]) <= {"0", "1"}:
            return self._of_variables(at for at, digit in enumerate(words[0], 1) if digit == "1")
        if words[-1] != "0" and not any("x" in word for word in words):
            raise BadInput("the `v` lines are cut short: they do not end with 0")
        if wrong := next((word for word in words if not LITERAL.fullmatch(word)), None):
            raise BadInput(f"{show_value(wrong)} is not a variable; expected such as 3, -3, x3 or -x3")
        numbers = {int(word.replace("x", "")) for word in words}
        both = min((number for number in numbers if number > 0 and -number in numbers), default=None)
        if both is not None:
            raise BadInput(f"the `v` lines have {both} as well as -{both}; expected one of them")
        return self._of_variables(number for number in numbers if number > 0)

    def _of_variables(self, numbers: Iterable[int]) -> tuple[Pair, ...]:
        board, pieces, size = self._board, self._problem.pieces, len(self._board)
        placed = sorted(number - 1 for number in numbers if number <= self._placed)
        return tuple((board.cell(v % size), pieces[v // size]) for v in placed)

    def _piece(self, name: str | None = None) -> Piece:
        own = self._problem.pieces
        if name is None:
            if len(own) > 1:
                raise BadInput(f"a square without its piece, and the problem places {', '.join(map(str, own))}")
            return own[0]
        named = (piece for piece in own if name in (piece.name, piece.symbol, glyphs(piece)))
        return next(named, None) or self._find(name)


def _are_whole(values: Any) -> bool:
    return isinstance(values, list) and all(type(value) is int for value in values)


def _as_float(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("nan")


def _split_list(text: str) -> list[re.Match[str]] | None:
    """Return the squares of a list, separated by blanks, commas or semicolons; None for any other text."""
    found, at = [], len(text) - len(text.lstrip())
    while at < len(text):
        square = LISTED.match(text, at)
        between = BETWEEN.match(text, square.end()) if square else None
        if square is None or between is None:
            return None
        found.append(square)
        at = between.end()
    return found


def _split_values(text: str, placed: int) -> Iterator[list[str]]:
    """Yield the words of each solution's `v` lines: each ends with 0, binary digits, or before an `s` line."""
    words = list[str]()
    for line in text.splitlines():
        if line.startswith("s ") and words:
            yield words
            words = []
        for word in line[1:].split() if line.startswith("v") else ():
            words.append(word)
            if word == "0" or (words == [word] and len(word) >= max(2, placed) and {"0", "1"}.issuperset(word)):
                yield words
                words = []
    if words:
        yield words
