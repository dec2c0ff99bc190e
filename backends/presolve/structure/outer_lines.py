"""Cases of a covering on crossing lines, by its outermost empty lines, and weights that bound each case.

Two directions of lines are read in the groups of a model: rows and columns. A solution that leaves two lines of each
direction empty has a first and a last empty one: these four say which case it belongs to. Lines outside of them hold
something, which is one more item each. A weight on items is a bound wherever no candidate weighs more than a share of
the whole; the weights here are those of the proof that (n - 1) / 2 queens at least dominate n x n squares (Spencer;
Weakley 1995). Nothing relies on that: who uses weights adds up what candidates weigh.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from rookery.backends.presolve.covering import Covering
from rookery.core.deadline import checking_deadline
from rookery.models.model.constraints import AtLeast, Exactly
from rookery.models.model.model import Model, Permutation

Line = frozenset[int]
Ends = tuple[tuple[int, int], tuple[int, int]]  # of each direction the first and the last empty line
Vector = tuple[tuple[int, int], ...]  # four ranges of sums (`add_up`); what is in the last two weighs twice
MAX_LINES = 200  # groups that are read, a third of them rows and columns: larger boards have too many cases
Numbers = NDArray[np.int32]


@dataclass(frozen=True)
class CrossingLines:
    """Two directions of lines that share no variable within a direction, each in its order.

    `places` gives the items of a selection that ask for all of two lines which cross, by the numbers of these lines: an
    item stands there as often as squares ask for it. Lines are items as well: line `at` of a direction has the number
    `first[direction] + at`. `held` are the lines of each direction with a variable that is chosen beforehand.
    """

    sides: tuple[tuple[Line, ...], tuple[Line, ...]]
    places: Mapping[tuple[int, int], Sequence[int]]
    first: tuple[int, int]
    held: tuple[frozenset[int], frozenset[int]]

    def list_cases(self, most: int) -> Iterator[Ends]:
        """Every case that some solution with at most `most` more variables may belong to; all solutions belong to one.

        No case if a solution may leave fewer than two lines of a direction empty.
        """
        if all(len(side) - len(held) - most >= 2 for side, held in zip(self.sides, self.held, strict=True)):
            yield from product(*(self._list_ends(direction, most) for direction in (0, 1)))

    def _list_ends(self, direction: int, most: int) -> list[tuple[int, int]]:
        """The pairs of lines that may be the first and the last empty one: each line outside takes a variable."""
        held, lines = self.held[direction], range(len(self.sides[direction]))
        return [
            (first, last)
            for first, last in combinations(lines, 2)
            if not held & {first, last} and len({*lines[:first], *lines[last + 1 :]} - held) <= most
        ]

    def list_vectors(self, ends: Ends) -> Iterator[Vector]:
        """Vectors for a case: of the two directions the one whose empty lines are farther apart, or both.

        Let w be the number of lines from the first empty one to the last. Any w lines of the other direction in a row
        are a window, if they have its empty lines among them, or all but one. An item where a window meets the two
        empty lines weighs 1, an outer line beyond the window 2. A queen in the window guards at most two such squares
        along its row, and one along each diagonal, since its diagonals meet the two lines w rows apart; one beyond it
        guards two by diagonals, and has an outer row. So no queen weighs more than 4, of 2 n or 2 n - 2 in all.
        """
        widths = [last - first for first, last in ends]
        for direction, other in ((0, 1), (1, 0)):
            width, (low, high) = widths[direction], ends[other]
            if width < widths[other]:
                continue
            equal, length = int(width == widths[other]), len(self.sides[other])
            lines, held = [self._number(direction, at) for at in ends[direction]], self._number(other, None)
            for start in range(max(0, high + 1 - width - equal), max(0, min(low + equal, length - width)) + 1):
                stop = min(start + width, length)
                beyond = (held, held + min(low, start)), (held + max(high + 1, stop), held + length)
                yield *((line + start, line + stop) for line in lines), *beyond
        for direction, (first, last) in enumerate(ends):
            held = self._number(direction, None)
            yield (held, held + first), (held + last + 1, held + len(self.sides[direction])), (0, 0), (0, 0)

    def _number(self, direction: int, at: int | None) -> int:
        """Return the number of the first sum of a line; of the lines of a direction, as items, for None."""
        row = sum(map(len, self.sides)) + direction if at is None else self.first[direction] - self.first[0] + at
        return row * (max(map(len, self.sides)) + 1)

    def add_up(self, rows: Numbers) -> Numbers:
        """Sums of rows, one for each item: over the first places of a line, and over the first open lines of a side."""
        one, other = map(len, self.sides)
        sums = np.zeros((one + other + 2, max(one, other) + 1, rows.shape[1]), rows.dtype)
        for (row, column), items in self.places.items():
            for item in items:
                sums[[row, one + column], [column + 1, row + 1]] += rows[item]
        for direction, (first, many) in enumerate(zip(self.first, (one, other), strict=True)):
            sums[one + other + direction, 1 : many + 1] = rows[first : first + many]
            sums[one + other + direction, [at + 1 for at in self.held[direction]]] = 0
        return sums.cumsum(axis=1, dtype=rows.dtype).reshape(-1, rows.shape[1])

    def list_actions(self, symmetries: Iterable[Permutation]) -> list["Action"]:
        """Return the actions on cases of the symmetries that take each direction to one, in its order or backwards."""
        number = {line: (at, place) for at, side in enumerate(self.sides) for place, line in enumerate(side)}
        actions = dict[Action, None]()
        for image in checking_deadline(symmetries):
            moved = [[number.get(frozenset(image[v] for v in line), (0, -1)) for line in side] for side in self.sides]
            action = tuple((side[0][0], side[0][1] > 0) for side in moved)
            if moved == [[self._move(each, at) for at in range(len(moved[d]))] for d, each in enumerate(action)]:
                actions[action] = None
        return [*actions]

    def _move(self, to: tuple[int, bool], at: int) -> tuple[int, int]:
        direction, backwards = to
        return direction, len(self.sides[direction]) - 1 - at if backwards else at

    def move_case(self, action: "Action", ends: Ends) -> Ends:
        """Return the case to which an action takes a case."""
        moved = [*ends]
        for (side, backwards), (first, last) in zip(action, ends, strict=True):
            end = len(self.sides[side]) - 1
            moved[side] = (end - last, end - first) if backwards else (first, last)
        return moved[0], moved[1]


Action = tuple[tuple[int, bool], ...]  # for each direction the one that it goes to, and whether backwards


def recognise_lines(selection: Covering, model: Model) -> CrossingLines | None:
    """Return the lines of a selection that crossing groups of its model give; None if items do not ask for them."""
    if selection.folded or not 2 <= len(model.groups) <= MAX_LINES:
        return None
    # Lines that share nothing are a direction; two that have all variables are enough
    directions: list[list[Line]] = []
    for line in map(frozenset, model.groups):
        apart = next((each for each in directions if all(line.isdisjoint(other) for other in each)), None)
        if apart is None:
            directions.append(apart := [])
        apart.append(line)
    whole = [tuple(side) for side in directions if len(frozenset().union(*side)) == model.variables]
    if len(whole) < 2 or len(whole[0]) + len(whole[1]) > MAX_LINES // 3:
        return None
    sides = whole[0], whole[1]
    number = [[-1] * model.variables for _ in sides]
    for direction, side in enumerate(sides):
        for at, line in enumerate(side):
            for variable in line:
                number[direction][variable] = at
    items = {frozenset(options): item for item, options in enumerate(selection.items)}
    places = dict[tuple[int, int], list[int]]()
    for constraint in checking_deadline(model.constraints):
        members = frozenset(constraint.literals)
        if not isinstance(constraint, AtLeast | Exactly) or constraint.bound < 1 or min(members, default=-1) < 0:
            continue
        item = items.get(members & selection.free) if members.isdisjoint(selection.forced) else None
        row, column = (Counter(map(numbers.__getitem__, members)).most_common(1)[0][0] for numbers in number)
        if item is not None and sides[0][row] ^ sides[1][column] <= members:
            places.setdefault((row, column), []).append(item)
    if not places:
        return None
    held = [frozenset(number[direction][v] for v in selection.forced) for direction in (0, 1)]
    first = len(selection.items), len(selection.items) + len(sides[0])
    return CrossingLines(sides, places, first, (held[0], held[1]))
