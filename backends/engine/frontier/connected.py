"""The fewest connected options that hit all items, by a frontier whose states know which pieces hang together.

Candidates are decided in an order, chosen or not. A state says of each candidate that has links to later ones whether
it is chosen, and to which component it belongs; and of each item that has options before and after, whether it is hit.
A component that is left behind can be linked to nothing more: it must be the only one, and have hit all items.

A number after the other is refuted, until one suffices. What is not hit yet bounds how many are still to be chosen:
a candidate that is linked to a chosen one hits at most what its neighbour does not hit; weights of the items are such
that this is one unit at most. All states of a layer are decided at once, as arrays.
"""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.contract.backend import (
    Budget,
    Halted,
    Interim,
    Outcome,
    Request,
    RunnableProgram,
    Solution,
    Stream,
    read_memory_limit,
)
from rookery.backends.contract.progress import Progress
from rookery.backends.engine.case import ModelCase
from rookery.backends.engine.frontier.steps import list_orders
from rookery.backends.engine.kernels.bits import Ints, Words
from rookery.backends.presolve.structure.parts import Masks, decide, describe_size, make_masks
from rookery.backends.presolve.structure.simplex import solve_program
from rookery.core.deadline import checking_deadline
from rookery.core.numbers import bits, mask
from rookery.core.values import dataclass
from rookery.models.model.model import CutsEverywhere, Permutation
from rookery.models.problems.connected import Separators

HOPEFUL = 2.0**24.5  # by the estimate: some minutes; kings on 16x16 are below, knights on 9x9 are not
SMALL = 2.0**20.5  # half a minute; beyond, SAT is sooner for knights on 5x20 and hopeless for kings on 14x14
MAX_LINKS, MAX_WIDTH, MAX_CANDIDATES = 24, 48, 1 << 10  # links of a candidate on average, candidates of a state
MAX_CELLS = 1 << 17  # of the linear program for weights: about a tenth of a second
MAX_IMAGES = 64  # of an item
UNIT, SAFE = 1 << 20, 1 - 1e-6  # rounding of the simplex method must not make a gain weigh more than a unit
AT_ONCE = 1 << 15  # states that are decided together: their arrays fit in a cache
COST_BITS = 16
MIX = np.uint64(0x9E3779B97F4A7C15)
Small = NDArray[np.uint8]


class Decision(NamedTuple):
    """The decision on one candidate, by places in a state: first those of candidates, and from the end those of items.

    Items `opens` come into the state, `hits` are hit if the candidate is chosen, `closes` must be hit by now. The
    candidate is linked to `near`; `leaves` have no links to later candidates, `stays` may have. `open` are places of
    open items with their weights, `later` is what the items weigh that open later. `is_last` says that no item opens
    later, and no later candidate must be chosen.
    """

    place: int
    must: bool
    near: Sequence[int]
    opens: Sequence[int]
    hits: Sequence[int]
    closes: Sequence[int]
    leaves: Sequence[int]
    stays: Sequence[int]
    open: Sequence[tuple[int, int]]
    later: int
    is_last: bool


@dataclass(frozen=True, slots=True)
class ConnectedSweep:
    """Decisions on `variables` in order, on states of `candidates` and `items` places.

    `fewest` is a lower bound of the number to choose, `first` what the first one hits at most, by weight.
    """

    variables: Sequence[int]
    decisions: Sequence[Decision]
    candidates: int
    items: int
    fewest: int
    first: int


@dataclass(frozen=True, slots=True)
class ConnectedProgram(RunnableProgram):
    """A sweep, the bytes that its states may take, and the estimate of its effort."""

    sweep: ConnectedSweep
    memory_limit: int
    effort: float

    def search(self, request: Request) -> Stream:
        """Refute one number after the other, and give a smallest set."""
        budget = Budget(request.deadline, self.memory_limit)
        run = ConnectedRun(self.sweep, request, budget)
        sweeps, message = 0, "connected: at most {:,} states after a decision"
        try:
            for few in range(self.sweep.fewest, len(self.sweep.variables) + 1):
                budget.bound = few
                yield Interim(bound=few)
                sweeps += 1
                found = run.search(few)
                if found is not None:
                    yield found
                if found is not None or not run.cut:
                    break
        except Halted as halt:
            yield budget.halted(halt, message.format(run.peak))
            return
        finally:
            request.effort.add(calls=sweeps, states=run.states)
        yield Outcome(proven=True, raw_status=message.format(run.peak), workers=1)

    @property
    def is_large(self) -> bool:
        """Return whether its estimate says that another backend may be sooner."""
        return self.effort > SMALL

    def explain(self) -> list[str]:
        """The width of the frontier."""
        width = f"{self.sweep.candidates} candidates and {self.sweep.items} items"
        how = f"search: one number after the other is refuted over a frontier of at most {width}, with components"
        return ["structure: a covering whose options are connected", describe_size(self.size), how]


