"""Placements: which piece stands on which square. A solution, in chess words."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from rookery.models.board import Board, Square
from rookery.models.drawing.text import draw
from rookery.models.errors import BadInput, show_value
from rookery.models.pieces.piece import Piece
from rookery.models.referee.walking import reach


class Placement(Mapping[Square, Piece]):
    """An immutable mapping from squares to pieces on one board.

    Two placements are equal when board, squares and pieces are. `str` draws it; notebooks show it as a picture.
    Raises `BadInput` for a square that the board does not have.
    """

    __slots__ = ("__dict__", "_pieces", "board")

    def __init__(self, board: Board, pieces: Mapping[tuple[int, int], Piece]) -> None:
        _check(board, pieces)
        self.board = board
        self._pieces = {Square(*square): pieces[square] for square in sorted(pieces)}

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
        where = ", ".join(f"{tuple(square)}: {piece.name}" for square, piece in self._pieces.items())
        return f"Placement({self.board!r}, {{{where}}})"

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

    def _repr_svg_(self) -> str:
        from rookery.models.drawing.svg import draw_svg

        return draw_svg(self._pieces, self.board)


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
