"""Cylinders: boards whose left and right edges are joined, while top and bottom stay edges."""

from collections.abc import Iterable
from typing import Any, ClassVar

from rookery.models.board import Board
from rookery.models.errors import BadInput, show_value


class Cylinder(Board):
    """A board whose left edge is joined to its right one: `8:cylinder`, `Cylinder(8, 11)`.

    A step leads the same way from every square, so lines and symmetries are found as those of boards are.
    """

    name: ClassVar[str] = "cylinder"
    shape: ClassVar[str] = "cylinder"

    def __init__(
        self, rows: int, columns: int | None = None, torus: bool = False, holes: Iterable[tuple[int, int]] = ()
    ) -> None:
        if torus is not False:
            raise BadInput(f"torus {show_value(torus)}: a cylinder joins left and right alone")
        super().__init__(rows, columns, torus, holes)

    @property
    def joined(self) -> tuple[bool, bool]:
        """Whether the top edge is joined to the bottom one, and the left edge to the right one."""
        return False, True

    def wrap(self, row: Any, column: Any) -> tuple[Any, Any]:
        """Where a square beyond an edge lies; the referee's own, for arrays of them as well."""
        return row, column % self.columns
