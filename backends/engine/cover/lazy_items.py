"""Items that appear during a covering search: those that a covering does not hit, though every solution does.

An item is valid everywhere once it is known, so tables only grow. Each version of them is a separate value: a subtree
goes on with the version that it has, which prunes less and loses nothing, and catches up before its next slice.
"""

from collections.abc import Sequence, Set
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from rookery.backends.contract.backend import ClauseNotTaken, Solution
from rookery.backends.engine.cover.tables import LANE, Cover, Demands, Incidences, heaviest_weight
from rookery.backends.engine.kernels.bits import WORD, Ints, Words, bitset, words_for
from rookery.backends.engine.kernels.blocks import pad_words
from rookery.backends.engine.options import DUAL
from rookery.models.model.model import Cuts, Literal


class GrowingTables:
    """The latest version of the tables of a search; `cuts` names clauses that a covering breaks.

    A clause with a `forced` variable needs no hit: an image of a broken clause may hold one.
    """

    def __init__(self, tables: Cover, variables: int, cuts: Cuts, forced: Set[int]) -> None:
        self.latest = tables
        self._cuts, self._forced = cuts, forced
        self._known, self._lock = set[tuple[Literal, ...]](), Lock()
        self._place = np.full(variables, -1, np.int64)
        self._place[tables.variable] = np.arange(len(tables.variable))

    def refine(self, solution: Solution) -> bool:
        """Return whether a covering breaks clauses; those that are not known become items."""
        broken = [tuple(clause) for clause in self._cuts(solution)]
        with self._lock:
            fresh = [each for each in broken if each not in self._known and self._forced.isdisjoint(each)]
            if fresh:
                self._known.update(fresh)
                self.latest = add_items(self.latest, [self._options(clause) for clause in fresh])
        return bool(broken)

    def _options(self, clause: Sequence[Literal]) -> Ints:
        """The candidates of a clause, without variables that are out."""
        if min(clause, default=0) < 0:
            raise ClauseNotTaken("backend backtracking takes no negated variables in lazy clauses")
        places = self._place[list(clause)]
        return places[places >= 0]


def add_items(t: Cover, fresh: Sequence[Ints]) -> Cover:
    """Tables with more items after theirs, each of which asks for one of some candidates."""
    before, size = len(t.options) - 1, len(t.variable)
    items = before + len(fresh)
    hits = np.zeros((len(fresh), size), np.bool_)
    covers = np.zeros((size + 1, pad_words(words_for(items))), np.uint64)
    covers[:, : t.covers.shape[1]] = t.covers
    for at, options in enumerate(fresh):
        hits[at, options] = True
        covers[options, (before + at) // WORD] |= np.uint64(1 << (before + at) % WORD)
    rows = [bitset(options, t.options.shape[1]) for options in fresh]
    dual, off = _add_incidences(t, hits, covers)
    return t._replace(
        covers=covers,
        options=np.vstack([t.options[:before], *rows, t.options[before:]]),
        open=bitset(np.arange(items), covers.shape[1]),
        symmetries=t.symmetries._replace(items=_fix_items(t.symmetries.items, items)),
        dual=dual,
        demands=_add_demands(t.demands, len(fresh), size),
        off=np.int64(off),
    )


def _fix_items(images: Words, items: int) -> Words:
    """Images of items, those that appeared being their own.

    The symmetries that the kernel asks about keep the first choice, so they keep the items that it leaves open, known
    or not, as a whole: which one is the image of which does not matter.
    """
    own = np.broadcast_to(np.arange(images.shape[1], items, dtype=np.uint64), (len(images), items - images.shape[1]))
    return np.ascontiguousarray(np.hstack([images, own]))


def _add_demands(demands: Demands, more: int, none: int) -> Demands:
    """The demands with items that ask for one option each."""
    return demands._replace(
        needed=np.concatenate([demands.needed[:-1], np.ones(more, np.int64), demands.needed[-1:]]),
        sufficient_one=np.append(demands.sufficient_one, np.full(more, none, np.uint64)),
    )


def _add_incidences(t: Cover, hits: NDArray[np.bool_], covers: Words) -> tuple[Incidences, int]:
    """The incidences with those of new items, and the ideas to do without: weights, if there is no room for them."""
    largest = int(np.bitwise_count(covers).sum(axis=1).max())
    heaviest = heaviest_weight(largest, int(t.demands.needed.max(initial=1)))
    if t.off & DUAL or not heaviest or not t.dual.hits.size:
        return t.dual, int(t.off) | DUAL
    lanes = np.zeros((len(hits), t.dual.lanes.shape[1]), np.uint16)
    lanes[:, : hits.shape[1]] = np.where(hits, LANE, 0)
    return Incidences(
        lanes=np.vstack([t.dual.lanes[:-1], lanes, t.dual.lanes[-1:]]),
        hits=np.ascontiguousarray(np.hstack([t.dual.hits, hits.T.astype(np.uint16)])),
        heaviest=heaviest,
    ), int(t.off)
