"""Random problems of every family as plain data, and their declaration in Rookery.

Corners (one row, no free square, as many pieces as squares) come more often than chance has them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from random import Random
from typing import Any, cast

from oracle import case as oracle
from oracle.case import Cell, Standing, free, may_stand, space
from oracle.rules import ACCEPTS
from oracle.steps import ambiguous, rides

import rookery as rk

FAVOURITES = ("Q", "R", "B", "N", "K", "W", "F", "D", "A", "QN", "RN", "fR", "fRfB", "fN", "R2", "B3", "BbF2", "fWbF")
DIRECTIONS = {
    "straight": ("", "", "f", "b", "l", "r", "v", "s"),
    "diagonal": ("", "", "f", "b", "l", "r", "fl", "fr", "bl", "br"),
    "oblique": ("", "", "f", "l", "ff", "fl", "rf", "bs", "lv", "fh", "rh"),
}
ATOMS = {
    "straight": ("W", "W", "D", "H", "R", "(4,0)"),
    "diagonal": ("F", "F", "A", "G", "B"),
    "oblique": ("N", "N", "C", "Z", "(4,1)"),
}
LARGE = ((8, 8), (5, 13), (9, 9), (1, 65), (66, 1), (33, 2))  # rows and columns of boards beyond one machine word
BUDGETS = (16, 256, 4096, 20_000)  # placements to try
HUGE = (10**18, 2**62 - 1, 2**62, 2**63 - 1, 2**63, 2**64, 10**30)
FAMILIES = tuple(ACCEPTS)
TYPED = ("placement", "sighted", "guards", "coverage")  # families of one or several types of piece


@dataclass(frozen=True)
class Case(oracle.Case):
    """A problem and a question about it; pieces are Betza strings."""

    pieces: tuple[str, ...]
    backend: str = "backtracking"
    want: str = "one"
    symmetry: bool = False
    limit: int | None = None
    seed: int = 0
    options: tuple[tuple[str, str], ...] = ()
    hint: tuple[Standing, ...] = ()


def draw_case(random: Random, budgets: tuple[int, ...] = BUDGETS) -> Case:
    """Return a problem with the default question; at most one of `budgets` placements are possible."""
    family = random.choice(FAMILIES)
    case = Case(family, *_draw_sides(random), _draw_pieces(random, family), torus=random.random() < 0.3)
    if not case.torus and random.random() < 0.1:
        case = case.but(shape="cylinder")
    case = _draw_parameters(random, _draw_givens(random, case))
    budget = random.choice(budgets) if random.random() < 0.95 else 1
    while space(case) > budget:
        case = _take_square(random, case)
    return _draw_numbers(random, case)


def draw_piece(random: Random) -> str:
    """Return the Betza string of a known piece or of a random one."""
    if random.random() < 0.5:
        return random.choice(FAVOURITES)
    text = ""
    for _ in range(random.choice((1, 1, 2, 3))):
        kind = random.choice(tuple(ATOMS))
        part = random.choice(DIRECTIONS[kind]) + random.choice(ATOMS[kind]) + random.choice(("", "", "", "2", "3", "0"))
        text += "" if ambiguous(text + part) else part
    return text


def _draw_sides(random: Random) -> tuple[int, int]:
    shape = random.random()
    if shape > 0.92:
        return random.choice(LARGE)
    if shape < 0.15:
        sides = [1, random.randint(1, 12)]
        random.shuffle(sides)
        return sides[0], sides[1]
    if shape < 0.5:
        side = random.randint(1, 6)
        return side, side
    return random.randint(1, 5), random.randint(1, 6)


def _draw_pieces(random: Random, family: str) -> tuple[str, ...]:
    if family == "armies":
        number = random.choice((2, 2, 3))
        alike = random.random() < 0.5
        return (draw_piece(random),) * number if alike else tuple(draw_piece(random) for _ in range(number))
    first, second = draw_piece(random), draw_piece(random)
    differ = rides(first) != rides(second)
    return (first, second) if family in TYPED and differ and random.random() < 0.3 else (first,)


def _draw_givens(random: Random, case: Case) -> Case:
    """Return the case with a few holes and given squares, and perhaps few squares allowed."""
    for _ in range(random.choice((0, 0, 1, 3))):
        case = _take_square(random, case)
    if case.family != "domination" or random.random() > 0.3:
        return case
    share = random.choice((0.3, 0.7, 1.0))
    given = {(row, column) for row, column, _ in case.fixed}
    some = tuple(cell for cell in case.cells if cell in given or random.random() < share)
    for allowed in (random.choice((some, "border")), some):
        changed = case.but(allowed=allowed)
        if given <= {cell for cell in case.cells if may_stand(changed, cell)} != set():
            return changed
    return case


def _draw_parameters(random: Random, case: Case) -> Case:
    """Return the case with the parameters of its family other than numbers of pieces."""
    match case.family:
        case "placement":
            return case.but(kind=random.choice(("plain", "plain", "maximal")))
        case "domination":
            return case.but(kind=random.choice(("plain", "independent", "total", "perfect")))
        case "guards":
            return case.but(kind=random.choice(("plain", "independent", "total")), through=random.random() < 0.5)
        case "coverage":
            kind, goal = random.choice(("plain", "independent")), random.choice(("most", "fewest"))
            return case.but(kind=kind, goal=goal, through=random.random() < 0.5)
        case "k-fold":
            return case.but(times=random.choice((1, 2, 2, 3, 5, 40)), closed=random.random() < 0.5)
        case "sighted":
            return case.but(pawns=random.choice((0, 1, 2, min(3, len(case.cells)))))
    return case


def _take_square(random: Random, case: Case) -> Case:
    """Return the case with one free square fewer: it becomes a hole, forbidden or occupied."""
    left = free(case)
    if not left:
        return case
    cell = random.choice(left)
    ways: list[Callable[[], Case]] = [lambda: _make_hole(case, cell)]
    ways += [lambda: case.but(forbidden=(*case.forbidden, cell))] * 3
    if case.family != "armies" and len(case.fixed) < 4 and random.random() < 0.5:
        ways.append(lambda: case.but(fixed=(*case.fixed, (*cell, random.randrange(len(case.pieces))))))
    return random.choice(ways)()


def _make_hole(case: Case, cell: Cell) -> Case:
    """Return the case with a hole, or a forbidden square where no allowed one would be left."""
    allowed = case.allowed
    if isinstance(allowed, tuple):
        allowed = tuple(other for other in allowed if other != cell)
    changed = case.but(holes=(*case.holes, cell), allowed=allowed)
    left = allowed is None or any(may_stand(changed, other) for other in changed.cells)
    return changed if left else case.but(forbidden=(*case.forbidden, cell))


def _draw_numbers(random: Random, case: Case) -> Case:
    """Return the case with counts, costs or a size; both ends come more often than the middle."""
    if case.family == "guards" and random.random() < 0.4:
        prices = HUGE if random.random() < 0.1 else (1, 1, 2, 3, 5, 9, 1000)
        return case.but(each=(None,) * len(case.pieces), costs=tuple(random.choice(prices) for _ in case.pieces))
    if case.family in ("placement", "sighted", "guards"):
        every = (None, None, "any", *(_draw_count(random, case) for _ in range(3)))
        return case.but(each=tuple(random.choice(every) for _ in case.pieces))
    if case.family == "coverage":
        return case.but(each=tuple(_draw_count(random, case) for _ in case.pieces))
    if case.family == "armies":
        return case.but(size=random.choice((None, None, 0, 1, 2, len(case.cells))))
    return case


def _draw_count(random: Random, case: Case) -> int:
    squares, room = len(case.cells), len(free(case)) + len(case.fixed)
    ends = (0, 1, 2, case.rows, case.rows + 1, case.columns, room - 1, room, room + 1, squares, squares + 1)
    return max(0, random.choice(ends))


def declare(case: Case) -> rk.Problem:
    """Return the problem of a case."""
    pieces = [rk.piece(text) for text in case.pieces]
    fixed = {(row, column): pieces[piece] for row, column, piece in case.fixed}
    board = rk.Board(case.rows, case.columns, case.torus, case.holes, cylinder=bool(case.shape))
    counts: Any = dict(zip(pieces, case.each, strict=False))
    first, kind = pieces[0], cast("Any", case.kind)
    givens: dict[str, Any] = {"fixed": fixed, "forbidden": case.forbidden}
    through, goal = case.through, cast("Any", case.goal)
    calls: dict[str, Callable[[], rk.Problem]] = {
        "placement": lambda: rk.placement(counts, board, None, kind, **givens),
        "domination": lambda: rk.domination(first, board, kind, allowed=cast("Any", case.allowed), **givens),
        "sighted": lambda: rk.sighted(counts, board, case.pawns, **givens),
        "k-fold": lambda: rk.k_fold(first, board, case.times, case.closed, **givens),
        "guards": lambda: rk.guards(counts, board, kind, costs=case.costs, through=through, **givens),
        "coverage": lambda: rk.coverage(counts, board, None, kind, goal, through=through, **givens),
        "regions": lambda: rk.regions(board, 1, first, **givens),
        "armies": lambda: rk.armies(pieces, board, case.size, forbidden=case.forbidden),
    }
    return calls[case.family]()


def write_arguments(case: Case) -> list[str]:
    """Return the arguments of `rookery solve` that declare the problem of a case."""
    shape = ":torus" * case.torus + f":{case.shape}" * bool(case.shape)
    words: list[Any] = [case.family, "--board", f"{case.rows}x{case.columns}{shape}"]
    for piece, count in zip_longest(case.pieces, case.each):
        words += ["--piece", piece if count is None else f"{piece}={count}"]
    words += [word for cost in case.costs for word in ("--cost", cost)]
    for word, cells in (("hole", case.holes), ("forbid", case.forbidden)):
        for row, column in cells:
            words += [f"--{word}", f"{row},{column}"]
    for allowed in [case.allowed] if isinstance(case.allowed, str) else [f"{r},{c}" for r, c in case.allowed or ()]:
        words += ["--allow", allowed]
    for row, column, layer in case.fixed:
        words += ["--fix", f"{row},{column}" + f"={case.pieces[layer]}" * (len(case.pieces) > 1)]
    words += ["--kind", case.kind] * (case.family in ("placement", "domination", "guards", "coverage"))
    words += ["--goal", case.goal] * (case.family == "coverage") + ["--times", case.times] * (case.family == "k-fold")
    words += ["--pawns", case.pawns] * bool(case.pawns) + ["--size", case.size] * (case.size is not None)
    return [str(word) for word in words] + ["--closed"] * case.closed + ["--through"] * case.through
