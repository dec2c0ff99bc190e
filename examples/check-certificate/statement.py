"""The rows of a domination, placement or k-fold problem, without Rookery: `python statement.py < PROBLEM.json`.

PROBLEM is the field `problem` of a certificate's header (docs/certificate-format.md). Variable v is square number v,
row by row, holes left out: 1 if a piece stands there. A row `[least, {v: weight}]` says that the weights of the
variables that are 1 add up to `least` or more. What is written has the rows in the order in which certificates number
them, the number of variables, `goal` (-1 the fewest, 1 the most pieces, 0 none), and the symmetries of the board.
"""

import json
import sys
from itertools import product
from typing import Any

# Steps of each piece, to be taken in all eight directions, and whether it goes on: 0 as far as it can, 1 once.
LEAPS = {"knight": (1, 2), "camel": (1, 3), "zebra": (2, 3)}
PIECES = {
    "queen": [(0, 1, 0), (1, 1, 0)], "rook": [(0, 1, 0)], "bishop": [(1, 1, 0)], "king": [(0, 1, 1), (1, 1, 1)],
    "amazon": [(0, 1, 0), (1, 1, 0), (1, 2, 1)], "nightrider": [(1, 2, 0)],
    **{name: [(*step, 1)] for name, step in LEAPS.items()},
}  # fmt: skip

# What is said and not known here would be left out of the rows: it is refused.
KNOWN = {"board", "torus", "holes", "family", "pieces", "fixed", "forbidden", "kind", "times", "closed"}
KNOWN_OF_PIECES = {"piece", "count", "symbol", "rides", "betza", "plural", "solid"}


class Board:
    """The squares of a problem, and the ways of its piece."""

    def __init__(self, problem: dict[str, Any]) -> None:
        unknown = problem.keys() - KNOWN | {
            each for piece in problem["pieces"] for each in piece.keys() - KNOWN_OF_PIECES
        }
        if unknown or len(problem["pieces"]) != 1 or problem["pieces"][0].get("solid"):
            raise ValueError(f"only boards of squares and one piece are stated here, without {sorted(unknown)}")
        (self.height, self.width), self.torus = problem["board"], problem.get("torus", False)
        holes, piece = {tuple(hole) for hole in problem["holes"]}, problem["pieces"][0]
        self.squares = [at for at in product(range(self.height), range(self.width)) if at not in holes]
        self.number = {square: at for at, square in enumerate(self.squares)}
        if "rides" in piece:
            self.rides = {tuple(ride) for ride in piece["rides"]}
        else:
            steps = [(a, b, far) for x, y, far in PIECES[piece["piece"]] for a, b in ((x, y), (y, x))]
            self.rides = {(a * i, b * j, far) for a, b, far in steps for i, j in product((1, -1), repeat=2)}

    def step(self, square: tuple[int, int], down: int, right: int) -> tuple[int, int] | None:
        """The square that one step leads to, None beyond the edge and in a hole."""
        row, column = square[0] + down, square[1] + right
        to = (row % self.height, column % self.width) if self.torus else (row, column)
        return to if to in self.number else None

    def attackers(self, square: tuple[int, int]) -> set[int]:
        """The squares from which the piece attacks a square on the empty board."""
        found = set()
        for down, right, far in self.rides:
            at, taken = self.step(square, -down, -right), 1
            while at is not None and at != square and (not far or taken <= far):
                found.add(self.number[at])
                at, taken = self.step(at, -down, -right), taken + 1
        return found

    def lines(self, down: int, right: int) -> Any:
        """The board cut into the longest lines along a step, each with whether it closes on itself."""
        seen = set()
        for square in self.squares:
            if square not in seen:
                first, before = square, self.step(square, -down, -right)
                while before is not None and before != square:
                    first, before = before, self.step(before, -down, -right)
                at, line = square if before is not None else first, list[tuple[int, int]]()
                while at is not None and (not line or at != line[0]):
                    line.append(at)
                    at = self.step(at, down, right)
                seen |= set(line)
                yield [self.number[each] for each in line], before is not None

    def cliques(self) -> list[tuple[int, ...]]:
        """Sets of squares that hold one piece at most: lines of riders, and stretches of those that go a short way."""
        found = dict[tuple[int, ...], None]()
        for down, right, far in sorted({(*max((a, b), (-a, -b)), far) for a, b, far in self.rides}):
            for line, closed in self.lines(down, right):
                size = len(line)
                whole = not far or size <= far + 1 or (closed and size <= 2 * far + 1)
                starts = range(1 if whole else size if closed else size - far)
                parts = (line if whole else [line[(at + k) % size] for k in range(far + 1)] for at in starts)
                found |= dict.fromkeys(tuple(part) for part in parts if size > 1)
        return list(found)

    def full_lines(self, number: int | None) -> list[list[int]]:
        """The rows, and the columns, if each must hold one of that number of pieces."""
        sides = (((0, 1), self.height), ((1, 0), self.width))
        ways = [
            [line for line, _ in self.lines(*step)]
            for step, side in sides
            if (*step, 0) in self.rides and number == side
        ]
        return [line for lines in ways if len(lines) == number for line in lines]

    def symmetries(self, kept: list[set[int]]) -> list[list[int]]:
        """The rotations, reflections and shifts of the board that keep what is attacked, and some sets of squares."""
        hits, n, found = [self.attackers(s) for s in self.squares], len(self.squares), set()
        shifts = product(range(self.height), range(self.width)) if self.torus else [(0, 0)]
        for (down, right), turn, up, left in product(shifts, (0, 1), (0, 1), (0, 1)):
            image = list[int | None]()
            for a, b in self.squares:
                y, x = (b, a) if turn else (a, b)
                y, x = (self.height - 1 - y if up else y), (self.width - 1 - x if left else x)
                image.append(
                    self.number.get(((y + down) % self.height, (x + right) % self.width) if self.torus else (y, x))
                )
            sets = all({image[v] for v in some} == some for some in kept)
            if (
                set(image) == set(range(n))
                and sets
                and all({image[t] for t in hits[s]} == hits[image[s]] for s in range(n))
            ):
                found.add(tuple(image))
        return [list(image) for image in sorted(found)]


