"""Moebius strips: the left and the right edge are joined upside down, so that what goes once around is mirrored."""

from collections.abc import Iterable
from typing import ClassVar

from rookery.models.board import Square
from rookery.models.shapes.twisted import Twisted


class Moebius(Twisted):
    """A strip of squares with an upper and a lower edge, which are one: beyond the last column it is upside down."""

    name: ClassVar[str] = "moebius"
    shape: ClassVar[str] = "moebius"
    noun: ClassVar[str] = "Moebius strip"

    def row(self, row: int) -> int | None:
        """The row of this number; None beyond the edge."""
        return row if 0 <= row < self.rows else None

    def slides(self) -> Iterable[int]:
        """No row can take the place of another."""
        return (0,)

    def unfold(self, row: int, column: int) -> Square:
        """The square at a place of the endless straight strip that covers this one."""
        upside_down = column // self.columns % 2 == 1
        return Square(self.rows - 1 - row if upside_down else row, column % self.columns)
