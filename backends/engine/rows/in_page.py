"""The row search of Python in a page: plain arrays, and the kernels of `rows.kernel` in WebAssembly."""

from fractions import Fraction
from itertools import chain

from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Outcome, Request, RunnableProgram, Stream
from rookery.backends.engine.case import ModelCase
from rookery.backends.engine.rows.cut import (
    FOUND,
    MARKING,
    NODES,
    REGISTERS,
    describe_rows,
    find_width,
    order_rows,
    suits_rows,
)
from rookery.backends.engine.tree.in_page import Slices
from rookery.backends.presolve.structure.parts import Masks, make_masks, measure
from rookery.backends.presolve.structure.symmetries import find_group
from rookery.core.kernels.webassembly import BLOCK, WORD, Numbers, bind, numbers, pack, words_for, zeros
from rookery.core.numbers import bits, mask
from rookery.core.values import dataclass

MAX_FOUND = 256  # placements that a kernel writes down before it hands them over
STEPS = 1 << 20  # nodes between two looks at the clock: about a tenth of a second


@dataclass(frozen=True, slots=True)
class RowsInPage(RunnableProgram):
    """A choice of one value per row: the candidates of `masks` are the slots, `width` to a row, -1 in an empty one.

    `images` has the images of each slot under each symmetry; without any, the identity is the only one.
    """

    forced: frozenset[int]
    rows: int
    width: int
    masks: Masks
    images: tuple[tuple[int, ...], ...]

    def search(self, request: Request) -> Stream:
        """Count placements, or list them in their order."""
        return self._count(request) if request.want is Want.COUNT else self._list(request)

    def explain(self) -> list[str]:
        """The number of rows, and their width."""
        *lines, search = describe_rows(self.size, self.forced, self.rows, self.width)
        return [*lines, f"{search}, in WebAssembly"]

    def _list(self, request: Request) -> Stream:
        arrays, variables = self._begin(1 if request.want is Want.ONE else MAX_FOUND), self.masks.variables
        registers, found = arrays["s.registers"].flat, arrays["s.found"].flat
        slices = self._slices("list_rows", arrays)
        for _ in slices.of(request):
            for first in range(0, registers[FOUND] * self.rows, self.rows):
                yield self.forced | {variables[slot] for slot in found[first : first + self.rows]}
            if registers[FOUND] and request.want is Want.ONE:
                yield Outcome(proven=False)
                return
            registers[FOUND] = 0
        yield Outcome(proven=slices.over, end=End.DONE if slices.over else End.TIME)

    def _count(self, request: Request) -> Stream:
        """Count, for one value of the first row after the other, for its whole orbit, which is banned from then on.

        Placements that hold m of the n slots of an orbit are met m times when each of the n is chosen in turn, and as
        often for each: choosing one counts for all, n / m times.
        """
        total, banned, over = Fraction(0), 0, True
        for first in bits(self._slots() & ((1 << self.width) - 1)):
            if over and not banned >> first & 1:
                orbit = mask({image[first] for image in self.images})
                arrays = self._begin(1, banned, 1 << first, orbit)
                slices = self._slices("count_block" if len(self.masks.variables) <= BLOCK else "count_rows", arrays)
                for _ in slices.of(request):
                    pass
                # without marked slots none is met but as it is
                shares = enumerate(arrays["s.tally"].flat)
                total += sum(Fraction(met * orbit.bit_count(), held) for held, met in shares if met)
                over, banned = slices.over, banned | orbit
        yield Outcome(proven=over, end=End.DONE if over else End.TIME, count=int(total))

    def _slots(self) -> int:
        """The slots that hold a variable."""
        return mask(slot for slot, variable in enumerate(self.masks.variables) if variable >= 0)

    def _slices(self, kernel: str, arrays: dict[str, Numbers]) -> Slices:
        registers = arrays["s.registers"].flat
        scalars = {"t.mask": (1 << self.width) - 1, "t.width": self.width, "t.off": 0, **self._ends()}
        name = "counting" if kernel != "list_rows" else "listing"
        return Slices(name, bind(kernel, {**arrays, **scalars}), lambda: registers[NODES], STEPS)

    def _ends(self) -> dict[str, int]:
        """The lowest and the highest bit of all lanes in a word."""
        low = sum(1 << at for at in range(0, WORD, self.width))
        return {"t.low": low, "t.high": low << (self.width - 1)}

    def _begin(self, buffer: int, banned: int = 0, first: int = 0, marked: int = 0) -> dict[str, Numbers]:
        """The tables and a state before the first step; some slots are banned, the `first` values chosen if given."""
        slots, rows, width = self._slots(), self.rows, self.width
        words = words_for(len(self.masks.variables))
        every, lane = (1 << (WORD * words)) - 1, (1 << width) - 1
        lanes = range(0, rows * width, width)
        possible = slots & ~banned
        return {
            "t.start": _one(slots, words),
            "t.allowed": pack([slots & ~rivals for rivals in self.masks.rivals], words),
            "t.word": numbers([at // WORD for at in lanes], "Q"),
            "t.shift": numbers([at % WORD for at in lanes], "Q"),
            "t.variable": numbers(self.masks.variables),
            "t.past": pack([every ^ ((1 << rows * width) - 1) >> at << at for at in lanes], words),
            "s.possible": pack([possible, *[0] * (rows - 1)], words),
            "s.untried": numbers([first or possible & lane, *[0] * (rows - 1)], "Q"),
            "s.chosen": zeros(rows),
            "s.registers": numbers([int(at == MARKING and marked > 0) for at in range(REGISTERS)]),
            "s.found": zeros(buffer, rows),
            "s.marked": _one(marked, words),
            "s.hits": zeros(rows + 1),
            "s.tally": zeros(rows + 2),
        }


def _one(members: int, words: int) -> Numbers:
    return Numbers(pack([members], words).flat, (words,))


def compile_in_page(case: ModelCase) -> RowsInPage | None:
    """The slots of a selection without a goal that is cut into rows."""
    selection, request = case.selection, case.request
    if selection is None or case.rows is None or request.lazy or not suits_rows(case.rows, request.want):
        return None
    cut = order_rows(case.rows, request.want, request.seed)
    width = find_width(cut)
    order = [*chain.from_iterable([*row, *[-1] * (width - len(row))] for row in cut)]
    slot = {variable: at for at, variable in enumerate(order)}
    group = find_group(case.model) if request.want is Want.COUNT else ()
    kept = all({p[v] for v in selection.free} == selection.free for p in group)
    images = [tuple(slot[p[v]] if v >= 0 else at for at, v in enumerate(order)) for p in group] if kept else []
    return RowsInPage(
        measure(selection),
        selection.forced,
        len(cut),
        width,
        make_masks((), selection.cliques, order),
        tuple(images) or (tuple(range(len(order))),),
    )
