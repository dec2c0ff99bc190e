"""Statements: what a problem was asked, from which it can be declared again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rookery.models.board import Board, Square
from rookery.models.pieces.piece import Piece


class Named(NamedTuple):
    """A piece that a problem is asked for, and its count, weight or cost; None for none, or as many as possible."""

    piece: Piece
    value: int | str | None = None


@dataclass(frozen=True)
class Statement:
    """A family by its name, and what is asked of it: board, pieces, parameters, and squares that are given."""

    family: str
    board: Board
    pieces: tuple[Named, ...]
    parameters: Mapping[str, Any]
    fixed: Mapping[Square, Piece]
    forbidden: tuple[Square, ...]

    def named_pieces(self) -> tuple[Piece, ...]:
        """The pieces that are asked for."""
        return tuple(piece for piece, _ in self.pieces)

    def each(self) -> dict[Piece, Any]:
        """What every piece comes with."""
        return dict(self.pieces)

    def plural(self) -> str:
        """The pieces in words: `queens and rooks`."""
        return " and ".join(f"{piece}s" for piece, _ in self.pieces)
