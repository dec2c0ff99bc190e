"""The answer to a case by trying every placement."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fuzz import orbits
from fuzz.case import Case, may_stand
from fuzz.ground import Ground, ground
from fuzz.rules import ACCEPTS, aim, value, wanted

Placed = orbits.Placed


@dataclass(frozen=True)
class Truth:
    """What is right: the best value (None without a goal or a placement), and all placements that have it."""

    goal: bool
    best: int | None
    placements: frozenset[Placed]


def free(case: Case) -> list[tuple[int, int]]:
    """The squares on which a piece may stand or not."""
    held = {(row, column) for row, column, _ in case.fixed}
    return [cell for cell in case.cells if cell not in held and may_stand(case, cell)]


def space(case: Case) -> int:
    """How many placements there are to try."""
    return int((1 + len(case.pieces) + bool(case.pawns)) ** len(free(case)))


def truth(case: Case) -> Truth:
    """The best placements of a case."""
    known, best, placements = ground(case), None, list[Sequence[int]]()
    goal = aim(case)
    for masks in _every(case):
        if not ACCEPTS[case.family](case, known, masks):
            continue
        worth = value(case, known, masks) if goal else 0
        if best is None or (goal and worth != best and goal(worth, best) == worth):
            best, placements = worth, []
        if worth == best:
            placements.append(masks)
    return Truth(goal is not None, best if goal else None, frozenset(map(_placed, placements)))


def orbit_count(case: Case, placements: frozenset[Placed]) -> int:
    """How many of some placements no symmetry maps onto each other."""
    return orbits.count(case, ground(case), placements)


def canonical(case: Case, placements: frozenset[Placed]) -> list[tuple[tuple[int, int], ...]]:
    """For each of some placements the one that stands for its orbit."""
    known: Ground = ground(case)
    return [orbits.least(case, known, placed) for placed in placements]


def _every(case: Case) -> Iterator[list[int]]:
    """All placements that keep to the givens and to the counts."""
    number = {cell: at for at, cell in enumerate(case.cells)}
    masks = [0] * len(wanted(case))
    for row, column, piece in case.fixed:
        masks[piece] |= 1 << number[row, column]
    if all(may_stand(case, (row, column)) for row, column, _ in case.fixed):
        yield from _grown(masks, [number[cell] for cell in free(case)], wanted(case))


def _grown(masks: list[int], left: Sequence[int], counts: Sequence[int | None]) -> Iterator[list[int]]:
    sizes = [mask.bit_count() for mask in masks]
    if any(count is not None and size > count for size, count in zip(sizes, counts, strict=True)):
        return
    if not left:
        if all(count in (None, size) for size, count in zip(sizes, counts, strict=True)):
            yield masks
        return
    yield from _grown(masks, left[1:], counts)
    for piece in range(len(masks)):
        more = [mask | (1 << left[0] if number == piece else 0) for number, mask in enumerate(masks)]
        yield from _grown(more, left[1:], counts)


def _placed(masks: Sequence[int]) -> Placed:
    return frozenset(
        (piece, at) for piece, mask in enumerate(masks) for at in range(mask.bit_length()) if mask >> at & 1
    )
