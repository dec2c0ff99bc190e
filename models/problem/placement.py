"""Placements: which piece stands on which square. A solution, in chess words."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from operator import itemgetter
from typing import Any, Literal

from rookery.core.errors import BadInput, NoPiece, refuse, show_value
from rookery.core.numbers import whole
from rookery.core.words import shorten
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import Board
from rookery.models.drawing.boards import draw_picture, draw_text, show_board
from rookery.models.drawing.svg import Marks
from rookery.models.drawing.text import glyphs, write_fen
from rookery.models.pieces.piece import Piece
from rookery.models.reading.given import (
    BoardLike,
    PieceLike,
    SquareLike,
    SquaresLike,
    take_board,
    take_cell,
    take_cells,
    take_piece,
    take_squares,
)
from rookery.models.referee.walking import reach

MAX_PIECES, MAX_NAME = 6, 20  # pieces, and letters of their names, in `repr`
SQUARES = ("squares", "algebraic")
FORMS = ("text", "unicode", "fen", *SQUARES)
AXES = ("vertical", "horizontal")
MAX_TURNS = 4  # more are degrees
# By the number of quarter turns to the right: transpose, then flip rows and columns
TURNS = (False, False, False), (True, False, True), (False, True, True), (True, True, False)


class Placement(Mapping[Cell, Piece]):
    """An immutable mapping from squares to pieces on one board.

    Two placements are equal when board, squares and pieces are. `str` draws it; notebooks show it as a picture. A
    square is a pair or a name: `placement[0, 4]`, `placement["e4"]`; `KeyError` if no piece stands there. Raises
    `BadInput` for a square that the board does not have.
    """

    __slots__ = ("__dict__", "_pieces", "board")

    def __init__(self, board: BoardLike, pieces: Mapping[Cell, PieceLike]) -> None:
        self.board = take_board(board)
        found = dict(_take_pieces(pieces, self.board))
        order = itemgetter(0) if isinstance(self.board, Board) else lambda pair: self.board.index(pair[0])
        self._pieces = dict(sorted(found.items(), key=order))
        if len(found) < len(pieces):
            raise BadInput("a square is named twice, by a pair and by its name; name each once")

    @classmethod
    def of(cls, piece: PieceLike, squares: Iterable[SquareLike], board: BoardLike) -> "Placement":
        """Return a placement of copies of one piece on the given squares."""
        taken, copied = take_board(board), take_piece(piece)
        return cls(taken, dict.fromkeys(take_squares(squares, taken), copied))

    @classmethod
    def in_order(cls, board: AbstractBoard, pieces: dict[Cell, Piece]) -> "Placement":
        """Return a placement of pieces on cells of the board, in its order; nothing is checked."""
        made = cls.__new__(cls)
        made.board = board
        object.__setattr__(made, "_pieces", pieces)
        return made

    def __getitem__(self, square: SquareLike) -> Piece:
        """The piece on a square; raises `NoPiece`, a `KeyError`, for an empty square and for one off the board."""
        try:
            there = take_cell(square, self.board)
        except BadInput as error:
            raise NoPiece(str(error)) from None
        if there not in self._pieces:
            raise NoPiece(f"no piece stands on {there}")
        found: Piece = self._pieces[there]
        return found

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._pieces)

    def __len__(self) -> int:
        return len(self._pieces)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.board, frozenset(self._pieces.items())))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Placement) and self.board == other.board and self._pieces == other._pieces

    def __str__(self) -> str:
        return draw_text(self.board, self._pieces)

    def __repr__(self) -> str:
        """Return all of it if it is small; else the first pieces, and how many there are."""
        shown = islice(self._pieces.items(), MAX_PIECES)
        where = ", ".join(f"{tuple(square)}: {shorten(piece.name, MAX_NAME)}" for square, piece in shown)
        more = f", ... {len(self):,} in all" if len(self) > MAX_PIECES else ""
        return f"Placement({self.board!r}, {{{where}{more}}})"

    def __format__(self, form: str) -> str:
        """Return it as `text`, `unicode`, `fen`, `squares` (`0,3 1,1`) or `algebraic` (`d4 b3`): `f"{p:fen}"`."""
        match form:
            case "" | "text":
                return str(self)
            case "unicode":
                return draw_text(self.board, self._pieces, glyphs, spaced=True)
            case "fen":
                return self.fen()
            case "squares":
                return " ".join(map(str, self))
            case "algebraic":
                return " ".join(map(self.board.label, self))
        raise BadInput(f"placements have no format {form!r}; known are {', '.join(FORMS)}")

    def fen(self) -> str:
        """The placement in FEN, blanks counted in numbers of any length, `*` a hole; a torus is not seen in it."""
        return write_fen(self._pieces, self._board("FEN"))

    def squares(self, form: Literal["squares", "algebraic"] = "squares") -> tuple[str, ...]:
        """Return the squares of the pieces in words, row by row: `0,3`, or `d4` where `form` is "algebraic".

        On a board of more than 26 columns, and for vertices, both are equal.
        """
        if form not in SQUARES:
            raise BadInput(f"squares have no form {form!r}; known are {', '.join(SQUARES)}")
        return tuple(format(self, form).split())

    def rotated(self, turns: int = 1) -> "Placement":
        """Return the placement after quarter turns to the right, to the left if `turns` is negative: 2 are half a turn.

        After an odd number of them a board of 3x5 is one of 5x3. Holes turn with it; pieces attack as before, so that
        one with a forward direction keeps it. Raises `BadInput` for more than four, which would be degrees.
        """
        if abs(whole(turns, "rotated, turns")) > MAX_TURNS:
            many = f"rotated, turns: {show_value(turns)} quarter turns"
            raise BadInput(f"{many}; expected a number from -4 to 4, such as 1 for 90 degrees and 2 for 180")
        return self._turned("quarter turns", *TURNS[int(turns) % 4])

    def mirrored(self, axis: Literal["vertical", "horizontal"] = "vertical") -> "Placement":
        """The placement mirrored in the board's middle: left and right exchanged, or top and bottom ("horizontal").

        Holes are mirrored with it; pieces attack as before.
        """
        if axis not in AXES:
            raise BadInput(f"no axis {axis!r} to mirror in; known are {', '.join(AXES)}")
        return self._turned("mirror images", False, axis == "horizontal", axis == "vertical")

    def _turned(self, what: str, transpose: bool, flip_rows: bool, flip_columns: bool) -> "Placement":
        board, move = self._board(what).turned(transpose, flip_rows, flip_columns)
        return Placement(board, {move(square): piece for square, piece in self.items()})

    def svg(self, *, coordinates: bool | str = False, attacked: bool = False, conflicts: bool = False) -> str:
        """Return the board as SVG: numbers at the edges, attacked squares shaded, an arrow for each attack on a piece.

        With `coordinates="names"` files and ranks stand at the edge, as in e4, in place of numbers from 0.
        Attacks are those on the empty board, as in `placement` and `domination`.
        """
        if coordinates not in (True, False, "names"):
            refuse("svg, coordinates", coordinates, "True, False or 'names'")
        hit = {(square, target) for square, piece in self.items() for target in reach(piece, square, self.board)}
        marks = Marks(
            coordinates,
            attacked={target for _, target in hit} if attacked else (),
            conflicts={(square, target) for square, target in hit if target in self} if conflicts else (),
        )
        drawn = draw_picture(self.board, self._pieces, marks)
        if drawn is None:
            raise BadInput(f"there is no picture of {self.board.phrase}")
        return drawn

    def _board(self, what: str) -> Board:
        """Return the board if it is one of squares; raises `BadInput` for another."""
        if not isinstance(self.board, Board):
            raise BadInput(f"{self.board.phrase} has no {what}")
        return self.board

    def _repr_svg_(self) -> str | None:
        return show_board(self._pieces, self.board)


def attacked(piece: PieceLike, board: BoardLike, square: SquareLike, blocked: SquaresLike = ()) -> list[Cell]:
    """Return the squares that a piece attacks from a square, in the order of the board.

    >>> import rookery as rk
    >>> len(rk.attacked("queen", 5, "c4", blocked=["e5", "b4", "c2"]))
    10
    >>> rk.attacked("knight", 3, "a1")
    [Square(row=0, column=1), Square(row=1, column=2)]

    Args:
        piece: The piece.
        board: The board; a ride ends before a hole.
        square: The square of the piece.
        blocked: Squares with walls or own pieces: a ride ends before them, and they are not attacked.

    Raises `BadInput` for squares off the board, and for a piece on a blocked square.
    """
    board, piece = take_board(board), take_piece(piece)
    board.admit(piece)
    start, stops = take_cell(square, board), take_cells(blocked, board, "blocked")
    if start in stops:
        raise BadInput(f"{board.noun} {board.label(start)} is blocked, and the {piece} stands on it")
    walled = board.with_holes(stops) if isinstance(board, Board) and stops else board
    return sorted(reach(piece, start, walled).difference(stops), key=board.index)


def list_pieces(pieces: Mapping[Cell, Piece]) -> list[list[Any]]:
    """Return pieces on squares as plain data, in their order: `["queen", 0, 4]` each, `["guard", "a"]` on a graph."""
    return [[piece.name, *square] for square, piece in pieces.items()]


def _take_pieces(pieces: Any, board: AbstractBoard) -> Iterator[tuple[Cell, Piece]]:
    if not isinstance(pieces, Mapping):
        refuse("pieces", pieces, "a mapping from squares, such as {(0, 4): rk.QUEEN}")
    for where, piece in pieces.items():
        square = take_cell(where, board)
        yield square, take_piece(piece, f"piece on {square}")
