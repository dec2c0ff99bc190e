"""Tables for a search case by case; the weights of items that bound each case are verified here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

import numpy as np

from rookery.backends.engine.cover.state import make_planes
from rookery.backends.engine.cover.tables import LOAD_PLANES, Cases, Cover, Small, Symmetries, empty_incidences
from rookery.backends.engine.kernels.bits import WORD, Ints, bitset, words_for
from rookery.backends.engine.kernels.blocks import pad_words
from rookery.backends.engine.options import DUAL
from rookery.backends.presolve.structure.incidence import pack_rows
from rookery.backends.presolve.structure.outer_lines import CrossingLines, Ends, Numbers
from rookery.core.deadline import checking_deadline
from rookery.models.model.model import Permutation

MAX_SPARE = 1  # choices beyond what the weights of a case need: with more, the search without cases is faster
BATCH = 16  # cases that are weighed together


@dataclass(frozen=True)
class CaseSearch:
    """The crossing lines by which a covering is searched case by case, and symmetries of its cases."""

    lines: CrossingLines
    symmetries: Sequence[Permutation]

    def make_tables(self, t: Cover, most: int) -> Cover | None:
        """Return the tables for at most `most` candidates; None if the weights bound some case too weakly."""
        place = {int(variable): at for at, variable in enumerate(t.variable)}
        lines = [[place[v] for v in line if v in place] for side in self.lines.sides for line in side]
        if next(self.lines.list_cases(most), None) is None:
            return None
        whole = _add_items(t, [np.array(line, np.int64) for line in lines])
        hits = np.unpackbits(whole.options[:-1].view(np.uint8), axis=1, bitorder="little")[:, : len(whole.variable)]
        # the weight of each item, beside what it adds to the load of each candidate
        sums = self.lines.add_up(np.hstack([np.eye(len(hits), len(hits) + 1, dtype=np.int32), hits]))
        found, parts = checking_deadline(self._choose_cases(most), often=BATCH), list[Cases]()
        while batch := [*islice(found, BATCH)]:
            part = self._weigh_cases(whole, hits, sums, batch, most)
            if part is None:
                return None
            parts.append(part)
        arrays = [np.concatenate(each) for each in zip(*(part[:-1] for part in parts), strict=True)]
        cases = Cases._make([*arrays, max(part.most_vectors for part in parts)])
        first = np.cumsum([0, *chain.from_iterable(np.diff(part.first) for part in parts)])
        return whole._replace(cases=cases._replace(first=first))

    def _choose_cases(self, most: int) -> Iterator[tuple[Ends, int]]:
        """Yield one case of each class under the symmetries that keep the lines, and how many it stands for."""
        actions, seen = self.lines.list_actions(self.symmetries), set[Ends]()
        for ends in self.lines.list_cases(most):
            if ends not in seen:
                images = {self.lines.move_case(action, ends) for action in actions} | {ends}
                yield ends, len(images - seen)
                seen |= images

    def _weigh_cases(
        self, t: Cover, hits: Small, sums: Numbers, cases: Sequence[tuple[Ends, int]], most: int
    ) -> Cases | None:
        """Return the tables of some cases; None if the weights bound one too weakly.

        The share of a vector is the largest load of a candidate. Cases that the weights refute are left out, but for
        the first one if all of them are, since a search needs a case.
        """
        ends = np.array([each for each, _ in cases])
        items, free = (np.ones((len(cases), many), np.bool_) for many in hits.shape)
        for direction, (first, side) in enumerate(zip(self.lines.first, self.lines.sides, strict=True)):
            places, (low, high) = np.arange(len(side)), ends[:, direction].T[:, :, None]
            items[:, first : first + len(side)] = (places < low) | (places > high)
            items[:, [first + at for at in self.lines.held[direction]]] = False
            free &= ~hits[first + ends[:, direction]].any(axis=1)
        vectors = [[*self.lines.list_vectors(each)] for each, _ in cases]
        case = np.repeat(np.arange(len(cases)), [*map(len, vectors)])
        starts, stops = np.array([ranges for each in vectors for ranges in each]).transpose(2, 1, 0)
        one, other, *twice = sums[stops] - sums[starts]
        weights, loads = np.split(one + other + 2 * sum(twice), [len(hits) + 1], axis=1)
        shares, owed = (loads * free[case]).max(axis=1, initial=0), weights.sum(axis=1, dtype=np.int64)
        kept = (shares > 0) & (shares < 1 << LOAD_PLANES)
        # rounding a quotient of two integers never crosses an integer
        spare = np.full(len(cases), float(most))
        np.minimum.at(spare, case[kept], (shares * most - owed)[kept] / shares[kept])
        if spare.max() > MAX_SPARE:
            return None
        stays = (spare >= 0) | ((np.arange(len(cases)) == 0) & (spare.max() < 0))
        kept &= stays[case]
        many = np.bincount(case[kept], minlength=len(cases))[stays]
        return Cases(
            candidates=pack_rows(free[stays], len(t.start)),
            items=pack_rows(items[stays], len(t.open)),
            stands_for=np.array([number for _, number in cases], np.int64)[stays],
            first=np.cumsum([0, *many]),
            weights=weights[kept].astype(np.uint8),
            weighed=pack_rows(weights[kept, :-1] != 0, len(t.open)),
            shares=shares[kept].astype(np.int64),
            # only loads of variables that are no candidates overflow the planes, and nothing reads them
            loads=make_planes(loads[kept].astype(np.uint8), LOAD_PLANES, len(t.start)),
            owed=owed[kept],
            most_vectors=np.int64(many.max()),
        )


def _add_items(t: Cover, fresh: Sequence[Ints]) -> Cover:
    """Return the tables with further items, each of which demands one of some candidates.

    Gains, dual weights and symmetries are left out: the weights of cases bound as much, and cases have few symmetries.
    """
    before, size = len(t.options) - 1, len(t.variable)
    items = before + len(fresh)
    covers = np.zeros((size + 1, pad_words(words_for(items))), np.uint64)
    covers[:, : t.covers.shape[1]] = t.covers
    for at, options in enumerate(fresh, before):
        covers[options, at // WORD] |= np.uint64(1 << at % WORD)
    rows = [bitset(options, t.options.shape[1]) for options in fresh]
    demands = t.demands._replace(
        needed=np.concatenate([t.demands.needed[:-1], np.ones(len(fresh), np.int64), t.demands.needed[-1:]]),
        sufficient_one=np.append(t.demands.sufficient_one, np.full(len(fresh), size, np.uint64)),
    )
    return t._replace(
        covers=covers,
        options=np.vstack([t.options[:before], *rows, t.options[before:]]),
        open=bitset(np.arange(items), covers.shape[1]),
        symmetries=Symmetries(t.symmetries.candidates[:0], t.symmetries.items[:0]),
        dual=empty_incidences(0, size, t.dual.max_weight),
        demands=demands,
        off=t.off | np.int64(DUAL),
    )