def compile_connected(case: ModelCase) -> ConnectedProgram | None:
    """The program of a covering with the fewest connected options; None if it is no such, or its frontier is wide."""
    found, lazy = case.selection, case.request.lazy
    if found is None or not isinstance(lazy, CutsEverywhere) or not isinstance(lazy.cuts, Separators):
        return None
    variables = sorted(found.free | found.forced)
    is_plain = not found.cliques and not found.folded and found.least <= 0 and found.most >= len(found.free)
    if decide(found) is not None or not is_plain or len(variables) > MAX_CANDIDATES:
        return None
    allowed = mask(variables)
    pairs = [(one, other) for one in variables for other in bits(lazy.cuts.links[one] & allowed) if one < other]
    if 2 * len(pairs) > MAX_LINKS * len(variables):
        return None
    whole = list_orders(make_masks(found.items, pairs, variables))  # some miss what nothing joins to the first
    orders = ([variables[at] for at in order] for order in whole if len(order) == len(variables))
    best = min((make_masks(found.items, pairs, order) for order in orders), key=estimate_effort)
    effort = estimate_effort(best)
    if effort > HOPEFUL:
        return None
    sweep = make_sweep(best, found.forced, weigh_items(best, case.model.symmetries[:MAX_IMAGES]))
    size = {"variables": len(variables), "items": len(found.items), "links": len(pairs)}
    return ConnectedProgram(size, sweep, read_memory_limit(case.request.options), effort)


def estimate_effort(m: Masks) -> float:
    """A measure of the states of all layers: those that are pairwise apart may each be another component."""
    total, last = 0.0, [near.bit_length() - 1 for near in m.rivals]
    front = 0
    for at in checking_deadline(range(len(last))):
        front = mask(each for each in bits(front | 1 << at) if last[each] > at)
        width, apart, left = front.bit_count(), 0, front
        if width > MAX_WIDTH:
            return inf
        while left:
            best = min(bits(left), key=lambda each: (m.rivals[each] & left).bit_count())
            apart, left = apart + 1, left & ~m.rivals[best]
        total += 2.0 ** (width / 2 + apart)
    return total


