"""Lower bounds of large coverings by prices of rows.

They are raised and lowered along the subgradient (Held, Wolfe and Crowder 1974).

Whatever the prices, no covering costs less than what they sum to less what columns are overpaid; so each bound is true,
and the best one is reckoned in whole numbers.
"""

from typing import NamedTuple

import numpy as np

from rookery.backends.presolve.approach.rebuilding import CoveringRows, Floats
from rookery.backends.presolve.structure.incidence import Ints
from rookery.core.kernels.jit import entry, inner

PACE, TOP, ROOF, STALE = range(4)  # of `known`
PATIENCE = 12  # rounds without a better bound, after which steps are CALM times as long
CALM, INERTIA, REACH = 0.6, 0.5, 1.01  # the share of the last step in this one; steps aim a little above the roof
MAX_TOTAL = 1 << 61  # of all costs, in parts
SCALE = 1 << 24  # parts of a cost of 1


class Prices(NamedTuple):
    """The present `price` of each row, its `way` (the mean of the last steps), and the `best` prices so far; `lack` is
    what each row lacks by the present prices.

    `known` holds the length of a step, the bound by the best prices, the cost of a known covering, and the number of
    rounds without a better bound.
    """

    price: Floats
    way: Floats
    best: Floats
    lack: Floats
    known: Floats


def make_prices(t: CoveringRows) -> Prices:
    """The prices by which each row is worth the cheapest column, shared among the rows that it hits."""
    share = t.cost / np.maximum(1, np.diff(t.own))
    price = np.minimum.reduceat(share[t.member], t.first[:-1]).astype(np.float64)
    return Prices(price, np.zeros_like(price), price.copy(), np.zeros_like(price), np.array([1.0, 0.0, 0.0, 0.0]))


@entry("the bound of a covering")
def raise_prices(t: CoveringRows, s: Prices, steps: int) -> int:
    """Change all prices `steps` times; returns the bound by the best ones, rounded down."""
    for _ in range(steps):
        value = compute_lack(t, s)
        if value > s.known[TOP]:
            s.known[TOP], s.known[STALE] = value, 0
            for row in range(len(s.price)):
                s.best[row] = s.price[row]
        else:
            s.known[STALE] += 1
        if s.known[STALE] < PATIENCE:
            step_up(s, value)
        else:
            s.known[STALE] = 0
            s.known[PACE] *= CALM
            for row in range(len(s.price)):
                s.price[row], s.way[row] = s.best[row], 0.0
    return int(s.known[TOP])


@inner
def compute_lack(t: CoveringRows, s: Prices) -> float:
    """The bound by the present prices; writes down what each row lacks if all columns are chosen that are overpaid."""
    value = 0.0
    for row in range(len(t.demand)):
        s.lack[row] = t.demand[row]
        value += t.demand[row] * s.price[row]
    for column in range(len(t.cost)):
        left = float(t.cost[column])
        for at in range(t.own[column], t.own[column + 1]):
            left -= s.price[t.group[at]]
        if left < 0:
            value += left
            for at in range(t.own[column], t.own[column + 1]):
                s.lack[t.group[at]] -= 1
    return value


@inner
def step_up(s: Prices, value: float) -> None:
    """Raise the prices of rows that lack something, and lower those of rows that are hit too often."""
    norm = 1e-9
    for row in range(len(s.price)):
        lack = 0.0 if s.price[row] <= 0 and s.lack[row] < 0 else s.lack[row]
        s.way[row] = INERTIA * s.way[row] + lack
        norm += s.way[row] * s.way[row]
    step = s.known[PACE] * (REACH * s.known[ROOF] - value) / norm
    for row in range(len(s.price)):
        s.price[row] = max(0.0, s.price[row] + step * s.way[row])


def compute_bound(t: CoveringRows, price: Floats) -> int:
    """The least cost of a covering by some prices, in whole numbers: no rounding makes it too large."""
    scale = max(1, min(SCALE, MAX_TOTAL // max(1, int(t.cost.sum()) * (1 + int(t.demand.max(initial=0))))))
    parts: Ints = np.floor(price * scale).astype(np.int64)
    paid = np.append(0, np.cumsum(parts[t.group]))
    over = t.cost * scale - (paid[t.own[1:]] - paid[t.own[:-1]])
    total = int((parts * t.demand).sum()) + int(np.minimum(over, 0).sum())
    return max(0, -(-total // scale))
