"""Lower bounds of large coverings by prices of rows: nearly the optimum of the linear program, soon.

Prices of rows and shares of columns take steps in turn (Chambolle and Pock 2011), as long as the sizes of rows and
columns allow (Pock and Chambolle 2011); now and then they begin again at their mean (Applegate and others 2021).

Whatever the prices, no covering costs less than what they sum to less what columns are overpaid; so each bound is true,
and the best one is reckoned in whole numbers.
"""

from typing import NamedTuple

import numpy as np

from rookery.backends.presolve.approach.rebuilding import CoveringRows, Floats
from rookery.backends.presolve.structure.incidence import Ints
from rookery.core.kernels.jit import entry, inner

TOP, MANY, WORTH = range(3)  # of `known`
LOOK, AGAIN = 20, 200  # rounds between two looks at the bound, and until the mean starts again
MAX_TOTAL, MAX_SUM = 1 << 58, 1 << 62  # of all costs, and of all prices, in parts
SCALE = 1 << 24  # parts of a cost of 1


class Prices(NamedTuple):
    """The present `price` of each row and `share` of each column, from 0 to 1; their sums over the last rounds, and the
    `best` prices so far; `ahead` is where the share of a column is heading.

    `known` holds the bound by the best prices, how many rounds the sums are of, and the price that a share of 1 is
    worth.
    """

    price: Floats
    share: Floats
    price_sum: Floats
    share_sum: Floats
    ahead: Floats
    best: Floats
    known: Floats


def make_prices(t: CoveringRows) -> Prices:
    """The prices by which each row is worth the cheapest column, shared among the rows that it hits."""
    each = t.cost / np.maximum(1, np.diff(t.own))
    price = np.minimum.reduceat(each[t.member], t.first[:-1]).astype(np.float64)
    share = np.zeros(len(t.cost))
    # Steps keep their proportion whatever the unit of costs
    known = np.array([0.0, 0.0, max(1e-9, float(t.cost.mean()))])
    return Prices(price, share, np.zeros_like(price), share.copy(), share.copy(), price.copy(), known)


@entry("the bound of a covering")
def raise_prices(t: CoveringRows, s: Prices, steps: int) -> int:
    """Change all prices and shares `steps` times; returns the bound by the best prices, rounded down."""
    for _ in range(steps):
        shift_shares(t, s)
        shift_prices(t, s)
        s.known[MANY] += 1
        if s.known[MANY] % LOOK == 0:
            # `price_sum` holds the mean while its bound is reckoned
            value = compute_value(t, s.price)
            many = s.known[MANY]
            for row in range(len(s.price)):
                s.price_sum[row] /= many
            mean = compute_value(t, s.price_sum)
            keep_best(s, s.price, value)
            keep_best(s, s.price_sum, mean)
            if many >= AGAIN:
                restart(s, mean > value)
            else:
                for row in range(len(s.price)):
                    s.price_sum[row] *= many
    return int(s.known[TOP])


@inner
def shift_shares(t: CoveringRows, s: Prices) -> None:
    """Choose less of each column whose cost its rows do not pay, and more of those that they overpay."""
    for column in range(len(t.cost)):
        left = float(t.cost[column])
        for at in range(t.own[column], t.own[column + 1]):
            left -= s.price[t.group[at]]
        size = max(1, t.own[column + 1] - t.own[column])
        share = min(1.0, max(0.0, s.share[column] - left / (size * s.known[WORTH])))
        s.ahead[column] = 2 * share - s.share[column]
        s.share[column] = share
        s.share_sum[column] += share


@inner
def shift_prices(t: CoveringRows, s: Prices) -> None:
    """Raise the prices of rows that lack something, and lower those of rows that are hit too often."""
    for row in range(len(t.demand)):
        lack = float(t.demand[row])
        for at in range(t.first[row], t.first[row + 1]):
            lack -= s.ahead[t.member[at]]
        size = max(1, t.first[row + 1] - t.first[row])
        s.price[row] = max(0.0, s.price[row] + s.known[WORTH] * lack / size)
        s.price_sum[row] += s.price[row]


@inner
def compute_value(t: CoveringRows, price: Floats) -> float:
    """The bound by some prices."""
    value = 0.0
    for row in range(len(t.demand)):
        value += t.demand[row] * price[row]
    for column in range(len(t.cost)):
        left = float(t.cost[column])
        for at in range(t.own[column], t.own[column + 1]):
            left -= price[t.group[at]]
        value += min(0.0, left)
    return value


@inner
def keep_best(s: Prices, price: Floats, value: float) -> None:
    """Keep prices whose bound is the best so far."""
    if value > s.known[TOP]:
        s.known[TOP] = value
        for row in range(len(price)):
            s.best[row] = price[row]


@inner
def restart(s: Prices, at_mean: bool) -> None:
    """Let the sums begin with nothing, and prices and shares go on from their mean where that has the better bound."""
    for row in range(len(s.price)):
        if at_mean:
            s.price[row] = s.price_sum[row]
        s.price_sum[row] = 0.0
    for column in range(len(s.share)):
        if at_mean:
            s.share[column] = s.share_sum[column] / s.known[MANY]
        s.share_sum[column] = 0.0
    s.known[MANY] = 0


def compute_bound(t: CoveringRows, price: Floats) -> int:
    """The least cost of a covering by some prices, in whole numbers: no rounding makes it too large."""
    scale = max(1, min(SCALE, MAX_TOTAL // max(1, int(t.cost.sum()) * (1 + int(t.demand.max(initial=0))))))
    if float(price[t.group].sum()) * scale > MAX_SUM:  # what is summed below: no demand is above the size of its row
        return 0
    parts: Ints = np.floor(price * scale).astype(np.int64)
    paid = np.append(0, np.cumsum(parts[t.group]))
    over = t.cost * scale - (paid[t.own[1:]] - paid[t.own[:-1]])
    total = int((parts * t.demand).sum()) + int(np.minimum(over, 0).sum())
    return max(0, -(-total // scale))
