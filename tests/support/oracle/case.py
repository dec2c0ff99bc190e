"""A problem as plain data."""

from dataclasses import dataclass, replace
from typing import Any, Self

from oracle.steps import Ride

Cell = tuple[int, int]
Standing = tuple[int, int, int]  # row, column, number of the piece


@dataclass(frozen=True)
class Case:
    """One problem.

    `shape` is "cylinder" where only the left and the right edge are joined. `pieces` are Betza strings or rides; `each`
    is a count for each of them ("any", or None: as many as possible, or as few), `costs` are what guards cost. Pieces
    stand on `allowed` squares alone, or on the border. What a family is not told keeps its default.
    """

    family: str
    rows: int
    columns: int
    pieces: tuple[str | frozenset[Ride], ...]
    torus: bool = False
    shape: str = ""
    holes: tuple[Cell, ...] = ()
    each: tuple[int | str | None, ...] = ()
    costs: tuple[int, ...] = ()
    fixed: tuple[Standing, ...] = ()
    forbidden: tuple[Cell, ...] = ()
    allowed: tuple[Cell, ...] | str | None = None
    kind: str = "plain"
    times: int = 1
    closed: bool = False
    pawns: int = 0
    through: bool = False
    size: int | None = None
    goal: str = "most"

    def but(self, **changes: Any) -> Self:
        """The same case with something else in some places."""
        return replace(self, **changes)

    @property
    def cells(self) -> list[Cell]:
        """The squares of the board, row by row."""
        every = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        return [cell for cell in every if cell not in self.holes]


def asked(family: str, pieces: Any, board: Any, **more: Any) -> Case:
    """A case of a `Board` and one or more `Piece`s, which are read as data."""
    known = [frozenset((*ride.step, ride.reach or 0) for ride in piece.rides) for piece in pieces]
    holes = tuple(tuple(hole) for hole in board.holes)
    shape = "cylinder" if board.kind == "cylinder" else ""
    return Case(family, board.rows, board.columns, tuple(known), torus=board.torus, shape=shape, holes=holes, **more)


def may_stand(case: Case, cell: Cell) -> bool:
    """Whether the problem leaves a square to pieces."""
    if case.allowed == "border" and not (cell[0] in (0, case.rows - 1) or cell[1] in (0, case.columns - 1)):
        return False
    return cell not in case.forbidden and (case.allowed in (None, "border") or cell in case.allowed)


def free(case: Case) -> list[Cell]:
    """The squares on which a piece may stand or not."""
    held = {(row, column) for row, column, _ in case.fixed}
    return [cell for cell in case.cells if cell not in held and may_stand(case, cell)]


def space(case: Case) -> int:
    """How many placements there are to try."""
    return int((1 + len(case.pieces) + bool(case.pawns)) ** len(free(case)))