def state(problem: dict[str, Any], moved: bool = True) -> dict[str, Any]:
    """The rows, the number of variables, the goal, and where that is asked the symmetries."""
    board, family, rows = Board(problem), problem["family"], list[Any]()

    def demand(least: int, squares: Any, weight: int = 1) -> None:
        rows.append([weight * least, dict.fromkeys(squares, weight)])

    def exactly(number: int, squares: Any) -> None:
        demand(number, squares)
        demand(number, squares, -1)

    n, number = len(board.squares), problem["pieces"][0]["count"]
    fixed = [board.number[row, column] for _, row, column in problem["fixed"]]
    forbidden = sorted(board.number[row, column] for row, column in problem["forbidden"])
    for many, squares in ((1, fixed), (0, forbidden)):
        for square in squares:
            exactly(many, [square])
    if family not in ("domination", "k-fold", "placement"):
        raise ValueError(f"the family {family} is not stated here")
    kind, times = problem.get("kind", "plain"), problem.get("times", 1)
    for at, square in enumerate(board.squares if family != "placement" else []):
        hits = dict.fromkeys(sorted(board.attackers(square)), 1)
        own = {} if kind == "total" else {at: 1 if problem.get("closed") else times}
        rows.append([times, own | hits])
        if kind == "perfect":
            demand(1, [at, *hits], -1)
    if family == "placement" and number is not None:
        exactly(number, range(n))
    for clique in board.cliques() if family == "placement" or kind == "independent" else []:
        demand(1, clique, -1)
    for line in board.full_lines(number) if family == "placement" else []:
        exactly(1, line)
    goal = 1 if family == "placement" and number is None else 0 if family == "placement" else -1
    images = board.symmetries([set(fixed), set(forbidden)]) if moved else []
    return {"variables": n, "goal": goal, "rows": rows, "symmetries": images}


if __name__ == "__main__":
    print(json.dumps(state(json.load(sys.stdin))))