def weigh_items(m: Masks, symmetries: Sequence[Permutation]) -> Ints:
    """Whole weights of items: what a candidate hits beyond any one that it is linked to weighs a unit at most.

    The heaviest weights are nearly the optimum of a linear program, in which items weigh as much as their images.
    """
    near = [list(bits(rivals & ~(1 << at))) for at, rivals in enumerate(m.rivals)]
    gains = sorted({hits & ~m.hits[other] for at, hits in enumerate(m.hits) for other in near[at]})
    even = np.full(len(m.options), UNIT // max([1, *(gain.bit_count() for gain in gains)]), np.int64)
    number = {options: item for item, options in enumerate(m.options)}
    place = {variable: at for at, variable in enumerate(m.variables)}
    kind = np.arange(len(m.options))
    for image in checking_deadline(symmetries):
        for item, options in enumerate(m.options):
            to = mask(place.get(image[m.variables[at]], at) for at in bits(options))
            kind[item] = min(kind[item], number.get(to, item))
    _, kind, count = np.unique(kind, return_inverse=True, return_counts=True)
    table = np.array([[gain >> item & 1 for item in range(len(m.options))] for gain in gains], np.float64)
    if not gains or not m.options:
        return even
    rows = np.unique(table @ np.eye(len(count))[kind], axis=0)
    if len(rows) * (len(rows) + len(count)) > MAX_CELLS:
        return even
    found, _ = solve_program(rows, count.astype(np.float64))
    weight: Ints = np.floor(found * SAFE * UNIT).astype(np.int64)[kind]
    is_bound = (table.astype(np.int64) @ weight).max() <= UNIT
    return weight if is_bound and weight.sum() > even.sum() else even


def make_sweep(m: Masks, forced: frozenset[int], weight: Ints) -> ConnectedSweep:
    """The decisions on candidates in order; places are given to others once what they stood for has left."""
    first = [(options & -options).bit_length() - 1 for options in m.options]
    last = [options.bit_length() - 1 for options in m.options]
    until = [near.bit_length() - 1 for near in m.rivals]
    heavy = weight.tolist()
    place, at_item = dict[int, int](), dict[int, int]()
    free, free_items = list[int](), list[int]()
    wide = items = 0
    decisions = []
    for at in range(len(m.variables)):
        opens = [item for item in bits(m.hits[at]) if first[item] == at]
        closes = [item for item in bits(m.hits[at]) if last[item] == at]
        place[at] = free.pop() if free else wide
        wide = max(wide, place[at] + 1)
        for item in opens:  # places of items are counted from the end
            at_item[item] = free_items.pop() if free_items else -1 - items
            items = max(items, -at_item[item])
        leaves = [each for each in place if until[each] == at]
        decisions.append(
            Decision(
                place=place[at],
                must=m.variables[at] in forced,
                near=[place[each] for each in bits(m.rivals[at]) if each < at],
                opens=[at_item[item] for item in opens],
                hits=[at_item[item] for item in bits(m.hits[at])],
                closes=[at_item[item] for item in closes],
                leaves=[place[each] for each in leaves],
                stays=[place[each] for each in place if until[each] > at],
                open=[(at_item[item], heavy[item]) for item in at_item],
                later=sum(heavy[item] for item, begin in enumerate(first) if begin > at),
                is_last=max(first, default=-1) <= at and not forced.intersection(m.variables[at + 1 :]),
            )
        )
        free += [place.pop(each) for each in leaves]
        free_items += [at_item.pop(item) for item in closes]
    most = max(sum(heavy[item] for item in bits(hits)) for hits in m.hits)
    fewest = max(1 - (most - sum(heavy)) // UNIT, 1, len(forced))
    return ConnectedSweep(m.variables, decisions, wide, items, fewest, most)


class ConnectedRun:
    """Sweeps of states: a state is some words, in which each place has a field of bits.

    Candidates have the number of their component, in the order of places, or 0; items have 1 once they are hit, and so
    have places without an item.
    """

    def __init__(self, sweep: ConnectedSweep, request: Request, budget: Budget) -> None:
        self._sweep, self._request, self._budget = sweep, request, budget
        wide = (sweep.candidates + 1).bit_length()  # the highest number is for a component that has just been joined
        self._joined = (1 << wide) - 1
        self._fields: list[tuple[int, np.uint64, np.uint64]] = []
        word, used = 0, 0
        for size in (*[wide] * sweep.candidates, *[1] * sweep.items):
            word, used = (word + 1, 0) if used + size > 64 else (word, used)
            self._fields.append((word, np.uint64(used), np.uint64((1 << size) - 1)))
            used += size
        self._words = word + 1
        self._history: list[NDArray[np.integer[Any]]] = []
        self.states = self.peak = 0
        self.cut = False

    def search(self, few: int) -> Solution | None:
        """A connected set of at most `few` that hits all items, or None; `cut` says if more might do.

        Raises `Halted` at a limit.
        """
        sweep = self._sweep
        start: Small = np.ones((len(self._fields), 1), np.uint8)
        start[: sweep.candidates] = 0
        layer, cost, self._history, self.cut = self._pack(start), np.zeros(1, np.int64), [], False
        for number, decision in enumerate(sweep.decisions):
            if self._request.observer is not None:
                share = number / len(sweep.decisions)
                self._request.observer(Progress(f"refuting {few}", share, self.states))
            made: list[tuple[Words, Ints, Ints]] = []
            kept = sum(each.nbytes for each in self._history) + layer.nbytes + cost.nbytes
            new = 0
            for at in range(0, len(cost), AT_ONCE):
                self._budget.check(kept + 3 * new)  # once more in order, and keys by which they are sorted
                some = slice(at, at + AT_ONCE)
                for state, spent, origin in self._decide(decision, self._unpack(layer[:, some]), cost[some], few):
                    if decision.leaves:
                        done, state, spent, origin = self._leave(decision, state, spent, origin)
                        if len(done):
                            return self._trace(2 * at + int(done[0]))
                    made.append((self._pack(state), spent, origin + 2 * at))
                    new += made[-1][0].nbytes + 2 * spent.nbytes
            self._budget.check(kept + 3 * new)
            layer, cost = self._merge(*(np.concatenate(each, -1) for each in zip(*made, strict=True)))
            self.states += len(cost)
            self.peak = max(self.peak, len(cost))
            if not len(cost):
                break
        return None

    def _decide(self, decision: Decision, state: Small, cost: Ints, few: int) -> Iterator[tuple[Small, Ints, Ints]]:
        """The states after a decision that may still suffice, their costs, twice their origins, and 1 if chosen."""
        wide = self._sweep.candidates
        state[decision.opens] = 0
        for chosen in range(decision.must, 2):
            to, spent = state.copy() if not chosen else state, cost + chosen
            to[decision.place] = 0
            if chosen:
                for near in decision.near:
                    other = to[near].copy()
                    fresh = (other > 0) & (other != self._joined)
                    for place in range(wide):
                        np.putmask(to[place], fresh & (to[place] == other), self._joined)
                to[decision.place] = self._joined
                to[decision.hits] = 1
            left = np.full(len(cost), decision.later, np.int64)
            for place, weight in decision.open:
                left += weight * (to[place] == 0)
            # The first one may hit more than a unit.
            able = left <= (few - spent) * UNIT + (self._sweep.first - UNIT) * ~to[:wide].any(0)
            hit = to[decision.closes].all(0)
            self.cut = self.cut or bool((hit & ~able).any())
            at = np.flatnonzero(hit & able)
            yield to[:, at], spent[at], 2 * at + chosen

    def _leave(self, decision: Decision, state: Small, cost: Ints, origin: Ints) -> tuple[Ints, Small, Ints, Ints]:
        """The origins of states that are complete, and the states that go on without the candidates that leave."""
        wide = self._sweep.candidates
        labels = state[:wide]
        gone = np.zeros(len(cost), np.bool_)
        for place in decision.leaves:
            gone |= (labels[place] > 0) & ~(labels[decision.stays] == labels[place]).any(0)
        is_one = ((labels == 0) | (labels == labels.max(0))).all(0)
        done = gone & is_one & state[wide:].all(0) & decision.is_last
        state[decision.leaves] = 0
        return origin[done], state[:, ~gone], cost[~gone], origin[~gone]

    def _merge(self, words: Words, cost: Ints, origin: Ints) -> tuple[Words, Ints]:
        """The layer of some states, each once with its least cost.

        They are sorted by a key of some bits, then by cost: equal ones are side by side, unless others have the same
        key, and then a state is there twice at most as often, which changes no answer.
        """
        key = np.zeros(len(cost), np.uint64)
        for word in words:
            key = (key ^ word) * MIX
            key ^= key >> np.uint64(29)
        order = np.argsort(key >> np.uint64(COST_BITS) << np.uint64(COST_BITS) | cost.astype(np.uint64))
        words = words[:, order]
        new = np.ones(len(cost), np.bool_)
        new[1:] = (words[:, 1:] != words[:, :-1]).any(0)
        kept = order[new]
        self._history.append(origin[kept].astype(np.min_scalar_type(origin.max(initial=0))))
        return words[:, new], cost[kept]

    def _trace(self, origin: int) -> Solution:
        """The variables that were chosen on the way to a state of the layer after the last one that was kept."""
        chosen = set()
        for variable, before in zip(
            self._sweep.variables[len(self._history) :: -1], [*reversed(self._history), None], strict=True
        ):
            if origin % 2:
                chosen.add(variable)
            origin = 0 if before is None else int(before[origin // 2])
        return frozenset(chosen)

    def _unpack(self, words: Words) -> Small:
        """The values of all places (places, states)."""
        state = np.empty((len(self._fields), words.shape[1]), np.uint8)
        for place, (word, shift, ones) in enumerate(self._fields):
            state[place] = words[word] >> shift & ones
        return state

    def _pack(self, state: Small) -> Words:
        """The words (words, states) of states whose components are numbered in the order of places."""
        labels = state[: self._sweep.candidates]
        named, following = np.zeros_like(labels), np.ones(labels.shape[1], np.uint8)
        for place, label in enumerate(labels):
            new = (label > 0) & (named[place] == 0)
            for other in range(place, len(labels)):
                np.putmask(named[other], new & (labels[other] == label), following)
            following += new
        words = np.zeros((self._words, labels.shape[1]), np.uint64)
        for place, (word, shift, _) in enumerate(self._fields):
            words[word] |= (named if place < len(labels) else state)[place].astype(np.uint64) << shift
        return words
