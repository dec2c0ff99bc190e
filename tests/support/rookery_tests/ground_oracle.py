"""Who attacks whom on boards that are no rectangles, written anew: each pair of cells is decided by itself.

Strips and bottles are unfolded: a ride is straight on the plane that covers them, and each cell of the plane is folded
back. On hexagons and in space the difference of two cells decides. Nothing of the toolkit is used.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import product

Cell = tuple[int, ...]
Attacks = Callable[[Cell, Cell], bool]

FLAT_STEPS = {
    "rook": {(0, 1), (1, 0)},
    "bishop": {(1, 1)},
    "queen": {(0, 1), (1, 0), (1, 1)},
    "king": {(0, 1), (1, 0), (1, 1)},
    "knight": {(1, 2), (2, 1)},
}
LEAPERS = ("king", "knight")


def fold_moebius(rows: int, columns: int, row: int, column: int) -> Cell | None:
    """The cell of a strip under a cell of the plane: each time round is upside down."""
    around, column = divmod(column, columns)
    row = rows - 1 - row if around % 2 else row
    return (row, column) if 0 <= row < rows else None


def fold_klein(rows: int, columns: int, row: int, column: int) -> Cell | None:
    """The cell of a bottle under a cell of the plane: the strip, its upper edge on its lower one."""
    around, column = divmod(column, columns)
    return (rows - 1 - row if around % 2 else row) % rows, column


def unfolded(fold: Callable[..., Cell | None], rows: int, columns: int, piece: str) -> dict[Cell, set[Cell]]:
    """What a piece attacks from each cell: along straight rides of the plane until the edge, or where it began."""
    signed = {(a * x, b * y) for a, b in FLAT_STEPS[piece] for x, y in product((1, -1), repeat=2)}
    found: dict[Cell, set[Cell]] = {}
    for start in product(range(rows), range(columns)):
        found[start] = set[Cell]()
        for down, right in signed:
            for times in range(1, 2 if piece in LEAPERS else 4 * rows * columns):
                cell = fold(rows, columns, start[0] + times * down, start[1] + times * right)
                if cell is None or cell == start:
                    break
                found[start].add(cell)
    return found


def hexagon(side: int) -> Iterator[Cell]:
    """The cells of a hexagon as rows and slanted columns."""
    cells = product(range(2 * side - 1), repeat=2)
    return ((row, column) for row, column in cells if abs(row + column - 2 * (side - 1)) < side)


def triangle(side: int) -> Iterator[Cell]:
    return ((row, side - 1 - back) for row in range(side) for back in reversed(range(row + 1)))


def rhombus(side: int) -> Iterator[Cell]:
    return product(range(side), repeat=2)


def hexagonal(piece: str) -> Attacks:
    """Of the three coordinates of a difference, which add up to 0: a rook keeps one, to a bishop two change alike."""

    def attacks(one: Cell, other: Cell) -> bool:
        down, right = other[0] - one[0], other[1] - one[1]
        three = down, right, -down - right
        far = sorted(map(abs, three))
        rook, bishop = far[0] == 0, len(set(three)) < 3
        hit = {
            "rook": rook,
            "bishop": bishop,
            "queen": rook or bishop,
            "king": far in ([0, 1, 1], [1, 1, 2]),
            "knight": far == [1, 2, 3],
        }
        return one != other and hit[piece]

    return attacks


def solid(piece: str) -> Attacks:
    """In space as many coordinates change as the piece says, all as far."""

    def attacks(one: Cell, other: Cell) -> bool:
        far = sorted(abs(a - b) for a, b in zip(one, other, strict=True))
        changed = {each for each in far if each}
        axes = sum(map(bool, far)) if len(changed) == 1 else 0
        hit = {
            "rook": axes == 1,
            "bishop": axes == 2,
            "unicorn": axes == 3,
            "queen": axes > 0,
            "king": changed == {1},
            "knight": far == [0, 1, 2],
        }
        return hit[piece]

    return attacks


def by_pairs(cells: Iterable[Cell], attacks: Attacks) -> dict[Cell, set[Cell]]:
    """What is attacked from each cell."""
    every = list(cells)
    return {one: {other for other in every if attacks(one, other)} for one in every}
