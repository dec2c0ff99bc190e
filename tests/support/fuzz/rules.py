"""The families: which placements each accepts, and what it counts; by loops over squares, on masks of where pieces are.

A placement is a list of masks, one for each piece in the order of the case, the pawns' last.
"""

from collections.abc import Callable, Iterator, Sequence

from fuzz.case import Case
from fuzz.ground import Ground

Masks = Sequence[int]
Least, Most = min, max


def bits(mask: int) -> Iterator[int]:
    """The squares of a mask."""
    return (at for at in range(mask.bit_length()) if mask >> at & 1)


def taken(masks: Masks) -> int:
    """All occupied squares."""
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def attacked(ground: Ground, masks: Masks) -> int:
    """All squares that are attacked, through whatever stands between."""
    whole = 0
    for hits, mask in zip(ground.hits, masks, strict=True):
        for at in bits(mask):
            whole |= hits[at]
    return whole


def seen(ground: Ground, masks: Masks) -> int:
    """All squares that are attacked in sight: a walk ends at the first piece that it meets."""
    whole, full = 0, taken(masks)
    for walks, mask in zip(ground.walks, masks, strict=True):
        for at in bits(mask):
            for way in walks[at]:
                for square in way:
                    whole |= 1 << square
                    if full >> square & 1:
                        break
    return whole


def times(ground: Ground, masks: Masks, square: int) -> int:
    """How many pieces attack a square."""
    return sum(ground.hits[piece][at] >> square & 1 for piece, mask in enumerate(masks) for at in bits(mask))


def peaceful(ground: Ground, masks: Masks) -> bool:
    """Whether no piece attacks another."""
    return not attacked(ground, masks) & taken(masks)


def guarded(ground: Ground, masks: Masks) -> bool:
    """Whether each square is occupied or attacked."""
    return attacked(ground, masks) | taken(masks) == ground.full


def connected(ground: Ground, mask: int) -> bool:
    """Whether attacks, in either direction, join all pieces of one type."""
    joined = mask & -mask
    for _ in range(ground.squares):
        near = attacked(ground, [joined])
        joined |= mask & (near | sum(1 << at for at in bits(mask) if ground.hits[0][at] & joined))
    return joined == mask


def _placement(case: Case, ground: Ground, masks: Masks) -> bool:
    return peaceful(ground, masks)


def _sighted(case: Case, ground: Ground, masks: Masks) -> bool:
    alive = taken(masks[: len(case.pieces)])
    return not seen(ground, masks) & alive  # pawns see nothing


def _maximal(case: Case, ground: Ground, masks: Masks) -> bool:
    if not peaceful(ground, masks):
        return False
    full = taken(masks)
    closed = full | sum(1 << case.cells.index(cell) for cell in case.forbidden)
    met = attacked(ground, masks)
    room = (at for at in range(ground.squares) if not closed >> at & 1 and not met >> at & 1)
    return all(hits[at] & full for at in room for hits in ground.hits)


def _domination(case: Case, ground: Ground, masks: Masks) -> bool:
    match case.kind:
        case "total":
            return attacked(ground, masks) == ground.full
        case "perfect":
            return all(times(ground, masks, at) + (masks[0] >> at & 1) == 1 for at in range(ground.squares))
        case "independent":
            return guarded(ground, masks) and peaceful(ground, masks)
    return guarded(ground, masks)


def _k_fold(case: Case, ground: Ground, masks: Masks) -> bool:
    for at in range(ground.squares):
        own = masks[0] >> at & 1
        if (case.closed or not own) and times(ground, masks, at) + own < case.times:
            return False
    return True


def _connected(case: Case, ground: Ground, masks: Masks) -> bool:
    return guarded(ground, masks) and connected(ground, masks[0])


def _upper(case: Case, ground: Ground, masks: Masks) -> bool:
    without = ([masks[0] & ~(1 << at)] for at in bits(masks[0]))
    return guarded(ground, masks) and not any(guarded(ground, rest) for rest in without)


def _cheapest(case: Case, ground: Ground, masks: Masks) -> bool:
    return guarded(ground, masks) if case.through else seen(ground, masks) | taken(masks) == ground.full


def _unguarded(case: Case, ground: Ground, masks: Masks) -> bool:
    return True


def _hitting(case: Case, ground: Ground, masks: Masks) -> bool:
    free = ground.full & ~masks[0]
    return not any(ground.hits[0][at] & free for at in bits(free))


def _armies(case: Case, ground: Ground, masks: Masks) -> bool:
    if len({mask.bit_count() for mask in masks}) > 1:
        return False
    for army, mask in enumerate(masks):
        alone = [mask if number == army else 0 for number in range(len(masks))]
        if attacked(ground, alone) & taken(masks) & ~mask:
            return False
    return True


ACCEPTS: dict[str, Callable[[Case, Ground, Masks], bool]] = {
    "placement": _placement,
    "domination": _domination,
    "sighted": _sighted,
    "maximal": _maximal,
    "weighted": _sighted,
    "connected": _connected,
    "upper": _upper,
    "k-fold": _k_fold,
    "border": _domination,
    "restricted": _domination,
    "cheapest": _cheapest,
    "unguarded": _unguarded,
    "hitting-set": _hitting,
    "armies": _armies,
}


def aim(case: Case) -> Callable[..., int] | None:
    """Which values are best; None where there is no goal."""
    if case.family in ("placement", "sighted"):
        return Most if None in case.each else None
    if case.family == "armies":
        return Most if case.size is None else None
    return Most if case.family in ("weighted", "upper", "unguarded") else Least


def value(case: Case, ground: Ground, masks: Masks) -> int:
    """What a placement is worth."""
    sizes = [mask.bit_count() for mask in masks]
    if case.family in ("placement", "sighted"):
        return sum(size for size, wanted in zip(sizes, case.each, strict=False) if wanted is None)
    if case.family in ("weighted", "cheapest"):
        return sum(size * (worth or 0) for size, worth in zip(sizes, case.each, strict=False))
    if case.family == "unguarded":
        return ground.squares - (attacked(ground, masks) | taken(masks)).bit_count()
    return sizes[0] if case.family == "armies" else sum(sizes)


def wanted(case: Case) -> list[int | None]:
    """How many of each piece there are to be; None leaves it open."""
    counts = list(case.each) if case.family in ("placement", "sighted", "unguarded") else [None] * len(case.pieces)
    if case.family == "armies":
        counts = [case.size] * len(case.pieces)
    return counts + [case.pawns] * bool(case.pawns)
