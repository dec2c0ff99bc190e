"""Klein bottles: the upper and the lower edge are joined as on a torus, the left and the right edge upside down."""

from collections.abc import Iterable
from typing import ClassVar

from rookery.models.board import Square
from rookery.models.shapes.twisted import Twisted


class Klein(Twisted):
    """A closed board: beyond the last row comes the first one, beyond the last column the first one upside down."""

    name: ClassVar[str] = "klein"
    shape: ClassVar[str] = "klein"
    noun: ClassVar[str] = "Klein bottle"

    def row(self, row: int) -> int | None:
        """The row of this number, counted around."""
        return row % self.rows

    def slides(self) -> Iterable[int]:
        """Half of an even number of rows: the same distance up and down, and so on both sides of the seam."""
        return (0, self.rows // 2) if self.rows % 2 == 0 else (0,)

    def unfold(self, row: int, column: int) -> Square:
        """The square at a place of the endless plane that covers the bottle."""
        upside_down = column // self.columns % 2 == 1
        row = row % self.rows
        return Square(self.rows - 1 - row if upside_down else row, column % self.columns)
