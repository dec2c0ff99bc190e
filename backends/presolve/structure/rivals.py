"""Armies that rival for groups: recognises in the constraints alone sets of which at most one has any of each group.

A model is such when its variables fall into two sets or more, each constraint is a conflict between sets or a bound on
the size of one, and the goal is a set as large as possible. Examples are peaceable armies, of equal or different
pieces, and pieces that attack as few squares as possible: there the set of unattacked squares is to be large, and is
decided by the other (`decided`).

Their conflicts become few groups of which one army at most has any: lines, blocks and stars out of single pairs. A
relation gives for each place of one army, in a mask, the places of another that conflict with it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from rookery.backends.presolve.structure.cliques import Relation, cover_pairs
from rookery.backends.presolve.structure.rival_sets import RivalBounds, RivalSets, read_sets
from rookery.core.deadline import checking_deadline
from rookery.core.numbers import bits
from rookery.core.values import remember
from rookery.models.model.constraints import Literal
from rookery.models.model.model import Model


def is_mutual(relation: Relation) -> bool:
    """Return whether each place is in conflict with itself, and two places with each other either way."""
    return transpose_relation(relation) == list(relation) and all(mask >> at & 1 for at, mask in enumerate(relation))


def transpose_relation(relation: Relation, size: int = -1) -> list[int]:
    """Return the conflicts of the other set, which has `size` places; without a size as many as this one."""
    turned = [0] * (len(relation) if size < 0 else size)
    for at, mask in enumerate(relation):
        for place in bits(mask):
            if place < len(turned):
                turned[place] |= 1 << at
    return turned


Group = tuple[int, ...]  # of each set the places that are in it


@dataclass(frozen=True)
class Rivals:
    """Sets of literals, their `groups`, of each of which one set at most has any, and `bounds` on the sets."""

    variables: int
    sets: tuple[tuple[Literal, ...], ...]
    groups: tuple[Group, ...]
    conflicts: tuple[tuple[int, ...], ...]  # of each set and place all places of all sets, one set after the other
    bounds: RivalBounds

    @property
    def starts(self) -> list[int]:
        """The start of the places of each set when all sets stand one after the other, and their end."""
        starts = [0]
        for each in self.sets:
            starts.append(starts[-1] + len(each))
        return starts

    @property
    def literals(self) -> int:
        """The number of places in all groups."""
        return sum(mask.bit_count() for group in self.groups for mask in group)


@remember
def recognise_rivals(model: Model) -> Rivals | None:
    """Return the armies that a model asks for; None if it is something else."""
    found = read_sets(model)
    if found is None:
        return None
    known = _read_groups(found)
    if known is None:
        return None
    relations = _relate(found, known)
    kept = [group for group in dict.fromkeys(known) if max(map(int.bit_count, group)) > 1]
    groups = tuple(dict.fromkeys((*kept, *_merge(relations, _leave(relations, kept), len(found.sets)))))
    return Rivals(model.variables, found.sets, groups, _stack(relations, found), found.bounds)


def is_rivals(model: Model) -> bool:
    """Return whether a model asks for armies."""
    return recognise_rivals(model) is not None


def _read_groups(found: RivalSets) -> list[Group] | None:
    """Return the places in each conflict; None if two in conflict are of one set."""
    groups = list[Group]()
    for literals in checking_deadline(found.conflicts):
        cells = [_cell(found, literal) for literal in literals]
        if None in cells or len({cell[0] for cell in cells if cell}) < len(cells):
            return None
        masks = dict(cell for cell in cells if cell)
        groups.append(tuple(masks.get(at, 0) for at in range(len(found.sets))))
    return groups


def _cell(found: RivalSets, literal: Literal) -> tuple[int, int] | None:
    """Return the set and the places that a literal of a conflict stands for; None if these are of several sets."""
    if literal in found.place:
        at, place = found.place[literal]
        return at, 1 << place
    members = found.bounds.definitions.get(literal, ())
    places = [found.place[each] for each in members if each in found.place]
    if not members or len(places) < len(members) or len({at for at, _ in places}) > 1:
        return None
    return places[0][0], sum(1 << place for _, place in set(places))


Relations = dict[tuple[int, int], list[int]]  # of two sets, the first before the second


def _relate(found: RivalSets, groups: Sequence[Group]) -> Relations:
    """Return the conflicts between places of each two sets."""
    relations = {pair: [0] * len(found.sets[pair[0]]) for pair in combinations(range(len(found.sets)), 2)}
    for group in checking_deadline(groups):
        _mark(relations, group, True)
    return relations


def _mark(relations: Relations, group: Group, there: bool) -> None:
    """Note the conflicts of a group, or take them away."""
    owners = [at for at, mask in enumerate(group) if mask]
    for one, other in combinations(owners, 2):
        relation = relations[one, other]
        for place in bits(group[one]):
            relation[place] = relation[place] | group[other] if there else relation[place] & ~group[other]


def _leave(relations: Relations, groups: Sequence[Group]) -> Relations:
    """Return the conflicts that are in none of some groups."""
    loose = {pair: list(relation) for pair, relation in relations.items()}
    for group in checking_deadline(groups):
        _mark(loose, group, False)
    return loose


def _merge(relations: Relations, loose: Relations, armies: int) -> Iterator[Group]:
    """Groups that hold all loose conflicts: of all sets where any two have equal relations, else of two sets each."""
    first = relations[0, 1]
    alike = is_mutual(first) and all(relation == first for relation in relations.values())
    if alike and all(each == loose[0, 1] for each in loose.values()):
        yield from _merge_alike(first, loose[0, 1], tuple(range(armies)), armies)
        return
    for pair, relation in relations.items():
        if is_mutual(relation):
            yield from _merge_alike(relation, loose[pair], pair, armies)
        else:
            yield from _make_stars(relation, loose[pair], pair, armies)


def _merge_alike(near: Relation, loose: Relation, sets: Sequence[int], armies: int) -> Iterator[Group]:
    """Groups of the same places of some sets, and stars."""
    loose = [mask | other for mask, other in zip(loose, transpose_relation(loose), strict=True)]  # of both places
    cliques, stars = cover_pairs(loose)
    covered = 0
    for clique in cliques:
        covered |= clique
        yield _group(dict.fromkeys(sets, clique), armies)
    for centre in stars:
        covered |= 1 << centre
        for one, other in combinations(sets, 2):
            yield _group({one: 1 << centre, other: near[centre]}, armies)
            yield _group({one: near[centre], other: 1 << centre}, armies)
    for at, mask in enumerate(loose):
        if mask >> at & 1 and not covered >> at & 1:
            yield _group(dict.fromkeys(sets, 1 << at), armies)


def _make_stars(relation: Relation, loose: Relation, pair: tuple[int, int], armies: int) -> Iterator[Group]:
    """Yield a group for each place of the first set that has loose conflicts, and for each of the second."""
    one, other = pair
    for at in (at for at, mask in enumerate(loose) if mask):
        yield _group({one: 1 << at, other: relation[at]}, armies)
    size = max(map(int.bit_length, loose), default=0)
    against, turned = transpose_relation(loose, size), transpose_relation(relation, size)
    for at in (at for at, mask in enumerate(against) if mask):
        yield _group({one: turned[at], other: 1 << at}, armies)


def _group(masks: dict[int, int], armies: int) -> Group:
    return tuple(masks.get(at, 0) for at in range(armies))


def _stack(relations: Relations, found: RivalSets) -> tuple[tuple[int, ...], ...]:
    """For each place its conflicts with all sets, one number each."""
    rows = [[[0] * len(found.sets) for _ in each] for each in found.sets]
    for (one, other), relation in relations.items():
        for at, mask in enumerate(relation):
            rows[one][at][other] = mask
            for place in bits(mask):
                rows[other][place][one] |= 1 << at
    return tuple(tuple(row) for each in rows for row in each)
