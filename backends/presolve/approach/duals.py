"""Lower bounds of large coverings by prices of rows: nearly the optimum of the linear program, soon.

Prices of rows and shares of columns take steps in turn (Chambolle and Pock 2011), as long as the sizes of rows and
columns allow (Pock and Chambolle 2011). They go twice as far, and are drawn back to where they began, ever less, until
they begin again (reflected Halpern steps: Lu and Yang 2024).

Whatever the prices, no covering costs less than what they sum to less what columns are overpaid; so each bound is true,
and the best one is reckoned in whole numbers.
"""

from typing import NamedTuple

import numpy as np

from rookery.backends.presolve.approach.rebuilding import CoveringRows, Floats
from rookery.backends.presolve.structure.incidence import Ints
from rookery.core.kernels.kernel import entry, inner

LOOK, AGAIN, LONGER = 20, 40, 1.5  # rounds between two looks at the bound, and until the first new start; then more
STEP = 0.5  # of a price, for a row that lacks one column: of what a column costs on average
MAX_TOTAL, MAX_SUM = 1 << 58, 1 << 62  # of all costs, and of all prices, in parts
SCALE = 1 << 24  # parts of a cost of 1


class Prices(NamedTuple):
    """The present `price` of each row and `share` of each column, those with which rounds began (`first_*`), and the
    `best` prices so far; `ahead` is where the share of a column is heading.

    The arrays of one element: the `bound` by the best prices, how many `rounds` were made since they began, up to how
    many they go on (`until`), and the price that a share of 1 is `worth`.
    """

    price: Floats
    share: Floats
    first_price: Floats
    first_share: Floats
    ahead: Floats
    best: Floats
    bound: Floats
    worth: Floats
    rounds: Ints
    until: Ints


def make_prices(t: CoveringRows) -> Prices:
    """The prices by which each row is worth the cheapest column, shared among the rows that it hits, and the shares by
    which each column does its part for the row that asks most of it."""
    each = t.cost / np.maximum(1, np.diff(t.own))
    price = np.minimum.reduceat(each[t.member], t.first[:-1]).astype(np.float64)
    size, share = np.diff(t.first), np.zeros(len(t.cost))
    np.maximum.at(share, t.member, np.repeat(t.demand / size, size))
    # Steps keep their proportion whatever the unit of costs
    worth = np.array([max(1e-9, STEP * float(t.cost.mean()))])
    return Prices(
        price=price,
        share=share,
        first_price=price.copy(),
        first_share=share.copy(),
        ahead=share.copy(),
        best=price.copy(),
        bound=np.zeros(1),
        worth=worth,
        rounds=np.zeros(1, np.int64),
        until=np.array([AGAIN]),
    )


@entry("the bound of a covering")
def raise_prices(t: CoveringRows, s: Prices, steps: int) -> int:
    """Change all prices and shares `steps` times; returns the bound by the best prices, rounded down."""
    for _ in range(steps):
        s.rounds[0] += 1
        drawn = 1 / (s.rounds[0] + 1)
        shift_shares(t, s, drawn)
        shift_prices(t, s, drawn)
        if s.rounds[0] % LOOK == 0:
            keep_best(s, compute_value(t, s.price))
            if s.rounds[0] >= s.until[0]:
                begin_again(s)
    return int(s.bound[0])


@inner
def shift_shares(t: CoveringRows, s: Prices, drawn: float) -> None:
    """Choose less of each column whose cost its rows do not pay, and more of those that they overpay."""
    for column in range(len(t.cost)):
        left = float(t.cost[column])
        for at in range(t.own[column], t.own[column + 1]):
            left -= s.price[t.group[at]]
        size = max(1, t.own[column + 1] - t.own[column])
        share = min(1.0, max(0.0, s.share[column] - left / (size * s.worth[0])))
        s.ahead[column] = 2 * share - s.share[column]
        s.share[column] = s.ahead[column] + drawn * (s.first_share[column] - s.ahead[column])


@inner
def shift_prices(t: CoveringRows, s: Prices, drawn: float) -> None:
    """Raise the prices of rows that lack something, and lower those of rows that are hit too often."""
    for row in range(len(t.demand)):
        lack = float(t.demand[row])
        for at in range(t.first[row], t.first[row + 1]):
            lack -= s.ahead[t.member[at]]
        size = max(1, t.first[row + 1] - t.first[row])
        ahead = 2 * max(0.0, s.price[row] + s.worth[0] * lack / size) - s.price[row]
        s.price[row] = ahead + drawn * (s.first_price[row] - ahead)


@inner
def compute_value(t: CoveringRows, price: Floats) -> float:
    """Return the bound by some prices, of which those below 0 count as 0."""
    value = 0.0
    for row in range(len(t.demand)):
        value += t.demand[row] * max(0.0, price[row])
    for column in range(len(t.cost)):
        left = float(t.cost[column])
        for at in range(t.own[column], t.own[column + 1]):
            left -= max(0.0, price[t.group[at]])
        value += min(0.0, left)
    return value


@inner
def keep_best(s: Prices, value: float) -> None:
    """Keep prices whose bound is the best so far."""
    if value > s.bound[0]:
        s.bound[0] = value
        for row in range(len(s.price)):
            s.best[row] = max(0.0, s.price[row])


@inner
def begin_again(s: Prices) -> None:
    """Let the rounds begin at the present prices and shares, and be more than before."""
    for row in range(len(s.price)):
        s.first_price[row] = s.price[row]
    for column in range(len(s.share)):
        s.first_share[column] = s.share[column]
    s.rounds[0], s.until[0] = 0, LOOK * int(LONGER * s.until[0] / LOOK)


def round_bound(t: CoveringRows, price: Floats) -> int:
    """Return the least cost of a covering by some prices, in whole numbers, so that no rounding makes it too large.

    0 if the sums would be too large.
    """
    scale = max(1, min(SCALE, MAX_TOTAL // max(1, int(t.cost.sum()) * (1 + int(t.demand.max(initial=0))))))
    if float(price[t.group].sum()) * scale > MAX_SUM:  # what is summed below: no demand is above the size of its row
        return 0
    parts: Ints = np.floor(np.maximum(price, 0) * scale).astype(np.int64)
    paid = np.append(0, np.cumsum(parts[t.group]))
    over = t.cost * scale - (paid[t.own[1:]] - paid[t.own[:-1]])
    return max(0, -(-(int((parts * t.demand).sum()) + int(np.minimum(over, 0).sum())) // scale))
