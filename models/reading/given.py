"""Arguments of the Python face, taken in each form that people write: pieces, boards, squares, numbers.

A value of the right type is passed on unchanged. Each refusal is one sentence that says which values are accepted.
"""

from collections.abc import Iterable, Mapping
from numbers import Real
from typing import Any, NoReturn, TypeAlias, cast

from rookery.core.errors import BadInput, show_value
from rookery.core.numbers import whole
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import Board, Square, is_pair, is_whole
from rookery.models.boards.graph import Graph
from rookery.models.pieces import sources as named
from rookery.models.pieces.piece import Piece
from rookery.models.pieces.sources import FindPiece
from rookery.models.reading.typed import (
    DURATIONS,
    MOST,
    OPEN,
    cut_holes,
    parse_board,
    read_count,
    read_seconds,
    read_square,
)

PieceLike: TypeAlias = Piece | str
BoardLike: TypeAlias = AbstractBoard | int | str | tuple[int, int]
SquareLike: TypeAlias = tuple[int, int] | tuple[str] | str | int  # a square, or a vertex of a graph
CountLike: TypeAlias = int | str | None
FixedLike: TypeAlias = Iterable[SquareLike] | Mapping[SquareLike, PieceLike]

PIECE = named.EXPECTED_PIECE
BOARD = "rk.Board(8), a size such as 8, '8x11' or '8x11:torus', or a pair (8, 11)"
SQUARE = "(ROW, COLUMN) counted from 0, such as (0, 4), or a name such as 'e4'"
SQUARES = "a list of squares, such as [(0, 4)] or ['e4']"


def refuse(what: str, value: object, accepted: str) -> NoReturn:
    """Raise `BadInput`, which names the parameter, its value and the accepted forms."""
    raise BadInput(f"{what} {show_value(value)}: expected {accepted}")


def take_piece(value: Any, what: str = "piece", find: FindPiece = named.piece) -> Piece:
    """The piece of a piece, of a name, or of Betza notation."""
    if isinstance(value, Piece):
        return value
    if not isinstance(value, str):
        refuse(what, value, PIECE)
    return find(value)


def take_board(value: Any) -> AbstractBoard:
    """A board of a board, of a side, of a pair of sides, or of a size in text."""
    if isinstance(value, AbstractBoard):
        return value
    if isinstance(value, str):
        return parse_board(value)
    if isinstance(value, Mapping):
        return _rebuild_board(value)
    if is_whole(value):
        return Board(value)
    if is_pair(value):
        return Board(*value)
    refuse("board", value, BOARD)


def _rebuild_board(data: Mapping[str, Any]) -> AbstractBoard:
    """Return the board of `board.plain()`; raises `BadInput` for other data."""
    if data.keys() == {"size", "holes"} and isinstance(data["size"], str):
        board = parse_board(data["size"])
        if isinstance(board, Board):
            return board.with_holes(data["holes"])
    if {"vertices", "edges"} <= data.keys() <= {"vertices", "edges", "directed", "weights", "source"}:
        return Graph.from_plain(data)
    refuse("board", data, BOARD)


def board(size: BoardLike, torus: bool = False, holes: Iterable[SquareLike] = ()) -> AbstractBoard:
    """The board of a size: 8, "8", "8x11", "8x11:torus", (8, 11); holes as pairs or names, such as (0, 4) or "e4".

    >>> import rookery as rk
    >>> rk.board("5x8").rows, rk.board("5x8:torus").torus
    (5, True)

    Raises `BadInput` with what is accepted.
    """
    board, torus = take_board(size), take_flag(torus, "torus")
    cut = tuple(take_squares(holes, board, "hole"))
    if torus:
        if not isinstance(board, Board) or type(board) is not Board or board.kind == "cylinder":
            raise BadInput(f"{board.phrase} cannot be a torus")
        board = Board(board.rows, board.columns, torus, board.holes)
    return cut_holes(board, cut)


