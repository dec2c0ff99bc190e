"""The answer to a case by trying every placement.

Placements grow square by square, all at once. What can be said of some squares for good (two attack each other) is said
as soon as they are decided; the rules of the family judge what is left. Where the least is sought among very many,
those of each worth are tried in turn.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from oracle import orbits
from oracle.attacks import Attacks, list_attacks, sources
from oracle.case import Case, free, may_stand, space
from oracle.rules import ACCEPTS, Flags, Least, Masks, aim, masks_of, sizes, taken, value, wanted

Placed = orbits.Placed
AT_ONCE = 1 << 17  # placements that are tried at once, though the least is sought
CHUNK = 1 << 18  # placements that are judged at once
IN_PEACE = ("placement", "regions", "sighted")


@dataclass(frozen=True)
class Truth:
    """What is right: the best value (None without a goal or a placement), and all placements that have it."""

    goal: bool
    best: int | None
    placements: frozenset[Placed]


@lru_cache(maxsize=1024)
def truth(case: Case) -> Truth:
    """The best placements of a case on a board."""
    return truth_on(case, list_attacks(case))


def truth_on(case: Case, known: Attacks) -> Truth:
    """The best placements of a case with these attacks."""
    goal = aim(case)
    if goal is not Least or case.family == "coverage" or space(case) <= AT_ONCE:
        return _best(case, known, accepted(case, known, every(case, known)))
    for budget in range(max(_worths(case)) * known.squares + 1):
        masks = accepted(case, known, every(case, known, budget))
        if masks.size:
            return _best(case, known, masks)
    return Truth(True, None, frozenset())


def _best(case: Case, known: Attacks, masks: Masks) -> Truth:
    goal = aim(case)
    if not goal or not masks.size:
        return Truth(goal is not None, None, frozenset(placed(masks)))
    values = value(case, known, masks)
    best = goal(values)
    return Truth(True, best, frozenset(placed(masks[:, [each == best for each in values]])))


def accepted(case: Case, known: Attacks, masks: Masks) -> Masks:
    """Those of some placements that the family accepts."""
    starts = range(0, masks.shape[1], CHUNK)
    parts = [part[:, ACCEPTS[case.family](case, known, part)] for at in starts for part in [masks[:, at : at + CHUNK]]]
    return np.concatenate(parts, axis=1) if parts else masks


def placed(masks: Masks) -> list[Placed]:
    """Placements as sets of pieces on squares."""
    return [
        frozenset((piece, at) for piece, mask in enumerate(each) for at in range(mask.bit_length()) if mask >> at & 1)
        for each in zip(*(mask.tolist() for mask in masks), strict=True)
    ]


def subsets(squares: int) -> Masks:
    """All sets of squares as placements of one piece, in the order of their numbers."""
    return np.arange(1 << squares, dtype=np.int64)[np.newaxis]


def orbit_count(case: Case, placements: frozenset[Placed]) -> int:
    """How many of some placements no symmetry maps onto each other."""
    return orbits.count(case, list_attacks(case), placements)


def canonical(case: Case, placements: frozenset[Placed]) -> list[tuple[tuple[int, int], ...]]:
    """For each of some placements the one that stands for its orbit."""
    known = list_attacks(case)
    return [orbits.least(case, known, placed) for placed in placements]


def _worths(case: Case) -> list[int]:
    if case.costs:
        return list(case.costs)
    return [int(wanted is None) for wanted in case.each] if case.family == "guards" else [1] * len(case.pieces)


def every(case: Case, known: Attacks, budget: int | None = None) -> Masks:
    """All placements that keep to the givens, the counts and the budget; some that the family refuses are left out."""
    number = {cell: at for at, cell in enumerate(case.cells)}
    counts, last = wanted(case), len(free(case))
    rows = [[sum(1 << number[row, column] for row, column, of in case.fixed if of == at)] for at in range(len(counts))]
    masks = masks_of(known.squares, rows)
    if not all(may_stand(case, (row, column)) for row, column, _ in case.fixed):
        return masks[:, :0]
    squares = [number[cell] for cell in free(case)]
    if not squares:
        return masks[:, _within(case, masks, 0, budget)]
    for step, at in enumerate(squares):
        parts, undecided = [masks], sum(1 << other for other in squares[step:])
        for piece in range(len(counts)):
            more = masks.copy()
            more[piece] |= 1 << at
            parts.append(more[:, _kept(case, known, more, (piece, at), undecided)])
        masks = np.concatenate(parts, axis=1)
        masks = masks[:, _within(case, masks, last - step - 1, budget)]
    return masks


def _within(case: Case, masks: Masks, left: int, budget: int | None) -> Flags:
    """Which of some placements keep to the counts and the budget, with some squares left to decide."""
    kept = np.ones(masks.shape[1], dtype=bool)
    for mask, count in zip(masks, wanted(case), strict=True):
        if count is not None:
            number = sizes(mask)
            kept &= (number <= count) & (number + left >= count)
    if budget is not None:
        worths = _worths(case)
        worth = sum((sizes(mask) * each for mask, each in zip(masks, worths, strict=True)), np.zeros_like(masks[0]))
        kept &= (worth <= budget) & (worth + left * max(worths) >= budget)
    return kept


def _kept(case: Case, known: Attacks, masks: Masks, newcomer: tuple[int, int], undecided: int) -> Flags:
    """Which of some placements, into which one piece has just come, some further pieces may still make acceptable."""
    piece, at = newcomer
    if case.pawns:
        return ~_meets(case, known, masks, newcomer, undecided)
    kept = np.ones(masks.shape[1], dtype=bool)
    if case.family in (*IN_PEACE, "armies") or case.kind == "independent":
        for other, hits in enumerate(known.hits):
            if other != piece or case.family != "armies":
                kept &= masks[other] & (known.hits[piece][at] | sources(hits)[at]) == 0
    return kept


def _meets(case: Case, known: Attacks, masks: Masks, newcomer: tuple[int, int], undecided: int) -> Flags:
    """Whether a newcomer sees a piece, or is seen by one, over squares that are all decided."""
    piece, at = newcomer
    met, full = np.zeros(masks.shape[1], dtype=bool), taken(masks)
    alive = range(len(case.pieces))
    for other in alive if piece in alive else ():
        seeing = [(piece, at, way) for way in known.walks[piece][at]] if other == piece else []
        seeing += [(other, source, way) for source, ways in enumerate(known.walks[other]) for way in ways if at in way]
        for who, source, way in seeing:
            between = 0
            for to in way:
                if undecided >> to & 1 and to != at:
                    break
                if at in (source, to):
                    there = taken(masks[: len(case.pieces)]) >> to & masks[who] >> source
                    met |= (there & 1 == 1) & (full & between == 0)
                between |= 1 << to
    return met
