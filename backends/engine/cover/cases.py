"""The tables of a covering that is searched case by case, each with vectors of weights that are checked here."""

from collections.abc import Iterator, Sequence

import numpy as np

from rookery.backends.engine.cover.lazy_items import add_items
from rookery.backends.engine.cover.state import make_planes
from rookery.backends.engine.cover.tables import LOAD_PLANES, Cases, Cover, Symmetries
from rookery.backends.engine.kernels.bits import Ints
from rookery.backends.presolve.structure.incidence import pack_rows
from rookery.backends.presolve.structure.outer_lines import CrossingLines, Ends
from rookery.core.deadline import checking_deadline
from rookery.core.values import dataclass
from rookery.models.model.model import Permutation

MAX_SPARE = 1  # choices that the weights of a case may leave over: with more the search without cases is faster


@dataclass(frozen=True)
class CaseSearch:
    """The crossing lines by which a covering is searched case by case, and symmetries of its cases."""

    lines: CrossingLines
    symmetries: Sequence[Permutation]

    def make_tables(self, t: Cover, most: int) -> Cover | None:
        """The tables for at most `most` candidates; None if the cases are too many, or the weights leave too much."""
        place = {int(variable): at for at, variable in enumerate(t.variable)}
        sides = [[[place[v] for v in line if v in place] for line in side] for side in self.lines.sides]
        if next(self.lines.list_cases(most), None) is None:
            return None
        whole = add_items(t, [np.array(line, np.int64) for side in sides for line in side])
        covers = np.unpackbits(whole.covers[:-1].view(np.uint8), axis=1, bitorder="little")
        hits = np.ascontiguousarray(covers[:, : len(whole.options) - 1].T, dtype=np.float32)
        parts = list[tuple[CasePart, int]]()
        for ends, many in checking_deadline(self._choose_cases(most), often=16):
            out = [v for side, pair in zip(sides, ends, strict=True) for at in pair for v in side[at]]
            part = self._weigh_case(hits, ends, out, most)
            if part.spare > MAX_SPARE:
                return None
            if part.spare >= 0 or not parts:  # the weights refute the others; a search needs one case
                parts.append((part, many))
        return whole._replace(
            symmetries=Symmetries(t.symmetries.candidates[:0], whole.symmetries.items[:0]),
            cases=_stack_cases(whole, parts),
        )

    def _choose_cases(self, most: int) -> Iterator[tuple[Ends, int]]:
        """One case of each class under the symmetries that keep the lines, and how many it stands for."""
        actions, seen = None, set[Ends]()
        for ends in self.lines.list_cases(most):
            if ends not in seen:
                actions = self.lines.list_actions(self.symmetries) if actions is None else actions
                images = {self.lines.move_case(action, ends) for action in actions} | {ends}
                yield ends, len(images - seen)
                seen |= images

    def _weigh_case(self, hits: np.ndarray, ends: Ends, out: Sequence[int], most: int) -> "CasePart":
        """A case: its vectors, each with the largest weight of a candidate as its share."""
        squares = self.lines.first[0]
        free = np.ones(hits.shape[1], np.bool_)
        free[out] = False
        items = np.arange(len(hits)) < squares
        for direction, pair in enumerate(ends):
            items[[self.lines.first[direction] + at for at in self.lines.list_outer(direction, pair)]] = True
        vectors = [each for each in self.lines.weigh(ends) if each]
        weights = np.zeros((len(vectors), len(hits) + 1), np.uint8)
        for row, each in zip(weights, vectors, strict=True):
            row[list(each)] = list(each.values())
        weighed = np.flatnonzero(weights.any(axis=0))  # few: a product so small takes no threads, which wait busily
        # whole numbers below 2**24, which float32 holds as they are: its product is the fastest
        loads = (weights[:, weighed].astype(np.float32) @ hits[weighed]).astype(np.int64)
        shares = loads[:, free].max(axis=1, initial=0)
        owed = weights.sum(axis=1, dtype=np.int64)
        kept = (shares > 0) & (shares < 1 << LOAD_PLANES)
        # a quotient of whole numbers is rounded, but to no other side of a whole number
        spare = ((shares * most - owed)[kept] / shares[kept]).min(initial=most)
        return CasePart(free, items, weights[kept], loads[kept], shares[kept], owed[kept], float(spare))


@dataclass(frozen=True)
class CasePart:
    """A case as flags of candidates and items, its vectors, and the choices that these leave over."""

    free: np.ndarray
    items: np.ndarray
    weights: np.ndarray
    loads: Ints
    shares: Ints
    owed: Ints
    spare: float


def _stack_cases(t: Cover, parts: Sequence[tuple[CasePart, int]]) -> Cases:
    """The arrays of some cases with the numbers of those that they stand for."""
    words, item_words = len(t.start), len(t.open)
    each = [part for part, _ in parts]
    weights = np.concatenate([part.weights for part in each])
    # only what is no candidate of a case weighs more than the planes hold: any number will do
    loads = [make_planes(part.loads % (1 << LOAD_PLANES), LOAD_PLANES, words) for part in each]
    return Cases(
        candidates=pack_rows(np.stack([part.free for part in each]), words),
        items=pack_rows(np.stack([part.items for part in each]), item_words),
        stands_for=np.array([many for _, many in parts], np.int64),
        first=np.cumsum([0, *(len(part.shares) for part in each)]),
        weights=weights,
        weighed=pack_rows(weights[:, :-1] != 0, item_words),
        shares=np.concatenate([part.shares for part in each]),
        loads=np.concatenate(loads),
        owed=np.concatenate([part.owed for part in each]),
        most_vectors=np.int64(max(len(part.shares) for part in each)),
    )
