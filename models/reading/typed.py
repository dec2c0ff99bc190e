"""Reads texts of users: boards, squares, counts; each refusal gives the position and the accepted forms."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from string import ascii_lowercase

from rookery.core.errors import BadInput
from rookery.core.words import amount
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import Board, Square
from rookery.models.boards.regions import RegionBoard
from rookery.models.pieces.piece import Piece
from rookery.models.pieces.sources import FindPiece

RANGE = re.compile(r"(?<![0-9])([0-9]{1,9})\.\.([0-9]{1,9})(?![0-9])")
SQUARE = re.compile(r"(?:(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})|([a-z])([0-9]{1,9}))(?:\s*=\s*(\S.*))?", re.IGNORECASE)
NUMBER = re.compile(r"[0-9]{1,9}")
DURATION = re.compile(r"(\S*?)\s*(s|m|min|h)?")
SECONDS = {None: 1, "s": 1, "m": 60, "min": 60, "h": 3600}
MAX_BOARDS = 1000
SIZES = "a size such as 8, 8x11, 8x11:torus or 8:cylinder"
SQUARES = "ROW,COLUMN, counted from 0, such as 0,4, or a name such as e4"
MOST = "max"
OPEN = {MOST: "as many as possible", "min": "as few as possible"}  # what a count says in place of a number
DURATIONS = "a number of seconds such as 90, or 90s, 2m, 1h"


def quote(text: str) -> str:
    """The text of a user in quotes, shortened if it is long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def parse_shape(text: str) -> AbstractBoard | None:
    """Return the board that a text names: a size, `regions:AAB/ACB` or `graph:FILE`; None for other text."""
    prefix, _, path = text.strip().partition(":")
    if prefix == "graph":
        from rookery.models.boards.graphs import read_graph  # few boards are graphs

        return read_graph(path)
    return Board.parse(text) or RegionBoard.parse(text)


def parse_board(text: str, holes: Iterable[str] = ()) -> AbstractBoard:
    """The board of `8`, `8x11`, `8x11:torus` or `8:cylinder`, with holes `R,C`."""
    board = parse_shape(text)
    if board is None:
        raise BadInput(f"board {quote(text)}: expected {SIZES}")
    return cut_holes(board, holes)


def cut_holes(board: AbstractBoard, holes: Iterable[str | tuple[int, int]]) -> AbstractBoard:
    """Return a board with further holes, pairs or text; raises `BadInput` for a board that cannot have holes."""
    given = tuple(holes)
    if not given:
        return board
    if not isinstance(board, Board):
        raise BadInput(f"{board.phrase} takes no holes")
    return board.with_holes([read_square(hole, "hole", board) if isinstance(hole, str) else hole for hole in given])


def read_boards(text: str) -> list[AbstractBoard]:
    """The boards of a list such as `4..10`, `4,6,8`, `8x11` or `4..6,8x11:torus`."""
    boards = list(dict.fromkeys(chain.from_iterable(map(_boards, text.split(",")))))
    if len(boards) > MAX_BOARDS:
        raise BadInput(f"boards {quote(text)}: at most {MAX_BOARDS:,} boards are accepted")
    return boards


def _boards(text: str) -> Iterator[AbstractBoard]:
    """The boards of one size, or of a range of numbers in it: `4..10`, `4..10:torus`."""
    found = RANGE.search(text)
    expected = f"boards {quote(text)}: expected a size or a range, such as 4..10, 8, 8x11 or 4,6,8"
    if not found:
        board = parse_shape(text)
        if board is None:
            raise BadInput(expected)
        yield board
        return
    first, last = int(found[1]), int(found[2])
    if first > last:
        raise BadInput(f"boards {quote(text)}: the range ends before it begins; expected the smaller side first")
    for side in range(first, min(last, first + MAX_BOARDS) + 1):
        one = f"{text[: found.start()]}{side}{text[found.end() :]}"
        board = None if RANGE.search(one) else parse_shape(one)
        if board is None:
            raise BadInput(expected)
        yield board


def read_square(text: str, what: str, board: AbstractBoard) -> Cell:
    """The square of `R,C`, or of its name on a board, such as `e4`: file `e` from the left, rank 4 from the bottom."""
    square, piece = _square(text, what, board)
    if piece is not None:
        raise BadInput(f"{what} {quote(text)}: no piece is named here; expected {SQUARES}")
    return square


