"""Coverings made so that every bound is tight, what is true of them by trying everything, and what the search says."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import numpy as np

from rookery.backends import Deadline, Want
from rookery.backends.contract import Solution
from rookery.backends.engine.choose import choose
from rookery.backends.engine.cover.program import CoverProgram
from rookery.backends.engine.cover.search import list_orbits, search_all
from rookery.backends.engine.cover.subtree import search_up_to
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.engine.tree.runner import Runner
from rookery.models import AtLeast, AtMost, Exactly, Minimize, Model
from rookery.models.model.model import Permutation

Sets = list[frozenset[int]]


def covering(
    hits: Sets, rivals: Sets, most: int | None = None, exactly: bool = False, group: Sequence[Permutation] = ()
) -> Model:
    """Hit every item that some candidate hits, by the fewest candidates, or by a number of them, at most or exactly."""
    numbers = tuple(range(len(hits)))
    rules = [AtLeast(1, tuple(v for v in numbers if item in hits[v])) for item in _items(hits)]
    apart = [AtMost(1, tuple(sorted(pair))) for pair in rivals]
    if most is None:
        return Model(len(hits), (*rules, *apart), Minimize(numbers), symmetries=group)
    bound = Exactly(most, numbers) if exactly else AtMost(most, numbers)
    return Model(len(hits), (*rules, *apart, bound), symmetries=group)


def _items(hits: Sets) -> list[int]:
    return sorted(frozenset().union(*hits))


def symmetric(random: Random, side: int) -> tuple[Sets, Sets, list[Permutation]]:
    """As above, on a square board, with the symmetries of the square; some candidates hit the same.

    A square hits what its symmetries leave in place of some random squares, and so do its images. Rivals are some pairs
    and their images; and at times all images of the first square, so that a symmetry may move a choice and keep what is
    left to choose from.
    """
    group = [_turned(side, turn) for turn in range(8)]
    numbers = range(side * side)
    hits: dict[int, frozenset[int]] = {}
    for square in numbers:
        if square not in hits:
            own = [p for p in group if p[square] == square]
            some = random.sample(numbers, random.randint(1, side))
            hit = frozenset(p[each] for p in own for each in some)
            hits |= {p[square]: frozenset(p[each] for each in hit) for p in group}
    pairs = [tuple(random.sample(numbers, 2)) for _ in range(random.randrange(3))]
    if random.random() < 0.5:
        pairs += combinations(sorted({p[0] for p in group}), 2)
    return [hits[v] for v in numbers], [frozenset((p[a], p[b])) for a, b in pairs for p in group], group


def _turned(side: int, turn: int) -> Permutation:
    """One of the 8 symmetries of a square board: turned by right angles, and mirrored for turns of 4 and more."""
    cells = np.arange(side * side).reshape(side, side)
    return tuple(np.rot90(cells.T if turn & 4 else cells, turn & 3).ravel().tolist())


def coverings(hits: Sets, rivals: Sets, size: int, fewer: bool = False) -> set[Solution]:
    """All coverings of one size, or of at most that, by trying everything."""
    table = np.array([[item in each for item in _items(hits)] for each in hits])
    found = {chosen for each in range(1 if fewer else size, size + 1) for chosen in _of_size(table, each)}
    return {chosen for chosen in found if not any(pair <= chosen for pair in rivals)}


def _of_size(table: np.ndarray, size: int) -> set[Solution]:
    """All but the last candidate in every way, and then each that hits all that is left."""
    first = np.array(list(combinations(range(len(table)), size - 1)), np.int64)
    left = np.ones((len(first), table.shape[1]), np.float32)
    for column in first.T:
        left *= ~table[column]
    fits = left @ table.T.astype(np.float32) == left.sum(axis=1)[:, None]
    if size > 1:
        fits &= np.arange(len(table)) > first[:, -1:]
    return {frozenset((*first[row].tolist(), last)) for row, last in np.argwhere(fits).tolist()}


def searched(model: Model, want: Want, without: str = "") -> tuple[set[Solution], Forest]:
    """What the covering search lists and counts, without dynamic programming beside it."""
    program, ask = _program(model, want, without)
    forest = search_all(program, ask)
    search = Runner(ask).run(forest, "all")
    found = list(list_orbits(search, program.group) if program.group else search)
    assert len(found) == len(set(found))
    return set(found), forest


def is_covering(model: Model) -> bool:
    """Whether the covering search is asked at all: some models are decided on sight."""
    return isinstance(choose(model, _ask(Want.ALL, "")), CoverProgram)


def refuted(model: Model, few: int, without: str = "") -> Forest:
    """A search for one solution of a limited size, at its end."""
    program, ask = _program(model, Want.ONE, without)
    forest = search_up_to(program, ask, few)
    list(Runner(ask).run(forest, "any"))
    return forest


def _program(model: Model, want: Want, without: str) -> tuple[CoverProgram, SearchAsk]:
    ask = _ask(want, without)
    program = choose(model, ask)
    assert isinstance(program, CoverProgram)
    return program, ask


def _ask(want: Want, without: str) -> SearchAsk:
    return SearchAsk(
        want, options={"optimum": "search", "without": f"components,matching,{without}"}, deadline=Deadline()
    )