def take_square(value: Any, board: AbstractBoard, what: str = "square") -> Cell:
    """The square of a pair, of `R,C`, or of a name such as `e4`, which may lie off the board; of others, the cell."""
    if not isinstance(board, Board):
        # A cell of a board that is no grid: itself, the same as a plain tuple, or its name
        if isinstance(value, tuple) and value in board:
            return board.cell_type(*value)
        found = board.find(str(value))
        if found is None:
            raise BadInput(f"{what} {board.refusal(value)}")
        return found
    if type(value) is Square and type(value[0]) is type(value[1]) is int:
        return value
    if isinstance(value, str):
        return read_square(value, what, board)
    if not is_pair(value):
        refuse(what, value, SQUARE)
    return Square(int(value[0]), int(value[1]))


def take_squares(values: Any, board: AbstractBoard, what: str = "squares") -> list[Cell]:
    """The squares of a list."""
    one = is_pair(values) and isinstance(board, Board)
    if isinstance(values, str | bytes) or not isinstance(values, Iterable) or one:
        refuse(what, values, SQUARES)
    return [take_square(each, board, what) for each in values]


def take_fixed(values: Any, board: AbstractBoard, what: str, find: FindPiece) -> list[Cell] | dict[Cell, Piece]:
    """Squares whose piece is given: a list if there is only one piece, otherwise a mapping to pieces."""
    if not isinstance(values, Mapping):
        return take_squares(values, board, what)
    found: dict[Cell, Piece] = {}
    for where, piece in values.items():
        square = take_square(where, board, what)
        if square in found:
            raise BadInput(f"square {square} is {what} twice")
        found[square] = take_piece(piece, f"{what} piece on {square}", find)
    return found


def take_whole(value: Any, what: str) -> int:
    """A whole number, of Python or of another library."""
    if not is_whole(value):
        refuse(what, value, "a whole number")
    return whole(value, what)


def take_count(value: Any, board: AbstractBoard, what: str = "count", none: str = MOST) -> int | None:
    """A count: a whole number, None or `max` for as many as possible, `n` for the side of the board."""
    if isinstance(value, str):
        return read_count(value, board, none)
    if value is not None and not is_whole(value):
        refuse(what, value, f"a whole number, None or {none!r} for {OPEN[none]}, or 'n' for the side of the board")
    return None if value is None else whole(value, what)


def take_flag(value: Any, what: str) -> bool:
    """A truth value."""
    if not isinstance(value, bool):
        refuse(what, value, "True or False")
    return value


def take_one_of(value: Any, values: Iterable[str], what: str) -> str:
    """One of some words."""
    known = tuple(values)
    if not isinstance(value, str) or value not in known:
        raise BadInput(f"unknown {what} {show_value(value)}; known are {', '.join(known)}")
    return value


def take_seconds(value: Any, what: str = "seconds") -> float | None:
    """A time in seconds, of a number or of text such as `90s`, `2m`, `1h`; None for no limit."""
    if isinstance(value, str):
        return read_seconds(value, what)
    if value is None or (isinstance(value, Real) and not isinstance(value, bool)):
        return cast("float | None", value)
    refuse(what, value, f"{DURATIONS}, or None for no limit")


def take_options(value: Any, what: str = "options") -> dict[str, str]:
    """A backend's options by name; a number stands for its text."""
    if not isinstance(value, Mapping):
        refuse(what, value, "a mapping from names to values, such as {'strategy': 'rows'}")
    return {take_text(name, "option"): _take_option(name, each) for name, each in value.items()}


def _take_option(name: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | Real):
        refuse(f"option {name}", value, "text or a number")
    return str(value)


def take_text(value: Any, what: str) -> str:
    """Text."""
    if not isinstance(value, str):
        refuse(what, value, "text")
    return value


def find_first(own: Iterable[Piece], find: FindPiece = named.piece) -> FindPiece:
    """A search for names that looks first among some pieces."""
    by_name: Mapping[str, Piece] = {piece.name: piece for piece in own}
    return lambda name: by_name.get(name.strip()) or find(name)
