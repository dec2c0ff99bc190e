"""Symmetries of groups: what they do to places is found by colours, and then checked on the groups themselves.

Places are coloured by what they are asked for, then by how many of each colour they are in conflict with, again and
again. A symmetry keeps colours. So one place of a colour is marked on one side, each of the same colour in turn on the
other, and both are coloured on until all colours differ (individualisation and refinement, as nauty does).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rookery.backends.selection.bicliques import bits
from rookery.backends.selection.rivals import Group, Rivals
from rookery.models.base.deadline import look

MOST_SYMMETRIES, MOST_LOOKS = 63, 400
Colours = NDArray[np.uint64]
Near = NDArray[np.uint64]


@dataclass(frozen=True)
class Symmetry:
    """Where a symmetry takes each group and each army; its places are left out."""

    groups: list[int]
    armies: list[int]


def find_symmetries(found: Rivals, groups: Sequence[Group]) -> list[Symmetry]:
    """Symmetries of the groups beside the identity: all, or many where there are more than that."""
    near = _conflict_table(found)
    search = _Matching(near)
    kept = (_act(found, groups, images) for images in search.run(search.refine(_first_colours(found))))
    trivial = list(range(len(groups))), list(range(len(found.sets)))
    return [each for each in kept if each and (each.groups, each.armies) != trivial]


def _conflict_table(found: Rivals) -> Near:
    starts = found.starts
    near = np.zeros((starts[-1], starts[-1]), np.uint64)
    for army, each in enumerate(found.sets):
        wide = len(each) // 8 + 1
        rows = np.frombuffer(b"".join(row[army].to_bytes(wide, "little") for row in found.conflicts), np.uint8)
        own = np.unpackbits(rows.reshape(-1, wide), axis=1, count=len(each), bitorder="little")
        near[:, starts[army] : starts[army + 1]] = own
    return near


def _first_colours(found: Rivals) -> Colours:
    """What is asked of each place: equal numbers for what may be exchanged."""
    bounds = found.bounds
    names: dict[tuple[object, ...], int] = {}
    colours = []
    for army, each in enumerate(found.sets):
        fellows = bounds.equal.count(bounds.equal[army])
        with_goal = bounds.goal >= 0 and bounds.equal[army] == bounds.equal[bounds.goal]
        role = (bounds.least[army], bounds.most[army], fellows, with_goal, army == bounds.decided)
        for place in range(len(each)):
            given = bounds.forced[army] >> place & 1, bounds.barred[army] >> place & 1
            colours.append(names.setdefault((*role, *given), len(names)))
    return _mix(np.array(colours, np.uint64))


def _mix(numbers: Colours) -> Colours:
    """Numbers that look random, the same for the same (the finaliser of splitmix64)."""
    mixed = numbers + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


class _Matching:
    """Looks for permutations of places that keep what is in conflict."""

    def __init__(self, near: Near) -> None:
        self._near = near
        self._looks = 0
        self._found = 0

    def refine(self, colours: Colours) -> Colours:
        """Colour on until no colour falls apart any more."""
        look()
        self._looks += 1
        many = len(np.unique(colours))
        while many < len(colours):
            colours = _mix(colours * np.uint64(3) + self._near @ _mix(colours))
            before, many = many, len(np.unique(colours))
            if many == before:
                break
        return colours

    def run(self, start: Colours) -> Iterator[NDArray[np.int64]]:
        """Permutations, the identity first, until enough are found or looked for."""
        yield from self._match(start, start)

    def _match(self, one: Colours, other: Colours) -> Iterator[NDArray[np.int64]]:
        if self._found > MOST_SYMMETRIES or self._looks > MOST_LOOKS:
            return
        names, numbers, counts = np.unique(one, return_inverse=True, return_counts=True)
        if len(names) == len(one):
            self._found += 1
            yield np.argsort(other)[np.argsort(np.argsort(one))]
            return
        chosen = np.flatnonzero(counts > 1)[np.argmin(counts[counts > 1])]
        marked = int(np.flatnonzero(numbers == chosen)[0])
        left = self.refine(_mark(one, marked))
        there = np.flatnonzero(other == names[chosen]).tolist()
        for each in sorted(there, key=lambda place: place != marked):
            right = self.refine(_mark(other, each))
            if (np.sort(left) == np.sort(right)).all():
                yield from self._match(left, right)


def _mark(colours: Colours, place: int) -> Colours:
    marked = colours.copy()
    marked[place] ^= np.uint64(0x5851F42D4C957F2D)
    return marked


def _act(found: Rivals, groups: Sequence[Group], images: NDArray[np.int64]) -> Symmetry | None:
    """What a permutation of places does to the groups; None where it takes an army apart, or one to no group."""
    starts = found.starts
    armies = [int(np.searchsorted(starts, images[start], "right")) - 1 for start in starts[:-1]]
    for army, there in enumerate(armies):
        moved = images[starts[army] : starts[army + 1]]
        if (
            len(moved) != starts[there + 1] - starts[there]
            or (np.searchsorted(starts, moved, "right") - 1 != there).any()
        ):
            return None
    number = {group: at for at, group in enumerate(groups)}
    taken = []
    for group in groups:
        moved_group = [0] * len(armies)
        for army, mask in enumerate(group):
            offset = starts[armies[army]]
            for place in bits(mask):
                moved_group[armies[army]] |= 1 << int(images[starts[army] + place]) - offset
        at = number.get(tuple(moved_group))
        if at is None:
            return None
        taken.append(at)
    return Symmetry(taken, armies)
