"""Dynamic programming over a frontier: counts selections without meeting them one by one, in exact integers.

A selection's variables are decided in an order, chosen or not. Two things about the choices so far matter to the rest:
which later variables they block, and which items with later options they hit, one bit each. Choices with the same bits
are one state. The value of a state is the number of these choices, for each number of chosen variables. For pieces that
reach a few rows there are few states, however many solutions there are. Components are counted apart, and multiplied.

A polynomial is one integer: a coefficient takes as many bits as the largest can have, so adding two is one addition,
choosing one more is a shift, and dropping numbers that lead nowhere is a mask.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from math import comb, fsum, prod

from rookery.backends.contract import Ask, End, Reason, Stream, Unsupported, Want
from rookery.backends.engine.options import COUNTS, FRONTIER, SEARCH, read_count
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.presolve.budget import Budget, Halted, read_memory_limit
from rookery.backends.presolve.covering import Covering, read_covering
from rookery.backends.presolve.program import RunnableProgram, describe_selection, measure
from rookery.backends.presolve.structure.components import Polynomial, combine_counts, connected_components
from rookery.backends.presolve.structure.masks import Masks
from rookery.core.deadline import Deadline, OutOfTime, check_deadline, checking_deadline
from rookery.core.numbers import bits, mask
from rookery.models.model.model import Model

STATE_BYTES = 160  # a state in a dictionary, without the digits of its value
MAX_WEIGHED = 600  # variables to weigh against each other for every place of an order
SOON, SECONDS, MEMORY = 0.1, 2.0, 1 << 27  # of the search that comes first, and of the frontier that has its turn then
MAX_VARIABLES, HOPELESS = 1 << 10, 2.0**48  # queens on 10x10 are below, where they have some chance


def count_selection(
    selection: Covering, search: Callable[[Deadline], bool], tally: Callable[[], int], ask: SearchAsk
) -> End:
    """Return the number of solutions: by a search if it is over soon, else over the frontier if that ends soon, else by
    the search.

    `search` goes on where it was each time that it is called, and says whether it is over; `tally` is what it has
    counted. The model does not show which is faster; where the frontier is faster, it is much faster.
    """
    try:
        if read_count(ask) != SEARCH and len(selection.free) <= MAX_VARIABLES and not selection.folded:
            if search(ask.deadline.within(SOON)):
                return End(proven=True, count=tally())
            frontier = Frontier(selection)
            if frontier.estimate() <= HOPELESS:
                try:
                    count = frontier.run(ask.deadline.within(SECONDS), MEMORY)
                    return End(proven=True, count=count, note=frontier.message())
                except Halted:
                    pass
                finally:
                    ask.effort.update(states=frontier.states)
        finished = search(ask.deadline)
    except KeyboardInterrupt:
        return End(proven=False, reason=Reason.INTERRUPTED, count=tally())
    except OutOfTime:
        return End(proven=False, reason=Reason.TIME, count=tally())
    return End(proven=finished, reason=Reason.DONE if finished else Reason.TIME, count=tally())


class Frontier:
    """The number of solutions of a selection."""

    def __init__(self, selection: Covering) -> None:
        self._selection = selection
        found, self._loose = connected_components(selection)
        self._parts = [_order_part(each) for each in found]
        self.states, self.peak = 0, 1

    def estimate(self) -> float:
        """Return a measure of the states that there will be."""
        return max(map(estimate_states, self._parts), default=0.0)

    def run(self, deadline: Deadline, memory_limit: int) -> int:
        """Count; raises `Halted` when the time is up, or when the states take more than `memory_limit` bytes."""
        selection, budget = self._selection, Budget(deadline, memory_limit)
        bounds = [compute_bounds(m) for m in self._parts]
        highest = self._loose + sum(each.highest[0] for each in bounds)
        lowest = sum(each.lowest[0] for each in bounds)
        counts = [[comb(self._loose, number) for number in range(min(self._loose, selection.most) + 1)]]
        for m, each in zip(self._parts, bounds, strict=True):
            least = selection.least - highest + each.highest[0]
            most = selection.most - lowest + each.lowest[0]
            counts.append(self._sweep(list_steps(m, each, least, most), each.wide, budget))
        return combine_counts(counts, selection.least, selection.most)

    def _sweep(self, steps: "list[Step]", wide: int, budget: Budget) -> Polynomial:
        """Return the number of solutions of a part for each number of chosen variables."""
        layer, base = {0: 1}, sum(step.cut for step in steps) // wide
        for step in steps:
            layer = self._after(layer, step, wide, budget)
            self.peak = max(self.peak, len(layer))
        return [0] * base + _coefficients(layer.get(0, 0), wide)

    def _after(self, layer: dict[int, int], step: "Step", wide: int, budget: Budget) -> dict[int, int]:
        """Return the states after one more variable, chosen if it is not blocked, or not chosen if it need not be."""
        found: dict[int, int] = {}
        own, takes, needs, keep, get = step.own, step.takes, step.needs, step.keep, found.get
        weight = STATE_BYTES + (wide + max(map(int.bit_length, layer.values()), default=0)) // 8
        try:
            for state, value in budget.watch(layer.items(), lambda: (len(found) + len(layer)) * weight):
                if not state & own:
                    to = (state | takes) & keep
                    found[to] = get(to, 0) + (value << wide)
                if state & needs == needs:
                    to = state & keep
                    found[to] = get(to, 0) + value
        finally:
            self.states += len(found)
        cut, window = step.cut, step.window
        return {state: kept for state, value in found.items() if (kept := value >> cut & window)}

    def message(self) -> str:
        """Return the size of the frontier, in words."""
        return f"frontier: {len(self._parts):,} parts, at most {self.peak:,} states after a variable"


def _order_part(selection: Covering) -> Masks:
    """Return the masks of a part in the best of some orders."""
    free = sorted(selection.free)
    orders = list_orders(selection.masks(free))
    return min((selection.masks([free[at] for at in order]) for order in orders), key=estimate_states)


def _coefficients(packed: int, wide: int) -> Polynomial:
    least = (1 << wide) - 1
    return [packed >> at & least for at in range(0, packed.bit_length(), wide)]


def list_orders(m: Masks) -> Iterator[list[int]]:
    """Yield orders of the candidates: by number, outwards from either end, and by the shortest frontier."""
    yield list(range(len(m.variables)))
    near = _near(m)
    far = _outwards(near, 0)
    yield far
    yield _outwards(near, far[-1])
    if len(far) <= MAX_WEIGHED:
        yield _shortest(m, near)


def _near(m: Masks) -> list[int]:
    """For each candidate those that share a clique or an item with it."""
    near = list(m.rivals)
    for options in m.options:
        for candidate in bits(options):
            near[candidate] |= options
    return near


def _outwards(near: list[int], start: int) -> list[int]:
    """Return the candidates by their distance from one; those of a distance as their neighbours before them come."""
    order, seen = [start], 1 << start
    for candidate in checking_deadline(order):
        new = near[candidate] & ~seen
        seen |= new
        order += sorted(bits(new), key=lambda at: (near[at] & ~seen).bit_count())
    return order


def _shortest(m: Masks, near: list[int]) -> list[int]:
    """Return an order that always decides the neighbour that leaves the shortest frontier."""
    order: list[int] = []
    left, blocked, opened, edge = m.candidates, 0, 0, 0
    while left:
        check_deadline()
        best = min(bits(edge & left or left & -left), key=lambda at: _length(m, at, left, blocked, opened))
        order.append(best)
        left &= ~(1 << best)
        blocked, edge = (blocked | m.rivals[best]) & left, edge | near[best]
        opened = mask(item for item in bits(opened | m.hits[best]) if m.options[item] & left)
    return order


def _length(m: Masks, at: int, left: int, blocked: int, opened: int) -> int:
    """Return the number of bits of the states once a candidate is decided."""
    rest = left & ~(1 << at)
    closed = sum(1 for item in bits(m.hits[at]) if not m.options[item] & rest)
    return ((blocked | m.rivals[at]) & rest).bit_count() + (opened | m.hits[at]).bit_count() - closed


@dataclass(frozen=True, slots=True)
class Step:
    """What the decision on one variable does to the bits of a state.

    The bit `own` says that the variable is blocked. Choosing it sets the bits `takes`; leaving it requires the bits
    `needs`, of the items whose last option it is. The bits `keep` still matter afterwards. The `cut` lowest
    coefficients of a value, and those outside the mask `window`, cannot lead to a number within the bounds.
    """

    own: int
    takes: int
    needs: int
    keep: int
    cut: int
    window: int


@dataclass(frozen=True, slots=True)
class Bounds:
    """For each place, the most variables that can be chosen from there on, and the fewest that must be.

    `wide` is a number of bits that every coefficient fits in.
    """

    highest: tuple[int, ...]
    lowest: tuple[int, ...]
    wide: int


def compute_bounds(m: Masks) -> Bounds:
    """Bounds by cliques that the variables are cut into from the end, and by items without a common option."""
    cliques: list[tuple[int, int]] = []  # the rivals that all members have in common, and how many members
    highest, lowest, apart = [0], [0], 0
    ending = _by(m, _first)
    for at in checking_deadline(reversed(range(len(m.variables)))):
        fits = next((n for n, (common, _) in enumerate(cliques) if common >> at & 1), len(cliques))
        common, size = cliques[fits] if fits < len(cliques) else (m.rivals[at], 0)
        cliques[fits : fits + 1] = [(common & m.rivals[at], size + 1)]
        free = next((item for item in ending[at] if not m.options[item] & apart), None)
        apart |= 0 if free is None else m.options[free]
        highest.append(len(cliques))
        lowest.append(lowest[-1] + (free is not None))
    wide = prod(size + 1 for _, size in cliques).bit_length()
    return Bounds(tuple(reversed(highest)), tuple(reversed(lowest)), wide)


def list_steps(m: Masks, found: Bounds, least: int, most: int) -> list[Step]:
    """Return a step for each candidate, in order; at least `least` and at most `most` of them are to be chosen."""
    bit, own, full = _bits(m)
    closing = _by(m, _last)
    made, low = [], 0
    for at, hits in enumerate(checking_deadline(m.hits)):
        needs = sum(bit[item] for item in closing[at])
        later = (rival for rival in bits(m.rivals[at]) if rival > at)
        takes = sum(own[rival] for rival in later) | sum(bit[item] for item in bits(hits))
        floor = max(low, least - found.highest[at + 1])
        room = max(0, min(most - found.lowest[at + 1], at + 1) - floor + 1)
        window = (1 << room * found.wide) - 1
        made.append(Step(own[at], takes, needs, full & ~(own[at] | needs), (floor - low) * found.wide, window))
        low = floor
    return made


def _bits(m: Masks) -> tuple[list[int], list[int], int]:
    """Return the bit of each item, the bit of each candidate that an earlier one blocks (else 0), and all bits.

    A bit is given to another once what it stood for no longer matters, so that states stay short.
    """
    item, own = [0] * len(m.options), [0] * len(m.variables)
    opening, closing = _by(m, _first), _by(m, _last)
    spare: list[int] = []
    used = 0
    for at, rivals in enumerate(m.rivals):
        blocked = [rival for rival in bits(rivals) if rival > at and not own[rival]]
        for things, table in ((opening[at], item), (blocked, own)):
            for thing in things:
                if not spare:
                    spare.append(1 << used)
                    used += 1
                table[thing] = spare.pop()
        spare += [item[thing] for thing in closing[at]] + [own[at]] * bool(own[at])
    return item, own, (1 << used) - 1


def estimate_states(m: Masks) -> float:
    """A measure of the states there will be: far fewer than 2 ** n with a frontier of n bits, and fewer than this."""
    change = [0] * (len(m.variables) + 1)
    spans = [(_first(options), _last(options)) for options in (*m.options, *_until(m))]
    for opened, closed in spans:
        change[opened] += 1
        change[closed] -= 1
    return fsum(2.0 ** min(bits / 2, 1000) for bits in accumulate(change))


def _until(m: Masks) -> list[int]:
    """For each candidate itself and the earlier ones that block it."""
    return [rivals & ((2 << at) - 1) for at, rivals in enumerate(m.rivals)]


def _by(m: Masks, place: Callable[[int], int]) -> list[list[int]]:
    """For each candidate the items that have their place there."""
    there: list[list[int]] = [[] for _ in m.variables]
    for item, options in enumerate(m.options):
        there[place(options)].append(item)
    return there


def _first(options: int) -> int:
    return (options & -options).bit_length() - 1


def _last(options: int) -> int:
    return options.bit_length() - 1


@dataclass(frozen=True, slots=True)
class FrontierProgram(RunnableProgram):
    """A selection, and the bytes that the states of its frontier may take."""

    selection: Covering
    memory_limit: int

    def search(self, ask: SearchAsk) -> Stream:
        """Count the solutions without giving them."""
        return search_frontier(self, ask)

    def explain(self) -> list[str]:
        """Return the selection, and that it is counted without a search."""
        return [*describe_selection(self.selection, self.size), f"search: frontier, {COUNTS[FRONTIER]}"]


def compile_frontier(found: Covering, ask: Ask) -> FrontierProgram:
    """Return the program of a selection without a goal, which `check_frontier` has accepted."""
    return FrontierProgram(measure(found), found, read_memory_limit(ask.options))


def check_frontier(model: Model, ask: Ask) -> None:
    """Raise `Unsupported` for a question that the frontier cannot answer, `BadInput` for no amount of memory."""
    read_memory_limit(ask.options)
    found = read_covering(model)
    if found is None or found.folded:
        raise Unsupported(
            "count=frontier takes items to hit once, cliques and a number to choose; this model has other constraints:"
            " leave count at auto"
        )
    if ask.want is not Want.COUNT:
        raise Unsupported(f"count=frontier counts without listing, this question wants {ask.want}: leave count at auto")
    if ask.seed:
        raise Unsupported("count=frontier takes no seed: it has one order of its own")
    if (ask.workers or 1) > 1:
        raise Unsupported("count=frontier uses one worker; leave out workers, or count at auto")
    if ask.store is not None:
        raise Unsupported("count=frontier cannot save checkpoints; drop one of the two options")
    if ask.executor is not None:
        raise Unsupported("count=frontier runs on one machine; leave out the cluster, or count at auto")


def search_frontier(program: FrontierProgram, ask: SearchAsk) -> Stream:
    """Count the solutions without giving them."""
    frontier = Frontier(program.selection)
    try:
        count = frontier.run(ask.deadline, program.memory_limit)
    except Halted as halt:
        yield End(proven=False, reason=halt.reason, note=frontier.message())
        return
    finally:
        ask.effort.update(states=frontier.states)
    yield End(proven=True, count=count, note=frontier.message())
