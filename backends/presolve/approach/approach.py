"""A good answer to a large covering at once, and how far it is from the best one at the most.

Greedy steps give a covering; dual prices bound all coverings from below, by nearly the linear program, and steer greedy
steps to better ones; small parts are torn out and covered again. All of it takes time in proportion to the covering,
before any search.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rookery.backends.answer import compute_gap
from rookery.backends.contract import Solution
from rookery.backends.presolve.approach.duals import Prices, make_prices, raise_prices, round_bound
from rookery.backends.presolve.approach.rebuilding import (
    CoveringRows,
    Floats,
    RebuildState,
    cover_by_prices,
    make_cover,
    make_covering,
    rebuild,
)
from rookery.backends.presolve.chance import affordable
from rookery.backends.presolve.cost import Cost
from rookery.backends.presolve.covering import read_priced_covering
from rookery.backends.presolve.structure.incidence import Incidence
from rookery.core.deadline import Deadline
from rookery.core.kernels.kernel import Kernel, KernelSample
from rookery.models import Model

FEWEST_COLUMNS = 500  # with fewer, a search finds as much as soon
MAX_COST, MAX_TOTAL = 1 << 31, 1 << 53  # of a column, and of all: sums of floating point are exact to this
ROUNDS = 100  # of prices, between two greedy coverings
FIRST = 40  # rounds before the first answer
TAKEN = (0.5, 0.5, 0.35, 0.5, 0.35)  # columns whose share is larger are taken before a greedy covering begins
CALL = 1 << 22  # incidences that rounds read between two looks at the clock
SLOW = 4_000  # attempts go on while a covering becomes cheaper, or the bound better, by one in so many
SHARE = 0.4  # of the time that is left
REDUCED = 75_000  # incidences that are reduced and searched in a second: a shorter limit is used here as a whole
IDLE = 8  # turns without a gain before the end, and as many more for each hundredth of gap
FAR, SOON = 0.07, 3  # only a search closes a larger gap: turns without a gain until it begins
STEPS = 1 << 16  # greedy steps, or attempts, between two looks at the clock


@dataclass(slots=True)
class Approach:
    """The rows of a covering, the best one `found` so far, and the `bound` of all.

    `before_reduction` says that reductions follow: a time limit too short for them is used here as a whole.
    """

    tables: CoveringRows
    cost: Cost
    deadline: Deadline
    seed: int
    found: RebuildState
    before_reduction: bool = False
    bound: int = 0

    @classmethod
    def of(cls, model: Model, deadline: Deadline, seed: int, before_reduction: bool = False) -> "Approach | None":
        """The rows of a model that only asks for cheap columns, of which it has many; None for any other model."""
        if model.variables < FEWEST_COLUMNS:
            return None
        cost = Cost.of(model)
        if cost is None or cost.sign < 0 or min(cost.weights, default=-1) < 0:
            return None
        total = sum(cost.weights.values())
        found = read_priced_covering(model) if max(cost.weights.values()) <= MAX_COST and total <= MAX_TOTAL else None
        if found is None:
            return None
        given = [(each,) for each in sorted(found.forced)]
        demands = np.array([*[1] * len(given), *found.demands], np.int64)
        weights = np.array(found.costs, np.int64)
        tables = make_covering(Incidence.of([*given, *found.items], model.variables), weights, demands)
        first = make_cover(tables, np.zeros(len(demands)), seed, weights < 0)
        return cls(tables, cost, deadline, seed, first, before_reduction)

    @property
    def best(self) -> int:
        """The objective of the best covering."""
        return self.cost.objective(self._paid)

    @property
    def _paid(self) -> int:
        return int(self.found.paid[0])

    @property
    def least(self) -> int:
        """The objective that none surpasses."""
        return self.cost.objective(self.bound)

    @property
    def solution(self) -> Solution:
        """The best covering as a solution."""
        return frozenset(self.found.chosen[: self.found.size[0]].tolist())

    def run(self) -> Generator[None, None, None]:
        """Find a covering, then cheaper ones and better bounds, until the cheapest is known, little is gained, or
        its time is over: a share of a limit, or all of a short one."""
        t = self.tables
        left = self.deadline.left()
        is_short = self.before_reduction and left * REDUCED < len(t.member)
        share = Deadline(left * (1 if is_short else SHARE))
        prices = make_prices(t)
        kernels = _kernels(self.found, prices)
        for patience in (0.0, share.left() / 2):  # first let all be compiled at the same time
            deadline = Deadline(patience)
            for kernel, state in kernels:
                kernel.wait((t, state, 0), deadline)
        if not self._cover(self.found):
            return
        for turn, taken in enumerate(TAKEN):
            cost, bound = self._paid, self.bound
            self._raise(prices, ROUNDS if turn else FIRST, share)
            self._take(self._steer(prices.best.copy(), prices.share > taken, turn))
            yield
            if self._ended(share):
                return
            self._rebuild(share)
            yield
            if not any(self._gains(cost, bound)) and compute_gap(cost, bound) > FAR:
                return
        gained, risen, idle = True, True, 0
        while not self._ended(share):
            cost, bound = self._paid, self.bound
            gap = compute_gap(cost, bound)
            if not (gained or risen or idle < (SOON if gap > FAR else IDLE * (1 + 100 * gap))):
                break
            self._rebuild(share)
            if risen:
                self._raise(prices, ROUNDS, share)
            gained, risen = self._gains(cost, bound)
            idle = 0 if gained else idle + 1
            yield

    def _gains(self, cost: int, bound: int) -> tuple[bool, bool]:
        """Return whether the best covering has become cheaper, and the bound better, by more than one in many."""
        return SLOW * (cost - self._paid) > cost, SLOW * (self.bound - bound) > bound

    def _ended(self, share: Deadline) -> bool:
        return self.bound >= self.found.paid[0] or share.passed()

    def _cover(self, state: RebuildState) -> bool:
        """Make greedy steps; False if the time was up before they came to an end."""
        while cover_by_prices(self.tables, state, STEPS) and not self.deadline.passed():
            cover_by_prices.hasten(self.tables, state, 0)
        return bool(state.broken.many[0] == 0)

    def _steer(self, price: Floats, taken: NDArray[np.bool_], turn: int) -> RebuildState:
        """Return the covering of greedy steps that prices steer, after some columns were taken."""
        other = make_cover(self.tables, price, self.seed + turn, taken)
        self._cover(other)
        return other

    def _take(self, other: RebuildState) -> None:
        """Go on from another covering if it is one, and cheaper."""
        if other.broken.many[0] == 0 and other.paid[0] < self.found.paid[0]:
            self.found = other

    def _rebuild(self, share: Deadline) -> None:
        """Make an attempt for each chosen column."""
        self._repeat(rebuild, self.found, affordable(rebuild, int(self.found.size[0])), STEPS, share)

    def _repeat(self, kernel: Kernel, state: Any, steps: int, call: int, share: Deadline) -> None:
        """Call a kernel for some steps, `call` of them between two looks at the clock; fewer if the time is up."""
        for begun in range(0, steps, call):
            kernel(self.tables, state, min(call, steps - begun))
            kernel.hasten(self.tables, state, 0)
            if share.passed():
                return

    def _raise(self, prices: Prices, rounds: int, share: Deadline) -> None:
        """Change prices for some rounds, of which the first ones are made whatever the time, and reckon the bound."""
        some = 1 + affordable(raise_prices, CALL // (1 + len(self.tables.member)))
        self._repeat(raise_prices, prices, rounds, some, share)
        self.bound = max(self.bound, round_bound(self.tables, prices.best))


def _kernels(cover: RebuildState, prices: Prices) -> list[tuple[Kernel, Any]]:
    """Return the kernels and their states."""
    return [(cover_by_prices, cover), (raise_prices, prices), (rebuild, cover)]


def samples() -> Iterator[KernelSample]:
    """Return the kernels with arguments such as they are called with."""
    tables = make_covering(Incidence.of([(0, 1)], 2), np.ones(2, np.int64), np.ones(1, np.int64))
    cover = make_cover(tables, np.zeros(1), 0, tables.cost < 0)
    kernels = _kernels(cover, make_prices(tables))
    return (KernelSample(kernel, tables, state) for kernel, state in kernels)
