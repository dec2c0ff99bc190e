"""What a user types, read: boards, squares, counts; each refusal says where it is wrong and what is accepted."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from rookery.models.base.words import amount
from rookery.models.board import Board, Square
from rookery.models.errors import BadInput
from rookery.models.pieces.piece import Piece
from rookery.models.pieces.sources import FindPiece
from rookery.models.referee.rules import KINDS, Kind

# Nine digits are enough for every board that fits, and keep a slip of the finger from making a giant number.
BOARD = re.compile(r"([0-9]{1,9})(?:[xX]([0-9]{1,9}))?(:torus)?")
RANGE = re.compile(r"([0-9]{1,9})\.\.([0-9]{1,9})(:torus)?")
SQUARE = re.compile(r"(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})(?:\s*=\s*(\S.*))?")
NUMBER = re.compile(r"[0-9]{1,9}")
MOST_BOARDS = 1000


def quote(text: str) -> str:
    """What was typed, between quotes, cut where it is long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def parse_board(text: str, holes: Iterable[str] = ()) -> Board:
    """The board of `8`, `8x11` or `8x11:torus`, with holes `R,C`."""
    found = BOARD.fullmatch(text.strip())
    if not found:
        raise BadInput(f"board {quote(text)}: expected a size such as 8, 8x11 or 8x11:torus")
    rows, columns, torus = found.groups()
    cut = [read_square(hole, "hole") for hole in holes]
    return Board(int(rows), int(columns or rows), torus=torus is not None, holes=cut)


def read_boards(text: str) -> list[Board]:
    """The boards of a list such as `4..10`, `4,6,8`, `8x11` or `4..6,8x11:torus`."""
    boards = list(dict.fromkeys(chain.from_iterable(map(_boards, text.split(",")))))
    if len(boards) > MOST_BOARDS:
        raise BadInput(f"boards {quote(text)}: at most {MOST_BOARDS:,} boards are accepted")
    return boards


def _boards(text: str) -> Iterator[Board]:
    found = RANGE.fullmatch(text.strip())
    if not found:
        if not BOARD.fullmatch(text.strip()):
            raise BadInput(f"boards {quote(text)}: expected a size or a range, such as 4..10, 8, 8x11 or 4,6,8")
        yield parse_board(text)
        return
    first, last = int(found[1]), int(found[2])
    if first > last:
        raise BadInput(f"boards {quote(text)}: the range ends before it begins; expected the smaller side first")
    for side in range(first, min(last, first + MOST_BOARDS) + 1):
        yield Board(side, torus=found[3] is not None)


def read_square(text: str, what: str) -> Square:
    """The square of `R,C`."""
    square, piece = _square(text, what)
    if piece is not None:
        raise BadInput(f"{what} {quote(text)}: no piece is named here; expected ROW,COLUMN, counted from 0")
    return square


def _square(text: str, what: str) -> tuple[Square, str | None]:
    found = SQUARE.fullmatch(text.strip())
    if not found:
        raise BadInput(f"{what} {quote(text)}: expected ROW,COLUMN, counted from 0, such as 0,4")
    return Square(int(found[1]), int(found[2])), found[3]


def read_fixed(
    texts: Iterable[str], pieces: Sequence[Piece], find: FindPiece, what: str = "fix"
) -> list[tuple[Square, Piece]]:
    """Squares with their pieces, of `R,C` or `R,C=piece`; the piece may be left out where there is only one."""
    found = []
    for text in texts:
        square, name = _square(text, what)
        if name is None and len(pieces) > 1:
            example = f"ROW,COLUMN=PIECE, such as 0,4={pieces[0]}"
            raise BadInput(f"{what} {quote(text)}: with several pieces expected {example}")
        found.append((square, pieces[0] if name is None else find(name)))
    return found


def read_counts(texts: Sequence[str], pieces: Sequence[Piece], board: Board) -> list[int | None]:
    """One count a piece: a number, `n` for the side of the board, `max` (None) for as many as possible."""
    if not texts:
        return [None] * len(pieces)
    if len(texts) != len(pieces):
        given = f"{amount(len(texts), 'count')} for {amount(len(pieces), 'piece')}"
        raise BadInput(f"{given}; give one for each, in order, or none for max")
    return [read_count(text, board) for text in texts]


def read_count(text: str, board: Board) -> int | None:
    """A count: a number, `n` for the side of the board, `max` (None) for as many as possible."""
    if text == "max":
        return None
    if text == "n":
        if board.rows != board.columns:
            raise BadInput(f"count n is the side of a square board, and the board is {board}; give a number or max")
        return board.rows
    if not NUMBER.fullmatch(text):
        raise BadInput(f"count {quote(text)}: expected a number of at least 0, n (the side of the board) or max")
    return int(text)


def read_kind(text: str) -> Kind:
    """A kind of domination."""
    for kind in KINDS:
        if kind == text:
            return kind
    raise BadInput(f"unknown kind of domination {quote(text)}; known are {', '.join(KINDS)}")


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
