"""The fewest of a small covering, in plain Python: to import numpy takes longer than most of these searches."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from rookery.backends.contract import Bound, End, Reason, Solution, Stream
from rookery.backends.engine.case import BegunPlainly, ModelCase
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.presolve.lowering.bounds import known_bound
from rookery.backends.presolve.structure.parts import Masks, RunnableProgram, make_masks, measure, shuffle_by_seed
from rookery.core.deadline import Deadline, OutOfTime
from rookery.core.numbers import bits, mask
from rookery.core.runtime import IN_PAGE
from rookery.models.model.model import Permutation

MAX_IMAGES = 1 << 14  # numbers of a group that is used whole

MAX_SIZE = 256  # candidates and items: a board of 11x11
MAX_BEFORE = 1 << 10  # nodes of a run, of parts that were searched before: numpy is there
MAX_LOOKS = 1 << 15  # at candidates and items, in ten milliseconds; then the search of arrays begins, from the start


@dataclass(frozen=True, slots=True)
class SmallCovering(BegunPlainly):
    """A covering as masks; each solution needs `known` candidates, and `moves` are images of these under symmetries."""

    forced: Solution
    masks: Masks
    moves: tuple[Permutation, ...]
    most: int
    known: int

    def search(self, ask: SearchAsk) -> Stream:
        """Find any solution, then try one number after another until one suffices.

        Hand on if that takes long, but in a page, where nothing else goes on.
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
            yield from self.hand_on(ask)
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

    def compile_arrays(self) -> RunnableProgram | None:
        """The program of the covering search."""
        from rookery.backends.engine.cover.components import compile_selection

        return compile_selection(self.case)


class TooLong(Exception):
    """All looks are taken, and nothing is decided."""


class PlainSearch:
    """The search for a number of candidates that suffices, by the first ideas of the kernel, and a packing of items."""

    def __init__(self, masks: Masks, moves: Sequence[Permutation], deadline: Deadline, looks: float) -> None:
        self.nodes = 0
        self._masks, self._moves, self._deadline, self._looks = masks, moves, deadline, looks

    def find(self, few: int) -> list[int] | None:
        """At most `few` candidates that hit all items, no two of them rivals; None if there are none.

        Raises `TooLong`, and `OutOfTime` at the deadline.
        """
        return self._find(few, self._masks.items, self._masks.candidates, self._moves)

    def _find(self, few: int, missed: int, candidates: int, moves: Sequence[Permutation]) -> list[int] | None:
        """At most `few` of some candidates that hit what is missed; `moves` take solutions to solutions."""
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
        """The last choice, which hits all that is missed."""
        for item in bits(missed if few else 0):
            candidates &= self._masks.options[item]
            if not candidates:
                return None
        return [next(bits(candidates))] if few else None

    def _list_choices(self, few: int, missed: int, candidates: int) -> tuple[list[int], int]:
        """The options of the item with the fewest, those that hit most first, and all candidates that may be chosen."""
        gains = {each: (self._masks.hits[each] & missed).bit_count() for each in bits(candidates)}
        self._looks -= len(gains) + missed.bit_count()
        if self._looks < 0:
            raise TooLong
        # What hits so little that the largest others do not hit the rest is no part of a solution
        ranked = sorted(gains, key=gains.__getitem__, reverse=True)
        least = missed.bit_count() - sum(gains[each] for each in ranked[: few - 1])
        ranked = [each for each in ranked if gains[each] >= least]
        if least > 0 and len(ranked) < few:
            return [], 0
        candidates = mask(ranked)
        # Items without a common option take one each: where these are as many as may be chosen, they are all
        ways = sorted((self._masks.options[item] & candidates for item in bits(missed)), key=int.bit_count)
        packed = apart = 0
        for way in ways:
            if not way & packed:
                packed, apart = packed | way, apart + 1
        if apart > few:
            return [], 0
        return [each for each in ranked if ways[0] >> each & 1], candidates & packed if apart == few else candidates


def compile_small(case: ModelCase) -> SmallCovering | None:
    """The masks of a small selection of which the fewest are asked for, each item by one; None for any other."""
    selection, model = case.selection, case.model
    if selection is None or selection.goal >= 0 or selection.folded or selection.least > 0:
        return None
    if len(selection.free) + len(selection.items) > MAX_SIZE:
        return None
    masks = make_masks(selection.items, selection.cliques, shuffle_by_seed(sorted(selection.free), case.ask.seed))
    number = {variable: at for at, variable in enumerate(masks.variables)}
    few = len(model.symmetries) * model.variables <= MAX_IMAGES
    rows = model.symmetries if few else ()
    moves = tuple(tuple(number.get(row[variable], -1) for variable in masks.variables) for row in rows)
    known = max(0, known_bound(model)[0] - len(selection.forced))
    most = min(selection.most, len(masks.variables))
    return SmallCovering(measure(selection), case, selection.forced, masks, moves, most, known)
