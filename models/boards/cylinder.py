"""Cylinders: boards whose left and right edges are joined, while top and bottom stay edges."""

from collections.abc import Iterable
from typing import Any, ClassVar

from rookery.core.errors import BadInput, show_value
from rookery.models.boards.board import Board


class Cylinder(Board):
    """A board whose left edge is joined to its right one: `8:cylinder`, `Cylinder(8, 11)`."""

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
        """Return whether the top edge is joined to the bottom one, and the left edge to the right one."""
        return False, True

    def wrap(self, row: Any, column: Any) -> tuple[Any, Any]:
        """The cell of a square beyond an edge; the referee's own code, also for arrays of squares."""
        return row, column % self.columns
