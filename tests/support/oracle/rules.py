"""The families: which placements each accepts, and what it counts, for many placements at once.

Placements are masks of where the pieces are: a row of masks for each piece in the order of the case, the pawns' last,
and a column for each placement. Numbers are those of a machine word, or of Python where that is too small.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracle.attacks import Attacks
from oracle.case import Case

Masks = NDArray[Any]
Flags = NDArray[np.bool_]
Least, Most = min, max
# families that are told a count of each piece
COUNTED = ("placement", "sighted", "guards", "coverage")
WORD = 62  # bits of a number that numpy adds without harm


def masks_of(squares: int, rows: Sequence[Sequence[int]]) -> Masks:
    """Placements, of a list of masks for each piece."""
    return np.array(rows, dtype=np.int64 if squares <= WORD else object)


def union(mask: Masks, tables: Sequence[int]) -> Masks:
    """For each set of squares the union of their tables."""
    whole = mask & 0
    for at, table in enumerate(tables):
        if table:
            whole |= -(mask >> at & 1) & table
    return whole


def sizes(mask: Masks) -> Masks:
    """The number of squares in each set."""
    if mask.dtype == object:
        return np.array([each.bit_count() for each in mask.tolist()], dtype=object)
    return np.bitwise_count(mask).astype(np.int64)


def taken(masks: Masks) -> Masks:
    """All occupied squares."""
    return np.asarray(np.bitwise_or.reduce(masks, axis=0))


def attacked(attacks: Attacks, masks: Masks) -> Masks:
    """All squares that are attacked, through whatever stands between."""
    return np.asarray(np.bitwise_or.reduce([union(mask, hits) for mask, hits in zip(masks, attacks.hits, strict=True)]))


def seen(attacks: Attacks, masks: Masks) -> Masks:
    """All squares that are attacked in sight: a walk ends at the first piece that it meets."""
    full = taken(masks)
    whole, empty = full & 0, [1 - (full >> at & 1) for at in range(attacks.squares)]
    for walks, mask in zip(attacks.walks, masks, strict=True):
        for at, ways in enumerate(walks):
            for way in ways:
                on = mask >> at & 1
                for square in way:
                    whole |= on << square
                    on &= empty[square]
    return whole


def times(attacks: Attacks, masks: Masks, square: int) -> Masks:
    """How many pieces attack a square."""
    count: Masks = masks[0] & 0
    for hits, mask in zip(attacks.hits, masks, strict=True):
        count += sizes(mask & sum(1 << at for at, table in enumerate(hits) if table >> square & 1))
    return count


def peaceful(attacks: Attacks, masks: Masks) -> Flags:
    """Whether no piece attacks another."""
    return np.asarray(attacked(attacks, masks) & taken(masks) == 0)


def guarded(attacks: Attacks, masks: Masks) -> Flags:
    """Whether each square is occupied or attacked."""
    return np.asarray(attacked(attacks, masks) | taken(masks) == attacks.full)


def truce(attacks: Attacks, masks: Masks) -> Flags:
    """Whether no piece attacks one of another army."""
    kept = np.ones(masks.shape[1], dtype=bool)
    for army, hits in enumerate(attacks.hits):
        for other, mask in enumerate(masks):
            if other != army:
                kept &= union(masks[army], hits) & mask == 0
    return kept


def _placement(case: Case, attacks: Attacks, masks: Masks) -> Flags:
    return _maximal(case, attacks, masks) if case.kind == "maximal" else peaceful(attacks, masks)


def _sighted(case: Case, attacks: Attacks, masks: Masks) -> Flags:
    alive = taken(masks[: len(case.pieces)])
    return np.asarray(seen(attacks, masks) & alive == 0)  # pawns see nothing


def _maximal(case: Case, attacks: Attacks, masks: Masks) -> Flags:
    full, met = taken(masks), attacked(attacks, masks)
    closed = sum(1 << case.cells.index(cell) for cell in case.forbidden)
    kept = np.asarray(met & full == 0)
    for at in range(attacks.squares):
        if not closed >> at & 1:
            shut = (full | met) >> at & 1 == 1
            for hits in attacks.hits:
                kept &= shut | (full & hits[at] != 0)
    return kept


def _domination(case: Case, attacks: Attacks, masks: Masks) -> Flags:
    match case.kind:
        case "total":
            return np.asarray(attacked(attacks, masks) == attacks.full)
        case "perfect":
            guards = [times(attacks, masks, at) + (masks[0] >> at & 1) == 1 for at in range(attacks.squares)]
            return np.all(guards, axis=0) if guards else guarded(attacks, masks)
        case "independent":
            return guarded(attacks, masks) & peaceful(attacks, masks)
    return guarded(attacks, masks)


def _k_fold(case: Case, attacks: Attacks, masks: Masks) -> Flags:
    kept = np.ones(masks.shape[1], dtype=bool)
    for at in range(attacks.squares):
        own = masks[0] >> at & 1
        kept &= (times(attacks, masks, at) + own >= case.times) | ((own == 1) & (not case.closed))
    return kept


def _guards(case: Case, attacks: Attacks, masks: Masks) -> Flags:
    reached = attacked(attacks, masks) if case.through else seen(attacks, masks)
    kept = np.asarray((reached if case.kind == "total" else reached | taken(masks)) == attacks.full)
    return kept & peaceful(attacks, masks) if case.kind == "independent" else kept


def _coverage(case: Case, attacks: Attacks, masks: Masks) -> Flags:
    return peaceful(attacks, masks) if case.kind == "independent" else np.ones(masks.shape[1], dtype=bool)


def _regions(case: Case, attacks: Attacks, masks: Masks) -> Flags:
    kept = peaceful(attacks, masks)
    for axis in (0, 1):
        for line in {cell[axis] for cell in case.cells}:
            squares = sum(1 << at for at, cell in enumerate(case.cells) if cell[axis] == line)
            kept &= sizes(masks[0] & squares) == 1
    return kept


def _armies(case: Case, attacks: Attacks, masks: Masks) -> Flags:
    numbers = np.array([sizes(mask) for mask in masks])
    return np.asarray(truce(attacks, masks) & np.all(numbers == numbers[0], axis=0))


ACCEPTS: dict[str, Callable[[Case, Attacks, Masks], Flags]] = {
    "placement": _placement,
    "domination": _domination,
    "sighted": _sighted,
    "k-fold": _k_fold,
    "guards": _guards,
    "coverage": _coverage,
    "regions": _regions,
    "armies": _armies,
}


def aim(case: Case) -> Callable[..., int] | None:
    """Which values are best; None where there is no goal."""
    if case.family in ("placement", "sighted"):
        return None if None not in case.each else Least if case.kind == "maximal" else Most
    if case.family == "guards":
        return Least if None in case.each else None
    if case.family == "coverage":
        return Most if case.goal == "most" else Least
    if case.family == "regions":
        return None
    if case.family == "armies":
        return Most if case.size is None else None
    return Least


def value(case: Case, attacks: Attacks, masks: Masks) -> list[int]:
    """What each placement is worth."""
    numbers = [sizes(mask).tolist() for mask in masks]
    if case.family == "coverage":
        reached = attacked(attacks, masks) if case.through else seen(attacks, masks)
        return [int(each) for each in sizes(reached | taken(masks)).tolist()]
    if case.costs:
        worths = list(case.costs)
    elif case.family in ("placement", "sighted", "guards"):
        worths = [int(wanted is None) for wanted in case.each]
    else:
        worths = [1] * (1 if case.family == "armies" else len(numbers))
    worths += [0] * (len(numbers) - len(worths))  # pawns, and armies but one
    return [sum(size * worth for size, worth in zip(each, worths, strict=True)) for each in zip(*numbers, strict=True)]


def wanted(case: Case) -> list[int | None]:
    """How many of each piece there are to be; None leaves it open."""
    numbers = case.each if case.family in COUNTED else (None,) * len(case.pieces)
    counts = [number if isinstance(number, int) else None for number in numbers]
    if case.family == "armies":
        counts = [case.size] * len(case.pieces)
    return counts + [case.pawns] * bool(case.pawns)
