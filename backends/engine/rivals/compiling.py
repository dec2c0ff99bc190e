"""Makes the tables of the search for rivals, with the symmetries of its groups.

`colours` are those of colour refinement, by which symmetries are found; the `color` of a group in a state is its owner.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rookery.backends.engine.kernels.bits import Ints, Words, words_for
from rookery.backends.engine.rivals.tables import OPEN, RivalState, RivalTables
from rookery.backends.presolve.structure.incidence import Incidence
from rookery.backends.presolve.structure.rivals import Group, Rivals
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.core.kernels.kernel import numbers
from rookery.core.numbers import bits

MAX_LOOKS = 400  # colourings that are refined for one set of tables
MAX_IMAGES = 1 << 22  # of places, groups and sides, under all symmetries that are kept
Colours = NDArray[np.uint64]
Near = NDArray[np.uint64]


def find_symmetries(found: Rivals, groups: Sequence[Group]) -> Ints:
    """Return symmetries, the identity among them, one in a row: the images of all places, then groups, then sides.

    Groups are numbered after the places, and sides after the groups. If there are too many symmetries, only some of
    them are returned.
    """
    chain = _Chain(found, groups)
    chain.stabilise(chain.refine(_first_colours(found)))
    return chain.kept


def _conflict_table(found: Rivals) -> Near:
    starts = found.starts
    near = np.zeros((starts[-1], starts[-1]), np.uint64)
    for side, each in enumerate(found.sets):
        wide = len(each) // 8 + 1
        rows = np.frombuffer(b"".join(row[side].to_bytes(wide, "little") for row in found.conflicts), np.uint8)
        own = np.unpackbits(rows.reshape(-1, wide), axis=1, count=len(each), bitorder="little")
        near[:, starts[side] : starts[side + 1]] = own
    return near


def _first_colours(found: Rivals) -> Colours:
    """Initial colours of the places: equal numbers for places that may be exchanged."""
    bounds = found.bounds
    names: dict[tuple[object, ...], int] = {}
    colours = []
    for side, each in enumerate(found.sets):
        fellows = bounds.equal.count(bounds.equal[side])
        with_goal = bounds.goal >= 0 and bounds.equal[side] == bounds.equal[bounds.goal]
        role = (bounds.least[side], bounds.most[side], fellows, with_goal, side == bounds.decided)
        for place in range(len(each)):
            given = bounds.forced[side] >> place & 1, bounds.barred[side] >> place & 1
            colours.append(names.setdefault((*role, *given), len(names)))
    return _mix(np.array(colours, np.uint64))


def _mix(numbers: Colours) -> Colours:
    """Numbers that look random, the same for the same (the finaliser of splitmix64)."""
    mixed = numbers + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


class _Chain:
    """The permutations of places that keep all conflicts, by a stabiliser chain (Schreier and Sims).

    Places are marked one by one. The permutations that keep all marked places are found first. Each place that is
    unmarked again has an orbit: one permutation for each place of the orbit, followed by those that keep the place,
    gives all of the next larger group.
    """

    def __init__(self, found: Rivals, groups: Sequence[Group]) -> None:
        self._rivals, self._groups = found, groups
        self._near = _conflict_table(found)
        self._looks = 0
        self._generators: list[Ints] = []
        self._same = np.arange(len(self._near) + len(groups) + len(found.sets))
        self.kept: Ints = self._same.reshape(1, -1)

    def refine(self, colours: Colours) -> Colours:
        """Refine colours until they are stable (colour refinement, Weisfeiler and Leman 1968)."""
        check_deadline()
        self._looks += 1
        many = len(np.unique(colours))
        while many < len(colours):
            colours = _mix(colours * np.uint64(3) + self._near @ _mix(colours))
            before, many = many, len(np.unique(colours))
            if many == before:
                break
        return colours

    def stabilise(self, colours: Colours) -> None:
        """Find the permutations that keep some colours, from those that keep one more place as well."""
        marked, *others = _find_smallest(colours, colours)
        if not others or self._looks > MAX_LOOKS:
            return
        left = self.refine(_mark(colours, marked))
        self.stabilise(left)
        orbit = {marked: self._same}
        for each in others:
            if each not in orbit and (one := self._match(left, self.refine(_mark(colours, each)))) is not None:
                self._generators.append(one)
                self._grow(orbit)
        # To exchange places that no group tells apart moves neither groups nor sides: one move of each kind will do.
        moves = np.array([*orbit.values()])
        first = np.unique(moves[:, len(self._near) :], axis=0, return_index=True)[1]
        moves = moves[first[: max(1, MAX_IMAGES // self.kept.size)]]
        self.kept = moves[:, self.kept].reshape(-1, len(self._same))

    def _grow(self, orbit: dict[int, Ints]) -> None:
        """Add what generators take places of an orbit to, and how."""
        waiting = list(orbit)
        for place in waiting:
            for images in self._generators:
                if (there := int(images[place])) not in orbit:
                    orbit[there] = images[orbit[place]]
                    waiting.append(there)

    def _match(self, one: Colours, other: Colours) -> Ints | None:
        """Return a permutation that takes colours to other ones; None if there is none, or too many were looked at.

        Places are marked and colours refined until each place has its own (individualisation, McKay 1981).
        """
        if self._looks > MAX_LOOKS or (np.sort(one) != np.sort(other)).any():
            return None
        marked, *more = _find_smallest(one, one)
        if not more:
            images = np.argsort(other)[np.argsort(np.argsort(one))]
            action = _act(self._rivals, self._groups, images)
            return None if action is None else np.append(images, len(images) + action)
        left = self.refine(_mark(one, marked))
        tried = (self._match(left, self.refine(_mark(other, each))) for each in _find_smallest(one, other))
        return next((found for found in tried if found is not None), None)


def _find_smallest(one: Colours, other: Colours) -> list[int]:
    """Return the places in `other` of the rarest colour that several places have in `one`; of any if none does."""
    names, counts = np.unique(one, return_counts=True)
    rarest = names[np.argmin(np.where(counts > 1, counts, len(one) + 1))]
    places: list[int] = np.flatnonzero(other == rarest).tolist()
    return places


def _mark(colours: Colours, place: int) -> Colours:
    marked = colours.copy()
    marked[place] ^= np.uint64(0x5851F42D4C957F2D)
    return marked


def _act(found: Rivals, groups: Sequence[Group], images: NDArray[np.int64]) -> Ints | None:
    """Return the images of groups and sides under a permutation of places; None if one of them has no image."""
    starts = found.starts
    sides = [int(np.searchsorted(starts, images[start], "right")) - 1 for start in starts[:-1]]
    for side, there in enumerate(sides):
        moved = images[starts[side] : starts[side + 1]]
        if (
            len(moved) != starts[there + 1] - starts[there]
            or (np.searchsorted(starts, moved, "right") - 1 != there).any()
        ):
            return None
    # Sides of one size go to sides of one size: each choice of sizes has an image
    equal = found.bounds.equal
    if len({(equal[side], equal[there]) for side, there in enumerate(sides)}) > len(set(equal)):
        return None
    number = {group: at for at, group in enumerate(groups)}
    taken = []
    for group in groups:
        moved_group = [0] * len(sides)
        for side, mask in enumerate(group):
            offset = starts[sides[side]]
            for place in bits(mask):
                moved_group[sides[side]] |= 1 << int(images[starts[side] + place]) - offset
        at = number.get(tuple(moved_group))
        if at is None:
            return None
        taken.append(at)
    return np.array([*taken, *(len(groups) + there for there in sides)])


BY_ORDER = 12  # groups that are branched on in the order of the symmetries
ALIKE = ((1, 1), (2, 3), (3, 2))
UNLIKE = (*ALIKE, (1, 2), (2, 1), (1, 3), (3, 1))


def make_tables(found: Rivals, left_out: frozenset[str]) -> tuple[RivalTables, Ints]:
    """Return the tables of some rivals, without some ideas, and the symmetries as `find_symmetries` does."""
    classes = sort_into_classes(found.groups)
    groups = [group for each in classes for group in each]
    sides, places = len(found.sets), max(map(len, found.sets))
    words = words_for(places)
    first, users = _find_users(groups, sides, places)
    order = _order_groups(classes, groups, found)
    every, none = found.starts[-1], np.arange(found.starts[-1] + len(groups) + sides).reshape(1, -1)
    symmetries = none if "symmetry" in left_out else find_symmetries(found, groups)
    image, side, after = _follow(symmetries[:, every:] - every, order)
    prefix = np.zeros(len(groups), np.int64)
    prefix[order[:BY_ORDER]] = range(BY_ORDER, BY_ORDER - len(order[:BY_ORDER]), -1)
    tables = RivalTables(
        cells=_pack([mask for group in groups for mask in group], words),
        first=first,
        users=users,
        class_start=np.cumsum([0, *map(len, classes)], dtype=np.int64),
        weights=_choose_weights(found),
        prefix=prefix,
        order=order,
        image=image,
        side=side,
        after=after,
        most=np.int64(places),
    )
    return tables, symmetries


def sort_into_classes(groups: Sequence[Group]) -> list[list[Group]]:
    """Sort groups into classes without common places: large groups first, each into the first class that it fits."""
    classes, taken = list[list[Group]](), list[list[int]]()
    for group in checking_deadline(groups):
        at = next((at for at, used in enumerate(taken) if _is_apart(used, group)), len(classes))
        if at == len(classes):
            classes.append([])
            taken.append([0] * len(group))
        classes[at].append(group)
        taken[at] = [used | mask for used, mask in zip(taken[at], group, strict=True)]
    return classes


def _is_apart(used: Sequence[int], group: Group) -> bool:
    return not any(there & mask for there, mask in zip(used, group, strict=True))


def _find_users(groups: Sequence[Group], sides: int, places: int) -> tuple[Ints, Ints]:
    """Return the groups of each place of each side, one run after the other, and where the runs begin."""
    held = [[side * places + place for side, mask in enumerate(group) for place in bits(mask)] for group in groups]
    users = Incidence.of(held, sides * places).transpose()
    return users.first, users.flat


def _order_groups(classes: Sequence[Sequence[Group]], groups: Sequence[Group], found: Rivals) -> Ints:
    """Order groups for branching: small classes first, then large groups, then those whose places are in large ones."""
    sizes = [sum(map(int.bit_count, group)) for group in groups]
    weight: list[dict[int, int]] = [{} for _ in found.sets]
    for group, size in zip(groups, sizes, strict=True):
        for side, mask in enumerate(group):
            for place in bits(mask):
                weight[side][place] = weight[side].get(place, 0) + size
    fellows = [len(each) for each in classes for _ in each]
    middle = [sum(weight[a][p] for a, mask in enumerate(group) for p in bits(mask)) for group in groups]
    keys = [(fellows[at], -sizes[at], -middle[at], at) for at in range(len(groups))]
    return np.array([key[-1] for key in sorted(keys)], np.int64)


def _choose_weights(found: Rivals) -> Ints:
    """Return the worth of a place of each side in the bounds: more variants if sides may have other sizes."""
    bounds = found.bounds
    sides = len(found.sets)
    if sides != 2:
        return np.ones((1, sides), np.int64)
    sizes = (bounds.least[0], bounds.most[0]) == (bounds.least[1], bounds.most[1])
    alike = bounds.equal[0] == bounds.equal[1] or (bounds.goal < 0 and sizes)
    return np.array(ALIKE if alike else UNLIKE, np.int64)


def _follow(symmetries: Ints, order: Ints) -> tuple[Ints, Ints, Ints]:
    """Return `image`, `side` and `after` of `RivalTables`, for each symmetry but the identity.

    The j-th group in order gets its color from group `image[j]`; `side` says which side each side becomes. Rows are
    sorted, so that symmetries with the same images of the first groups are neighbours; `after` says where these end.
    """
    groups = len(order)
    sides = symmetries[:, groups:] - groups + 1
    rows = np.unique(np.hstack([sides, np.argsort(symmetries[:, :groups], axis=1)[:, order]]), axis=0)
    same = np.hstack([np.arange(1, sides.shape[1] + 1), order])
    rows = rows[(rows != same).any(axis=1)]
    side, image = rows[:, : sides.shape[1]], rows[:, sides.shape[1] :]
    # The first row differs from none: each column begins with it.
    differs = np.logical_or.accumulate(np.diff(rows, axis=0, prepend=-1) != 0, axis=1)[:, sides.shape[1] :]
    after, numbers = np.zeros_like(image), np.arange(len(rows))
    for at in range(groups):
        starts = np.append(np.flatnonzero(differs[:, at]), len(rows))
        after[:, at] = starts[np.searchsorted(starts, numbers, "right")]
    return image.copy(), np.pad(side, ((0, 0), (1, 0))), after


def _pack(masks: Sequence[int], words: int) -> Words:
    """Masks as rows of words."""
    raw = b"".join(mask.to_bytes(8 * words, "little") for mask in masks)
    return np.frombuffer(raw, "<u8").astype(np.uint64).reshape(-1, words)


def make_state(t: RivalTables, found: Rivals, least: Sequence[int]) -> RivalState:
    """Return the state before the first step: all places that are not barred are left to each side."""
    sides, groups = len(found.sets), len(t.order)
    words, levels = t.cells.shape[1], groups + 3
    state = RivalState(
        left=np.zeros((levels * sides, words), np.uint64),
        must=np.zeros((levels * sides, words), np.uint64),
        size=np.zeros((levels, sides), np.int64),
        held=np.zeros((levels, sides, groups), np.int16),
        color=np.zeros((levels, groups), np.int8),
        branch=np.full(levels, OPEN, np.int64),
        choices=np.zeros(levels, np.int64),
        tried=np.zeros(levels, np.int64),
        picked=np.zeros(levels, np.int64),
        least=np.array(least, np.int64),
        **numbers("depth", "noted", "nodes"),
        found=np.zeros((sides, words), np.uint64),
        settled=np.zeros(levels, np.uint64),
        slack=np.zeros(sides, np.int64),
    )
    left = first_places(found)
    state.left[:sides], state.must[:sides] = _pack(left, words), _pack(found.bounds.forced, words)
    state.size[0], state.choices[0] = [mask.bit_count() for mask in left], 1
    state.held[0] = count_cells(t, state.left[:sides])
    return state


def first_places(found: Rivals) -> list[int]:
    """Return the places left to each side: those that are not barred, nor in conflict with a forced place."""
    left = [(1 << len(each)) - 1 & ~out for each, out in zip(found.sets, found.bounds.barred, strict=True)]
    for side, mask in enumerate(found.bounds.forced):
        for place in bits(mask):
            for other, near in enumerate(found.conflicts[found.starts[side] + place]):
                left[other] &= ~near
    return left


def count_cells(t: RivalTables, left: Words) -> Ints:
    """Return the number of places of each group (columns) that are left to each side (rows)."""
    here = t.cells.reshape(-1, len(left), t.cells.shape[1]) & left
    counted: Ints = np.unpackbits(here.view(np.uint8), axis=2).sum(axis=2).T.astype(np.int64)
    return counted
