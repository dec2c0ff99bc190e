"""The covering search of Python in a page: plain arrays, and the kernel `advance` in WebAssembly.

It looks for the fewest of which each item asks for one, by turns of one number after the other. What the whole program
does besides (cases, a sweep of surplus, a local search) needs numpy, and pays where the search takes seconds.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rookery.backends.contract.answer import End
from rookery.backends.contract.backend import Interim, Outcome, Request, RunnableProgram, Solution, Stream
from rookery.backends.engine.case import ModelCase
from rookery.backends.engine.cover import registers as at
from rookery.backends.engine.tree.in_page import Slices
from rookery.backends.presolve.lowering.bounds import known_bound
from rookery.backends.presolve.structure.parts import Masks, describe_selection, make_masks, measure, shuffle_by_seed
from rookery.backends.presolve.structure.selection import Selection
from rookery.backends.presolve.structure.symmetries import MAX_SYMMETRIES, list_useful
from rookery.core.kernels.webassembly import WORD, Numbers, bind, numbers, pack, words_for, zeros
from rookery.core.values import dataclass

if TYPE_CHECKING:
    from rookery.models.model.model import Permutation

STEPS, PROBE_STEPS = 1 << 15, 100_000  # nodes between two looks at the clock, and of a look for any number
LEAST_PLANES = 3  # the adders write the lowest three at once
LANE, MAX_LANE_WEIGHT, START_WEIGHT = 0xFFFF, 2000, 100
SIDES = MAX_SYMMETRIES + 1  # of the tally of orbits
Moved = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class CoverInPage(RunnableProgram):
    """A covering as masks, with images of candidates and items under each symmetry; each solution needs `known`."""

    selection: Selection
    masks: Masks
    symmetries: tuple[Moved, ...]
    known: int

    def explain(self) -> list[str]:
        """The selection, its symmetries, and the numbers that are tried."""
        many = f"symmetries: {len(self.symmetries)}"
        search = f"search: covering, in WebAssembly, on the item with the fewest options, for {self.known}, ... chosen"
        return [*describe_selection(self.selection, self.size), many, search]

    def search(self, request: Request) -> Stream:
        """Find any solution, then try one number after another until one suffices."""
        forced, most = len(self.selection.forced), min(self.selection.most, len(self.masks.variables))
        yield Interim(bound=forced + self.known)
        tables = self._tabulate()
        best, _ = self._decide(request, tables, most, PROBE_STEPS)
        if best is not None:
            yield best
            most = len(best) - forced - 1
        for few in range(self.known, most + 1):
            yield Interim(bound=forced + few)  # fewer are refuted
            found, registers = self._decide(request, tables, few)
            if found is not None:
                yield found
                yield Outcome(proven=True, bound=forced + few)
                return
            if registers[at.DEPTH] >= 0:
                yield Outcome(proven=False, end=End.TIME, bound=forced + few)
                return
            if not registers[at.CUT]:  # no bound was in the way: no number suffices
                break
        yield Outcome(proven=True, bound=None if best is None else len(best))

    def _decide(
        self, request: Request, tables: dict[str, Numbers], most: int, budget: int = 0
    ) -> tuple[Solution | None, Sequence[int]]:
        """A solution of at most `most` candidates, if there is one, and the registers at the end of the search.

        A `budget` of nodes is for a quick look.
        """
        fields = {**tables, **self._begin(most)}
        registers, found = fields["s.registers"].flat, fields["s.scratch.found"].flat
        scalars = {"t.dual.heaviest": self._heaviest, "t.demands.surplus": 0, "t.demands.multiple": 0}
        run = bind("advance", {**fields, **scalars, "t.cases.most_vectors": 0, "t.off": 0})
        slices = Slices(f"whether {most} suffice", run, lambda: registers[at.NODES], budget or STEPS)
        for _ in slices.of(request):
            if registers[at.FOUND]:
                chosen = found[: found.index(-1)]
                return self.selection.forced | {self.masks.variables[each] for each in chosen}, registers
            if budget:
                break
        return None, registers

    @property
    def _heaviest(self) -> int:
        """The largest weight of an item with which no sum of a candidate, and one more, overflows a lane."""
        return min(MAX_LANE_WEIGHT, LANE // (max(map(int.bit_count, self.masks.hits)) + 1))

    def _tabulate(self) -> dict[str, Numbers]:
        """The fields of `tables.Cover`, of a search without cases."""
        size, items = len(self.masks.variables), len(self.masks.options)
        wide, many = words_for(size), words_for(items)
        lanes = size + -size % WORD
        row = [LANE * (mask >> lane & 1) for mask in (*self.masks.options, 0) for lane in range(lanes)]
        hits = [mask >> item & 1 for mask in self.masks.hits for item in range(items)]
        moved = len(self.symmetries)
        none = zeros(0, 0, code="Q")
        return {
            "t.covers": pack([*self.masks.hits, 0], many),
            "t.options": pack([*self.masks.options, 0], wide),
            "t.rivals": pack(self.masks.rivals, wide),
            "t.start": numbers(pack([self.masks.candidates], wide).flat, "Q"),
            "t.open": numbers(pack([self.masks.items], many).flat, "Q"),
            "t.variable": numbers(self.masks.variables),
            "t.symmetries.candidates": numbers([v for p, _ in self.symmetries for v in p], "Q", (moved, size)),
            "t.symmetries.items": numbers([i for _, p in self.symmetries for i in p], "Q", (moved, items)),
            "t.dual.lanes": numbers(row, "H", (items + 1, lanes)),
            "t.dual.hits": numbers(hits, "H", (size, items)),
            "t.demands.needed": numbers([1] * items + [0]),
            "t.demands.sufficient_one": numbers([size] * (items + 1), "Q"),
            "t.cases.candidates": none,
            "t.cases.items": none,
            "t.cases.stands_for": numbers([1]),
            "t.cases.first": zeros(2),
            "t.cases.weights": zeros(0, 0, code="B"),
            "t.cases.weighed": none,
            "t.cases.shares": zeros(0),
            "t.cases.loads": none,
            "t.cases.owed": zeros(0),
        }

    def _begin(self, most: int) -> dict[str, Numbers]:
        """The fields of `state.CoverState` before the first step of a search for at most `most` candidates."""
        size, items, levels = len(self.masks.variables), len(self.masks.options), most + 2
        wide, many, lanes = words_for(size), words_for(items), size + -size % WORD
        gains = [*map(int.bit_count, self.masks.hits)]
        bits = max(LEAST_PLANES, max(gains).bit_length())
        planes = [sum((gain >> bit & 1) << each for each, gain in enumerate(gains)) for bit in range(bits)]
        given = {
            at.LEAST: self.selection.least,
            at.MOST: most,
            at.LISTING: 1,
            at.PLANES: bits,
            at.BOUNDED: int(most < min(size, items)),
        }
        weight = min(START_WEIGHT, self._heaviest)
        return {
            "s.registers": numbers([given.get(register, 0) for register in range(at.REGISTERS)]),
            "s.priority": zeros(size),
            "s.stack.open": pack([self.masks.items] + [0] * (levels - 1), many),
            "s.stack.missing": numbers([items] + [0] * (levels - 1)),
            "s.stack.need": zeros(levels, 1),
            "s.stack.candidates": pack([self.masks.candidates] + [0] * (levels - 1), wide),
            "s.stack.order": zeros(levels, size, code="Q"),
            "s.stack.length": zeros(levels),
            "s.stack.tried": zeros(levels),
            "s.stack.picked": zeros(levels, code="Q"),
            "s.stack.planes": pack(planes + [0] * (bits * (levels - 1)), wide),
            "s.stack.loads": zeros(0, wide, code="Q"),
            "s.stack.owed": zeros(levels, 0),
            "s.dual.weight": numbers([weight] * (levels * (items + 1)), "H", (levels, items + 1)),
            "s.dual.heir": zeros(levels),
            "s.dual.way": zeros(levels),
            "s.dual.before": zeros(levels),
            "s.measured.nodes": zeros(2, levels),
            "s.measured.spent": zeros(2, levels),
            "s.measured.probes": zeros(3, levels + 4),
            "s.orbits.keeps": zeros(len(self.symmetries)),
            "s.orbits.members": zeros(2, wide, code="Q"),
            "s.orbits.tally": zeros(SIDES, SIDES, SIDES, SIDES),
            "s.scratch.found": numbers([-1] * levels, shape=(1, levels)),
            "s.scratch.hit": zeros(items + 7, code="Q"),
            "s.scratch.gain": zeros(size),
            "s.scratch.load": zeros(lanes, code="H"),
            "s.scratch.times": zeros(items + 1, code="H"),
            "s.scratch.rest": zeros(1, wide, code="Q"),
            "s.scratch.common": zeros(1, wide, code="Q"),
        }


def compile_in_page(case: ModelCase) -> CoverInPage | None:
    """The masks of a selection of which the fewest are asked for, each item by one; None for any other."""
    selection, request = case.selection, case.request
    if selection is None or selection.goal >= 0 or selection.folded or request.lazy or not selection.items:
        return None
    masks = make_masks(selection.items, selection.cliques, shuffle_by_seed(sorted(selection.free), request.seed))
    items = {frozenset(item): number for number, item in enumerate(selection.items)}
    moved = [found for each in list_useful(case.model) if (found := _move(masks.variables, items, each)) is not None]
    known = max(selection.least, known_bound(case.model)[0] - len(selection.forced), 0)
    return CoverInPage(measure(selection), selection, masks, tuple(moved), known)


def _move(variables: Sequence[int], items: Mapping[frozenset[int], int], symmetry: "Permutation") -> Moved | None:
    """The images of candidates and items; None if one is taken to what is none.

    A symmetry of the solutions need not be one of what is left of the constraints.
    """
    candidates = {variable: number for number, variable in enumerate(variables)}
    images = [candidates.get(symmetry[variable], -1) for variable in variables]
    there = [items.get(frozenset(map(symmetry.__getitem__, item)), -1) for item in items] if min(images) >= 0 else []
    return (tuple(images), tuple(there)) if there and min(there) >= 0 else None
