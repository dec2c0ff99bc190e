"""Placements: which piece stands on which square. A solution, in chess words."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from operator import itemgetter
from typing import Any, Literal

from rookery.models.base.numbers import whole
from rookery.models.base.pictures import picture
from rookery.models.base.words import shorten
from rookery.models.board import Board, Square
from rookery.models.drawing.text import draw, draw_glyphs, write_fen
from rookery.models.errors import BadInput, show_value
from rookery.models.pieces.piece import Piece
from rookery.models.referee.walking import reach

SIDE = 9  # of the board on which a piece is shown
MOST_PIECES, MOST_NAME = 6, 20  # pieces, and letters of their names, in what a programmer is shown
SQUARES = ("squares", "algebraic")
FORMS = ("text", "unicode", "fen", *SQUARES)
AXES = ("vertical", "horizontal")


class Placement(Mapping[Square, Piece]):
    """An immutable mapping from squares to pieces on one board.

    Two placements are equal when board, squares and pieces are. `str` draws it; notebooks show it as a picture.
    Raises `BadInput` for a square that the board does not have.
    """

    __slots__ = ("__dict__", "_pieces", "board")

    def __init__(self, board: Board, pieces: Mapping[tuple[int, int], Piece] | Mapping[Square, Piece]) -> None:
        _check(board, pieces)
        self.board = board
        self._pieces = {Square(*square): piece for square, piece in sorted(pieces.items(), key=itemgetter(0))}

    @classmethod
    def of(
        cls, piece: Piece, squares: "Mapping[tuple[int, int], Piece] | list[tuple[int, int]]", board: Board
    ) -> "Placement":
        """Copies of one piece on the given squares."""
        return cls(board, dict.fromkeys(squares, piece))

    def __getitem__(self, square: tuple[int, int]) -> Piece:
        return self._pieces[Square(*square)]

    def __iter__(self) -> Iterator[Square]:
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
        return draw(self._pieces, self.board)

    def __repr__(self) -> str:
        """All of it where it is small; else the first pieces, and how many there are."""
        shown = islice(self._pieces.items(), MOST_PIECES)
        where = ", ".join(f"{tuple(square)}: {shorten(piece.name, MOST_NAME)}" for square, piece in shown)
        more = f", ... {len(self):,} in all" if len(self) > MOST_PIECES else ""
        return f"Placement({self.board!r}, {{{where}{more}}})"

    def __format__(self, form: str) -> str:
        """The placement as `text`, `unicode`, `fen`, `squares` (`0,3 1,1`) or `algebraic` (`d4 b3`): `f"{p:fen}"`."""
        match form:
            case "" | "text":
                return str(self)
            case "unicode":
                return draw_glyphs(self._pieces, self.board)
            case "fen":
                return self.fen()
            case "squares":
                return " ".join(map(str, self))
            case "algebraic":
                return " ".join(square.algebraic(self.board) for square in self)
        raise BadInput(f"placements have no format {form!r}; known are {', '.join(FORMS)}")

    def fen(self) -> str:
        """The placement in FEN, blanks counted in numbers of any length, `*` a hole; a torus is not seen in it."""
        return write_fen(self._pieces, self.board)

    def squares(self, form: Literal["squares", "algebraic"] = "squares") -> tuple[str, ...]:
        """The squares of the pieces in words, row by row: `0,3`, or `d4` where `form` is "algebraic".

        Raises `BadInput` for algebraic squares of a board of more than 26 columns.
        """
        if form not in SQUARES:
            raise BadInput(f"squares have no form {form!r}; known are {', '.join(SQUARES)}")
        return tuple(format(self, form).split())

    def rotated(self, turns: int = 1) -> "Placement":
        """The placement after quarter turns to the right, to the left if `turns` is negative.

        After an odd number of them a board of 3x5 is one of 5x3. Holes turn with it; pieces attack as before, so that
        one with a forward direction keeps it.
        """
        found = self
        for _ in range(whole(turns, "rotated, turns") % 4):
            last, pieces = found.board.rows - 1, found.items()
            moved = {(column, last - row): piece for (row, column), piece in pieces}
            found = Placement(found.board.quarter_turn(), moved)
        return found

    def mirrored(self, axis: Literal["vertical", "horizontal"] = "vertical") -> "Placement":
        """The placement mirrored in the board's middle: left and right exchanged, or top and bottom ("horizontal").

        Holes are mirrored with it; pieces attack as before.
        """
        if axis not in AXES:
            raise BadInput(f"no axis {axis!r} to mirror in; known are {', '.join(AXES)}")
        if axis == "horizontal":
            return self.rotated(2).mirrored()
        moved = {(row, self.board.columns - 1 - column): piece for (row, column), piece in self.items()}
        return Placement(self.board.mirror_image(), moved)

    def svg(self, *, coordinates: bool = False, attacked: bool = False, conflicts: bool = False) -> str:
        """The board as SVG: rows and columns numbered, attacked squares shaded, an arrow for each attack on a piece.

        Attacks are those on the empty board, as in `placement` and `domination`.
        """
        from rookery.models.drawing.svg import Marks, draw_svg  # how a placement looks is no part of what it is

        hit = {(square, target) for square, piece in self.items() for target in reach(piece, square, self.board)}
        marks = Marks(
            coordinates,
            attacked={target for _, target in hit} if attacked else (),
            conflicts={(square, target) for square, target in hit if target in self} if conflicts else (),
        )
        return draw_svg(self._pieces, self.board, marks)

    def _repr_svg_(self) -> str | None:
        from rookery.models.drawing.html import show_board

        return show_board(self._pieces, self.board)


def _check(board: Any, pieces: Any) -> None:
    if not isinstance(board, Board):
        raise BadInput(f"board {show_value(board)}: expected a Board, such as rk.Board(8)")
    if not isinstance(pieces, Mapping):
        raise BadInput(f"pieces {show_value(pieces)}: expected a mapping from squares, such as {{(0, 4): rk.QUEEN}}")
    for square, piece in pieces.items():
        if square not in board:
            raise BadInput(board.refusal(square))
        if not isinstance(piece, Piece):
            raise BadInput(f"piece {show_value(piece)} on {square[0]},{square[1]}: expected a Piece, such as rk.QUEEN")


@picture.register
def show_empty_board(board: Board) -> str | None:
    """A board without pieces, its size below."""
    from rookery.models.drawing.html import figure, show_board

    drawn, torus = show_board({}, board), " torus" if board.torus else ""
    return drawn and figure(drawn, f"{board.rows}x{board.columns}{torus}, {len(board):,} squares")


@picture.register
def show_attacks(piece: Piece) -> str:
    """A piece in the middle of an empty board, and what it attacks from there."""
    from rookery.models.drawing.html import show_piece

    board, middle = Board(SIDE), Square(SIDE // 2, SIDE // 2)
    return show_piece(piece, middle, board, reach(piece, middle, board))