def check_square(text: str, what: str) -> str:
    """A text that names a square, on any board; raises `BadInput` for any other."""
    if not SQUARE.fullmatch(text.strip()):
        raise BadInput(f"{what} {quote(text)}: expected {SQUARES}")
    return text


def _square(text: str, what: str, board: AbstractBoard) -> tuple[Cell, str | None]:
    """The cell that a text names, and the piece behind it, `e4=queen`."""
    if not isinstance(board, Board):
        # The cell of a board that is no grid; its name may hold a = itself
        name, equals, piece = text.rpartition("=")
        for cell, behind in ((text, None), (name, piece.strip() or None)) if equals else ((text, None),):
            found = board.find(cell)
            if found is not None:
                return found, behind
        raise BadInput(f"{what} {board.refusal(text)}")
    found = SQUARE.fullmatch(check_square(text, what).strip())
    assert found is not None
    row, column, file, rank, piece = found.groups()
    if file is None:
        return Square(int(row), int(column)), piece
    if board.columns > len(ascii_lowercase):
        raise BadInput(
            f"{what} {quote(text)}: letters name up to {len(ascii_lowercase)} columns, and the board is {board};"
            " give ROW,COLUMN, counted from 0"
        )
    square = Square(board.rows - int(rank), ascii_lowercase.index(file.lower()))
    if not (0 <= square.row < board.rows and square.column < board.columns):
        raise BadInput(f"{what} {quote(text)} lies off the board of {board}: its squares are {_name_corners(board)}")
    return square, piece


def _name_corners(board: Board) -> str:
    return f"a1 (bottom left) to {ascii_lowercase[board.columns - 1]}{board.rows}"


def read_fixed(
    texts: Iterable[str], pieces: Sequence[Piece], find: FindPiece, board: AbstractBoard, what: str = "fix"
) -> list[tuple[Cell, Piece]]:
    """Squares with their pieces, of `R,C` or `R,C=piece`; the piece may be left out if there is only one."""
    found = []
    for text in texts:
        square, name = _square(text, what, board)
        if name is None and len(pieces) > 1:
            example = f"ROW,COLUMN=PIECE, such as 0,4={pieces[0]} or e4={pieces[0]}"
            raise BadInput(f"{what} {quote(text)}: with several pieces expected {example}")
        found.append((square, pieces[0] if name is None else find(name)))
    return found


def split_counts(texts: Iterable[str], none: str = MOST) -> tuple[list[str], list[str]]:
    """The pieces and their counts, of `queen=5`; `none` is the count of one that comes without."""
    split = [text.partition("=") for text in texts]
    return [name.strip() for name, _, _ in split], [count.strip() if equals else none for _, equals, count in split]


def read_seconds(text: str, what: str = "seconds") -> float:
    """Seconds, of a number such as `90` or of `90s`, `2m`, `1h`."""
    if found := DURATION.fullmatch(text.strip()):
        with suppress(ValueError):
            return float(found[1]) * SECONDS[found[2]]
    raise BadInput(f"{what} {quote(text)}: expected {DURATIONS}")


def read_counts(
    texts: Sequence[str], pieces: Sequence[Piece], board: AbstractBoard, none: str = MOST
) -> list[int | None]:
    """One count a piece: a number, `n` for the side of the board, `max` (None) for as many as possible."""
    if not texts:
        return [None] * len(pieces)
    if len(texts) != len(pieces):
        given = f"{amount(len(texts), 'count')} for {amount(len(pieces), 'piece')}"
        raise BadInput(f"{given}; give one for each, in order, or none for {none}")
    return [read_count(text, board, none) for text in texts]


def read_count(text: str, board: AbstractBoard, none: str = MOST) -> int | None:
    """A count: a number, `n` for the side of the board, or None for the word `none`, as many as possible by default."""
    if text == none:
        return None
    if text == "n":
        if board.side is None:
            raise BadInput(f"count n is the side of a square board, and the board is {board}; give a number or {none}")
        return board.side
    if not NUMBER.fullmatch(text):
        raise BadInput(f"count {quote(text)}: expected a number of at least 0, n (the side of the board) or {none}")
    return int(text)


def read_options(texts: Iterable[str]) -> dict[str, str]:
    """The options of a backend, from `NAME=VALUE`."""
    options: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise BadInput(f"option {quote(text)}: expected NAME=VALUE; `rookery backends` names those that exist")
        if name in options:
            raise BadInput(f"option {name} is given twice")
        options[name] = value
    return options
