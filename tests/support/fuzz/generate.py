"""Random cases: corners more often than chance has them."""

from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any

from oracle.case import Cell, free, space
from oracle.rules import ACCEPTS
from oracle.steps import ambiguous

from fuzz.case import Case
from fuzz.questions import question

FAVOURITES = ("Q", "R", "B", "N", "K", "W", "F", "D", "A", "QN", "RN", "fR", "fRfB", "fN", "R2", "B3", "BbF2", "fWbF")
TOKENS = {
    "straight": ("", "", "f", "b", "l", "r", "v", "s"),
    "aslant": ("", "", "f", "b", "l", "r", "fl", "fr", "bl", "br"),
    "oblique": ("", "", "f", "l", "ff", "fl", "rf", "bs", "lv", "fh", "rh"),
}
ATOMS = {
    "straight": ("W", "W", "D", "H", "R", "(4,0)"),
    "aslant": ("F", "F", "A", "G", "B"),
    "oblique": ("N", "N", "C", "Z", "(4,1)"),
}
MANY = ((8, 8), (5, 13), (9, 9), (1, 65), (66, 1), (33, 2))  # from a machine word of squares on
BUDGETS = (16, 256, 4096, 20_000)
HUGE = (10**18, 2**62 - 1, 2**62, 2**63 - 1, 2**63, 2**64, 10**30)


def generate(seed: int, number: int) -> Case:
    """The case of a number in the series of a seed."""
    random = Random(f"{seed} {number}")
    family = random.choice(list(ACCEPTS))
    case = Case(family, *_sides(random), _pieces(random, family), torus=random.random() < 0.3)
    case = _narrowed(random, _told(random, _strewn(random, case)))
    return _shaped(Random(f"{seed} {number} shape"), question(random, _numbered(random, case)))


def _shaped(random: Random, case: Case) -> Case:
    """At times the same on a cylinder; the oracle knows no symmetries there."""
    if case.torus or random.random() < 0.7:
        return case
    return case.but(shape="cylinder", symmetry=False)


def drawn(seed: int, start: int = 0, family: str | None = None, backend: str | None = None) -> Iterator[Case]:
    """The series of a seed from a number on; of one family or one backend alone where these are named."""
    for case in (generate(seed, number) for number in count(start)):
        if family in (None, case.family) and backend in (None, case.backend):
            yield case


def betza(random: Random) -> str:
    """A piece: a known one, or parts as they come."""
    if random.random() < 0.5:
        return random.choice(FAVOURITES)
    text = ""
    for part in [_part(random) for _ in range(random.choice((1, 1, 2, 3)))]:
        text += "" if ambiguous(text + part) else part
    return text


def _part(random: Random) -> str:
    kind = random.choice(list(ATOMS))
    return random.choice(TOKENS[kind]) + random.choice(ATOMS[kind]) + random.choice(("", "", "", "2", "3", "0"))


def _sides(random: Random) -> tuple[int, int]:
    shape = random.random()
    if shape > 0.92:
        return random.choice(MANY)
    if shape < 0.15:
        sides = [1, random.randint(1, 12)]
        random.shuffle(sides)
        return sides[0], sides[1]
    if shape < 0.5:
        side = random.randint(1, 6)
        return side, side
    return random.randint(1, 5), random.randint(1, 6)


def _pieces(random: Random, family: str) -> tuple[str, ...]:
    number = 1
    if family in ("placement", "sighted", "cheapest", "guards", "coverage"):
        number = random.choice((1, 1, 2))
    if family == "armies":
        number = random.choice((2, 2, 3))
        if random.random() < 0.5:
            return (betza(random),) * number
    found: list[str] = []
    while len(found) < number:
        found += [piece for piece in [betza(random)] if family == "armies" or piece not in found]
    return tuple(found)


def _strewn(random: Random, case: Case) -> Case:
    """A few holes and given squares."""
    for _ in range(random.choice((0, 0, 1, 3))):
        case = _without_one(random, case)
    if case.family == "domination" and random.random() < 0.5:
        share = random.choice((0.3, 0.7, 1.0))
        allowed = tuple(cell for cell in case.cells if random.random() < share)
        case = case.but(allowed=allowed or "border")
    return case


def _told(random: Random, case: Case) -> Case:
    """What the family is told beside numbers of pieces."""
    if case.family == "placement":
        return case.but(kind=random.choice(("plain", "plain", "maximal")))
    if case.family == "domination":
        return case.but(kind=random.choice(("plain", "independent", "total", "perfect")))
    if case.family == "guards":
        return case.but(kind=random.choice(("plain", "independent", "total")), through=random.random() < 0.5)
    if case.family == "coverage":
        return case.but(kind=random.choice(("plain", "independent")), goal=random.choice(("most", "fewest")))
    if case.family == "k-fold":
        return case.but(times=random.choice((1, 2, 2, 3, 5, 40)), closed=random.random() < 0.5)
    if case.family == "cheapest":
        return case.but(through=random.random() < 0.5)
    if case.family == "sighted":
        return case.but(pawns=random.choice((0, 1, 2, min(3, len(case.cells)))))
    return case


def _narrowed(random: Random, case: Case) -> Case:
    """Squares given away until few enough placements are left to try; now and then until none is free."""
    budget = random.choice(BUDGETS) if random.random() < 0.95 else 1
    while space(case) > budget:
        case = _without_one(random, case)
    return case


def _without_one(random: Random, case: Case) -> Case:
    """The case with one free square less: a hole, a forbidden square, or one with a piece."""
    left = free(case)
    if not left:
        return case
    cell = random.choice(left)
    if isinstance(case.allowed, tuple) and len(case.allowed) > 1 and random.random() < 0.6:
        return case.but(allowed=tuple(other for other in case.allowed if other != cell))
    ways: list[Callable[[], Case]] = [lambda: case.but(**_holed(case, cell))]
    ways += [lambda: case.but(forbidden=(*case.forbidden, cell))] * 3
    if case.family != "armies" and len(case.fixed) < 4 and random.random() < 0.5:
        ways.append(lambda: case.but(fixed=(*case.fixed, (*cell, random.randrange(len(case.pieces))))))
    return random.choice(ways)()


def _holed(case: Case, cell: Cell) -> dict[str, Any]:
    allowed = case.allowed
    if isinstance(allowed, tuple):
        allowed = tuple(other for other in allowed if other != cell) or "border"
    return {"holes": (*case.holes, cell), "allowed": allowed}


def _numbered(random: Random, case: Case) -> Case:
    """Counts, costs and sizes, both ends of each more often than the middle."""
    if case.family in ("placement", "sighted", "guards"):
        return case.but(each=tuple(random.choice((None, _count(random, case))) for _ in case.pieces))
    if case.family == "coverage":
        return case.but(each=tuple(_count(random, case) for _ in case.pieces))
    if case.family == "cheapest":
        huge = random.random() < 0.1
        worths = HUGE if huge else (1, 1, 2, 3, 5, 9, 1000)
        return case.but(each=tuple(random.choice(worths) for _ in case.pieces))
    if case.family == "armies":
        return case.but(size=random.choice((None, None, 0, 1, 2, len(case.cells))))
    return case


def _count(random: Random, case: Case) -> int:
    squares, room = len(case.cells), len(free(case)) + len(case.fixed)
    ends = (0, 1, 2, case.rows, case.rows + 1, case.columns, room - 1, room, room + 1, squares, squares + 1)
    return max(0, random.choice(ends))
