"""Searches in plain Python, for what they answer sooner than numpy is imported, and for a page that has no numpy.

A search that takes long here is left to the search of arrays, which begins from the start.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from math import inf

from rookery.backends.contract import Ask, Bound, End, Reason, Solution, Stream
from rookery.backends.engine.rows.cut import order_rows, suits_rows
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.presolve.covering import Covering
from rookery.backends.presolve.lowering.bounds import known_bound
from rookery.backends.presolve.program import RunnableProgram, measure
from rookery.backends.presolve.structure.masks import Masks, make_masks, shuffle_by_seed
from rookery.backends.presolve.structure.rows import recognise_rows
from rookery.core.deadline import Deadline, OutOfTime
from rookery.core.numbers import bits, mask
from rookery.core.runtime import IN_PAGE
from rookery.models.model.model import Model, Permutation

MAX_NODES = 1 << 12  # of a search row by row: some milliseconds
MAX_IMAGES = 1 << 14  # numbers of a group that is used whole
MAX_SIZE = 256  # candidates and items: a board of 11x11
MAX_BEFORE = 1 << 10  # nodes of a run, of parts that were searched before: numpy is there
MAX_LOOKS = 1 << 15  # at candidates and items, in ten milliseconds

Arrays = Callable[[], RunnableProgram]


@dataclass(frozen=True, slots=True)
class PlainProgram(RunnableProgram):
    """A program in plain Python; `arrays` compiles the one that takes over."""

    arrays: Arrays

    def explain(self) -> list[str]:
        """Return the same as the search of arrays, which goes the same way."""
        return self.arrays().explain()


def begin_plainly(found: Covering, model: Model, ask: Ask, arrays: Arrays) -> "PlainProgram | None":
    """The plain search for one solution, or the best, of a few rows or a small covering; None for other models."""
    return _begin_covering(found, model, ask, arrays) if found.goal else _begin_rows(found, ask, arrays)


@dataclass(frozen=True, slots=True)
class FirstOfRows(PlainProgram):
    """A choice of one value per row: row r has the candidates of `masks` from `ends[r]` to `ends[r + 1]`."""

    forced: Solution
    masks: Masks
    ends: tuple[int, ...]

    def search(self, ask: SearchAsk) -> Stream:
        """Find the first placement as `rows.kernel` does, node by node.

        If that takes long, the search of arrays takes over, except in a page, which has none.
        """
        if ask.deadline.passed():
            yield End(proven=False, reason=Reason.TIME)
            return
        nodes, chosen, late = 0, None, False
        for nodes, chosen in enumerate(self._follow(), start=1):
            if chosen is not None:
                break
            if nodes % MAX_NODES == 0:
                if not IN_PAGE:
                    yield from self.arrays().search(ask)
                    return
                if late := ask.deadline.passed():
                    break
        ask.effort.update(nodes=nodes)
        if chosen is not None:
            yield self.forced | {self.masks.variables[candidate] for candidate in chosen}
        yield End(proven=chosen is None and not late, reason=Reason.TIME if late else Reason.DONE)

    def _follow(self) -> Iterator[list[int] | None]:
        """Choose one value after the other, in order; each is a node, and gives a placement or None."""
        rows = [(1 << end) - (1 << begin) for begin, end in pairwise(self.ends)]
        possible, untried, chosen = [self.masks.candidates], rows[:1], list[int]()
        while untried:
            value = untried[-1] & -untried[-1]
            if not value:
                untried.pop()
                possible.pop()
                continue
            untried[-1] ^= value
            candidate = value.bit_length() - 1
            chosen[len(untried) - 1 :] = [candidate]
            yield chosen if len(chosen) == len(rows) else None
            if len(chosen) < len(rows):
                possible.append(possible[-1] & ~self.masks.rivals[candidate])
                untried.append(possible[-1] & rows[len(chosen)])


def _begin_rows(found: Covering, ask: Ask, arrays: Arrays) -> FirstOfRows | None:
    cut = recognise_rows(found)
    if cut is None or not suits_rows(cut, ask.want):
        return None
    rows = order_rows(cut, ask.want, ask.seed)
    masks = make_masks((), found.cliques, [*chain.from_iterable(rows)])
    return FirstOfRows(measure(found), arrays, found.forced, masks, (0, *accumulate(map(len, rows))))


@dataclass(frozen=True, slots=True)
class SmallCovering(PlainProgram):
    """A covering as masks; each solution needs `known` candidates, and `moves` are images of these under symmetries."""

    forced: Solution
    masks: Masks
    moves: tuple[Permutation, ...]
    most: int
    known: int

    def search(self, ask: SearchAsk) -> Stream:
        """Find any solution, then try one number after another until one suffices.

        If that takes long, the search of arrays takes over, except in a page, which has none.
        """
        late = ask.effort["nodes"] > MAX_BEFORE
        looks = inf if IN_PAGE else 0 if late else MAX_LOOKS
        plain = PlainSearch(self.masks, self.moves, ask.deadline, looks)
        best, few = None, self.known
        try:
            best = plain.find(self.most)
            while best is not None and few < len(best):
                best, few = plain.find(few) or best, few + 1
        except TooLong:
            yield from self.arrays().search(ask)
            return
        except OutOfTime:
            outcome = End(proven=False, reason=Reason.TIME, bound=len(self.forced) + few)
        else:
            outcome = End(proven=True, bound=None if best is None else len(self.forced) + len(best))
        ask.effort.update(nodes=plain.nodes)
        yield Bound(outcome.bound)
        if best is not None:
            yield self.forced | {self.masks.variables[each] for each in best}
        yield outcome


class TooLong(Exception):
    """The search has looked at as many candidates and items as it may, without an answer."""


class PlainSearch:
    """The search for a number of candidates that suffices, by the first ideas of the kernel, and a packing of items."""

    def __init__(self, masks: Masks, moves: Sequence[Permutation], deadline: Deadline, looks: float) -> None:
        self.nodes = 0
        self._masks, self._moves, self._deadline, self._looks = masks, moves, deadline, looks

    def find(self, few: int) -> list[int] | None:
        """Return at most `few` candidates that hit all items, no two of them rivals; None if there are none.

        Raises `TooLong`, and `OutOfTime` at the deadline.
        """
        return self._find(few, self._masks.items, self._masks.candidates, self._moves)

    def _find(self, few: int, missed: int, candidates: int, moves: Sequence[Permutation]) -> list[int] | None:
        """Return at most `few` candidates that hit the missed items; `moves` are symmetries of this subproblem."""
        self._deadline.check()
        self.nodes += 1
        if not missed:
            return []
        if few < 2:
            return self._complete(few, missed, candidates)
        choices, candidates = self._list_choices(few, missed, candidates)
        for each in choices:
            if candidates >> each & 1:
                rest, kept = missed & ~self._masks.hits[each], [move for move in moves if move[each] == each]
                found = self._find(few - 1, rest, candidates & ~self._masks.rivals[each], kept)
                if found is not None:
                    return [each, *found]
                candidates &= ~mask([each, *(move[each] for move in moves if move[each] >= 0)])
        return None

    def _complete(self, few: int, missed: int, candidates: int) -> list[int] | None:
        """Return the last choice, which hits all that is missed."""
        for item in bits(missed if few else 0):
            candidates &= self._masks.options[item]
            if not candidates:
                return None
        return [next(bits(candidates))] if few else None

    def _list_choices(self, few: int, missed: int, candidates: int) -> tuple[list[int], int]:
        """Return the options of the scarcest item, those that hit most first, and all candidates still of use."""
        gains = {each: (self._masks.hits[each] & missed).bit_count() for each in bits(candidates)}
        self._looks -= len(gains) + missed.bit_count()
        if self._looks < 0:
            raise TooLong
        # A candidate is of no use if the few - 1 largest others cannot hit all that it leaves missed
        ranked = sorted(gains, key=gains.__getitem__, reverse=True)
        least = missed.bit_count() - sum(gains[each] for each in ranked[: few - 1])
        ranked = [each for each in ranked if gains[each] >= least]
        if least > 0 and len(ranked) < few:
            return [], 0
        candidates = mask(ranked)
        # Packed items have no common option, so each takes a candidate: if there are `few` of them, all others are out
        ways = sorted((self._masks.options[item] & candidates for item in bits(missed)), key=int.bit_count)
        packed = apart = 0
        for way in ways:
            if not way & packed:
                packed, apart = packed | way, apart + 1
        if apart > few:
            return [], 0
        return [each for each in ranked if ways[0] >> each & 1], candidates & packed if apart == few else candidates


def _begin_covering(found: Covering, model: Model, ask: Ask, arrays: Arrays) -> SmallCovering | None:
    if found.goal >= 0 or found.folded or found.least > 0 or len(found.free) + len(found.items) > MAX_SIZE:
        return None
    masks = found.masks(shuffle_by_seed(sorted(found.free), ask.seed))
    number = {variable: at for at, variable in enumerate(masks.variables)}
    few = len(model.symmetries) * model.variables <= MAX_IMAGES
    rows = model.symmetries if few else ()
    moves = tuple(tuple(number.get(row[variable], -1) for variable in masks.variables) for row in rows)
    known = max(0, known_bound(model)[0] - len(found.forced))
    most = min(found.most, len(masks.variables))
    return SmallCovering(measure(found), arrays, found.forced, masks, moves, most, known)
