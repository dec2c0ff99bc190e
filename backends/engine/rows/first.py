"""The first placement of a few rows, in plain Python: to import numpy takes longer than most of these searches."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise

from rookery.backends.contract import End, Reason, Solution, Stream
from rookery.backends.engine.case import BegunPlainly, ModelCase
from rookery.backends.engine.rows.cut import order_rows, suits_rows
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.presolve.structure.parts import Masks, RunnableProgram, make_masks, measure
from rookery.core.runtime import IN_PAGE

MAX_NODES = 1 << 12  # some milliseconds; then the search of arrays begins, from the start


@dataclass(frozen=True, slots=True)
class FirstOfRows(BegunPlainly):
    """A choice of one value per row: row r has the candidates of `masks` from `ends[r]` to `ends[r + 1]`."""

    forced: Solution
    masks: Masks
    ends: tuple[int, ...]

    def search(self, ask: SearchAsk) -> Stream:
        """Find the first placement as `rows.kernel` does, node by node; hand on if that takes long, but in a page."""
        if ask.deadline.passed():
            yield End(proven=False, reason=Reason.TIME)
            return
        nodes, chosen, late = 0, None, False
        for nodes, chosen in enumerate(self._follow(), start=1):
            if chosen is not None:
                break
            if nodes % MAX_NODES == 0:
                if not IN_PAGE:
                    yield from self.hand_on(ask)
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

    def compile_arrays(self) -> RunnableProgram | None:
        """The program of the row search."""
        from rookery.backends.engine.rows.search import compile_rows

        return compile_rows(self.case)


def compile_first(case: ModelCase) -> FirstOfRows | None:
    """The rows of a selection of which the first placement is asked for, and nothing that takes a kernel."""
    ask, selection = case.ask, case.selection
    if selection is None or case.rows is None or not suits_rows(case.rows, ask.want):
        return None
    rows = order_rows(case.rows, ask.want, ask.seed)
    masks = make_masks((), selection.cliques, [*chain.from_iterable(rows)])
    return FirstOfRows(measure(selection), case, selection.forced, masks, (0, *accumulate(map(len, rows))))
