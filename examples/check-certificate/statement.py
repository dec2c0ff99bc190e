"""The rows of a domination, placement or k-fold problem, without Rookery: `python statement.py < PROBLEM.json`.

PROBLEM is the field `problem` of a certificate. Variable v is 1 if a piece stands on square v, row by row, no holes. A
row `[least, {v: weight}]`: the weights of the variables that are 1 add up to `least` or more. `goal` is -1 for the
fewest, 1 for the most pieces, 0 for neither.
"""

import json
import sys
from itertools import product

# Steps of each piece, to be taken in all eight directions, and how often: 0 as far as it can.
PIECES = {
    "queen": [(0, 1, 0), (1, 1, 0)], "rook": [(0, 1, 0)], "bishop": [(1, 1, 0)], "king": [(0, 1, 1), (1, 1, 1)],
    "amazon": [(0, 1, 0), (1, 1, 0), (1, 2, 1)], "nightrider": [(1, 2, 0)], "knight": [(1, 2, 1)],
    "camel": [(1, 3, 1)], "zebra": [(2, 3, 1)],
}  # fmt: skip
# What is said and not known here would be left out of the rows: it is refused.
KNOWN = {"family", "board", "piece", "pieces", "fixed", "forbidden", "kind", "times", "closed"}
KNOWN |= {f"piece: {name}" for name in ("name", "symbol", "glyph", "rides", "plural")}


def read_piece(problem):
    """The piece of a problem, a name or a dictionary, and how many there are; None for the most or the fewest."""
    (piece,) = problem["pieces"] if "pieces" in problem else [problem["piece"]]
    return piece if isinstance(piece, list) else (piece, None)


class Board:
    """The squares of a problem, and the steps of its piece, each with how often it is taken."""

    def __init__(self, problem):
        piece, count = read_piece(problem)
        unknown = {*problem, *(f"piece: {name}" for name in piece if isinstance(piece, dict))} - KNOWN
        unknown |= {"any"} & {count} | {problem.get("kind")} - {None, "total", "perfect", "independent"}
        if unknown or problem["family"] not in ("domination", "k-fold", "placement"):
            raise ValueError(f"only boards of squares and one piece are stated here, without {sorted(unknown)}")
        board = problem["board"] if isinstance(problem["board"], dict) else {"size": problem["board"], "holes": []}
        size, _, joined = board["size"].partition(":")
        if joined not in ("", "torus"):
            raise ValueError(f"no {joined} is stated here")
        self.height, self.width = (int(side) for side in (size.split("x") * 2)[:2])
        self.torus, holes = bool(joined), {tuple(hole) for hole in board["holes"]}
        squares = (at for at in product(range(self.height), range(self.width)) if at not in holes)
        self.number = {square: v for v, square in enumerate(squares)}
        self.rides = {tuple(ride) for ride in piece["rides"]} if isinstance(piece, dict) else set()
        for (one, two, far), i, j in product([] if self.rides else PIECES[piece], (1, -1), (1, -1)):
            self.rides |= {(one * i, two * j, far), (two * j, one * i, far)}

    def walk(self, square, down, right):
        """The squares along a step from one on, up to an edge or a hole; and whether it comes back to itself."""
        found, at = [], square
        while at in self.number and at not in found[:1]:
            found.append(at)
            row, column = at[0] + down, at[1] + right
            at = (row % self.height, column % self.width) if self.torus else (row, column)
        return found, at == square

    def list_attackers(self, square):
        """The squares from which the piece attacks a square on the empty board."""
        ways = [(self.walk(square, -down, -right)[0], far) for down, right, far in self.rides]
        return sorted({self.number[at] for way, far in ways for at in way[1 : far + 1 if far else None]})

    def list_lines(self, down, right):
        """The board cut into the longest lines along a step, each with whether it closes on itself."""
        seen = set()
        for square in self.number:
            if square not in seen:
                before, closed = self.walk(square, -down, -right)
                line, _ = self.walk(square if closed else before[-1], down, right)
                seen |= {*line}
                yield [self.number[at] for at in line], closed

    def list_cliques(self):
        """Sets of squares that hold one piece at most: lines of riders, and stretches of those that go a short way."""
        for down, right, far in sorted({(*max((a, b), (-a, -b)), far) for a, b, far in self.rides}):
            for line, closed in self.list_lines(down, right):
                whole = not far or len(line) <= far + 1 or (closed and len(line) <= 2 * far + 1)
                starts = len(line) if closed else len(line) - far
                yield from [tuple(line)] if whole else (tuple([*line, *line][a : a + far + 1]) for a in range(starts))

    def list_symmetries(self, kept):
        """The rotations, reflections and shifts that keep what is attacked, and some sets of squares."""
        hits, h, w = [{*self.list_attackers(square)} for square in self.number], self.height, self.width
        shifts = product(range(h), range(w)) if self.torus else [(0, 0)]
        for (down, right), turn, up, left in product(shifts, (1, -1), (0, 1), (0, 1)):
            moved = (at[::turn] for at in self.number)
            moved = ((h - 1 - y if up else y, w - 1 - x if left else x) for y, x in moved)
            p = [self.number.get(((y + down) % h, (x + right) % w)) for y, x in moved]
            if {*p} == {*range(len(hits))} and all({p[v] for v in some} == some for some in kept):
                yield from [p] if all({p[t] for t in hits[s]} == hits[p[s]] for s in range(len(p))) else []


def state(problem):
    """The rows, the number of variables, the goal, and the symmetries."""
    board, rows, placed, many = Board(problem), [], problem["family"] == "placement", read_piece(problem)[1]

    def demand(number, squares, signs=(1, -1)):  # at least, at most, or both
        rows.extend([sign * number, dict.fromkeys(squares, sign)] for sign in signs)

    given = [[board.number[tuple(square)] for square in problem.get(name, [])] for name in ("fixed", "forbidden")]
    for number, v in [*product([1], given[0]), *product([0], sorted(given[1]))]:
        demand(number, [v])
    times, kind = problem.get("times", 1), problem.get("kind")
    for v, square in enumerate([] if placed else board.number):
        hits, own = board.list_attackers(square), {} if kind == "total" else {v: 1 if problem.get("closed") else times}
        rows.append([times, own | dict.fromkeys(hits, 1)])
        if kind == "perfect":
            demand(1, [v, *hits], [-1])
    if placed and many is not None:
        demand(many, range(len(board.number)))
    for clique in dict.fromkeys(board.list_cliques()) if placed or kind == "independent" else []:
        demand(1, clique, [-1] if len(clique) > 1 else [])
    for down, right, side in ((0, 1, board.height), (1, 0, board.width)):
        lines = [line for line, _ in board.list_lines(down, right)]
        for line in lines if placed and (down, right, 0) in board.rides and many == side == len(lines) else []:
            demand(1, line)
    images = board.list_symmetries([{*some} for some in given])  # made once they are asked for: a torus has many
    goal = -1 if not placed else 1 if many is None else 0
    return {"variables": len(board.number), "goal": goal, "rows": rows, "symmetries": images}


if __name__ == "__main__":
    print(json.dumps(state(json.load(sys.stdin)), default=list))
