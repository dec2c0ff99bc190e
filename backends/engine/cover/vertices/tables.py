"""Tables of the vertex cover search, and the state of one."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from rookery.backends.engine.kernels.bits import ONE, Ints, Words, bitset, words_for
from rookery.core.deadline import checking_deadline

REGISTERS = 4
MAX_RELAXED = 64  # conflicts of which a clique may be part


class Apart(NamedTuple):
    """A graph: for each vertex, by number, those that are `joined` to it and those `apart` from it (vertices, words).

    `variable` (vertices) is each one's variable; `colouring` (1) says whether the colouring bound is on.
    """

    joined: Words
    apart: Words
    variable: Ints
    colouring: Ints


class ApartState(NamedTuple):
    """An explicit stack. Of each level: the `pool` of vertices that may be added with the one that is branched on, the
    vertices still to `branch` on (levels, words), their number at the start (`choices`), and the `chosen` one.

    `cliques` (vertices, words), `scratch` (4, words), `notes` (11, vertices) and `relaxing` (vertices, groups) mean
    nothing between two steps; `found` (sets, words).
    """

    pool: Words
    branch: Words
    choices: Ints
    chosen: Ints
    registers: Ints
    cliques: Words
    scratch: Words
    notes: Ints
    relaxing: Ints
    found: Words


def make_tables(edges: Sequence[tuple[int, int]], order: Sequence[int], colouring: bool) -> Apart:
    """The tables of a graph, its vertices numbered in an order."""
    size, words = len(order), words_for(len(order))
    place = np.full(max(order) + 1, -1, np.int64)
    place[list(order)] = np.arange(size)
    ends = place[np.array(edges, np.int64)]
    joined, numbers = np.zeros((size, words), np.uint64), np.arange(size)
    near, other = ends.ravel(), ends[:, ::-1].ravel()
    np.bitwise_or.at(joined, (near, other >> 6), ONE << (other & 63).astype(np.uint64))
    apart = bitset(numbers, words) & ~joined
    apart[numbers, numbers >> 6] &= ~(ONE << (numbers & 63).astype(np.uint64))
    return Apart(joined, apart, np.array(order, np.int64), np.array([colouring], np.int64))


def make_state(t: Apart, best: int) -> ApartState:
    """The state before the first step, when a set of `best` vertices is known; all vertices are to be branched on."""
    size, words = t.apart.shape
    state = ApartState(
        pool=np.zeros((size + 1, words), np.uint64),
        branch=np.zeros((size + 1, words), np.uint64),
        choices=np.zeros(size + 1, np.int64),
        chosen=np.zeros(size + 1, np.int64),
        registers=np.zeros(REGISTERS, np.int64),
        cliques=np.zeros((size, words), np.uint64),
        scratch=np.zeros((4, words), np.uint64),
        notes=np.zeros((11, size), np.int64),
        relaxing=np.zeros((size, MAX_RELAXED), np.int64),
        found=np.zeros((1, words), np.uint64),
    )
    state.branch[0] = bitset(np.arange(size), words)
    state.choices[0], state.registers[1] = size, best
    return state


def order_vertices(edges: Iterable[tuple[int, int]], vertices: Sequence[int]) -> list[int]:
    """Order the vertices with the fewest others apart from them last: each has the most neighbours of those that were
    left then.

    Vertices that come first are put into cliques first, and branched on first; ties go by the order given.
    """
    neighbours: dict[int, set[int]] = {vertex: set() for vertex in vertices}
    for one, other in edges:
        neighbours[one].add(other)
        neighbours[other].add(one)
    found = list[int]()
    left = list(vertices)
    for _ in checking_deadline(vertices):
        last = max(left, key=lambda each: len(neighbours[each]))
        left.remove(last)
        for other in neighbours[last]:
            neighbours[other].discard(last)
        found.append(last)
    return found[::-1]
