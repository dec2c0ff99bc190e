"""Lower bounds of large coverings by prices of rows: nearly the optimum of the linear program, soon.

Prices of rows and shares of columns take steps in turn (Chambolle and Pock 2011), as long as the sizes of rows and
columns allow (Pock and Chambolle 2011); now and then they begin again at their mean (Applegate and others 2021).

Whatever the prices, no covering costs less than what they sum to less what columns are overpaid; so each bound is true,
and the best one is reckoned in whole numbers.

`lift` raises it further: it parts all rows into regions, shares what prices leave of a column's cost among the regions
that it meets, and adds up the least slack of each (Lagrangian decomposition: Guignard and Kim 1987).
"""

from typing import NamedTuple

import numpy as np

from rookery.backends.presolve.approach.rebuilding import CoveringRows, Floats
from rookery.backends.presolve.approach.regions import (
    AT,
    COLUMNS,
    DROPPED,
    EXACT,
    GAIN,
    MAX_REGION,
    ROOM,
    ROWS,
    RegionState,
    add_column,
    find_least,
    forget,
)
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


class WholePrices(NamedTuple):
    """Prices of rows in parts, `scale` of them a cost of 1; what each column costs `over` them; their bound."""

    price: Ints
    over: Ints
    bound: int
    scale: int


def round_prices(t: CoveringRows, price: Floats) -> WholePrices | None:
    """Prices in whole numbers, whose bound no rounding makes too large; None if their sums would be too large."""
    scale = max(1, min(SCALE, MAX_TOTAL // max(1, int(t.cost.sum()) * (1 + int(t.demand.max(initial=0))))))
    if float(price[t.group].sum()) * scale > MAX_SUM:  # what is summed below: no demand is above the size of its row
        return None
    parts: Ints = np.floor(price * scale).astype(np.int64)
    paid = np.append(0, np.cumsum(parts[t.group]))
    over = t.cost * scale - (paid[t.own[1:]] - paid[t.own[:-1]])
    return WholePrices(parts, over, int((parts * t.demand).sum()) + int(np.minimum(over, 0).sum()), scale)


def compute_bound(t: CoveringRows, price: Floats) -> int:
    """The least cost of a covering by some prices."""
    parts = round_prices(t, price)
    return 0 if parts is None else max(0, -(-parts.bound // parts.scale))


@entry("regions that raise a bound")
def lift(t: CoveringRows, s: RegionState, steps: int) -> int:
    """Solve `steps` regions, from row `registers[AT]` on, and add their least slacks to `registers[GAIN]`; returns how
    many rows are left to look at."""
    r = s.registers
    r[EXACT] = 1
    while steps > 0 and r[AT] < len(t.demand):
        if s.done[r[AT]] == 0:
            steps -= 1
            gather_rows(t, s)
            if share_costs(t, s):  # a region that is too large adds nothing
                least = find_least(t, s, MAX_TOTAL)
                r[GAIN] += min(np.int64(least), r[DROPPED])
            forget(s)
        r[AT] += 1
    return int(len(t.demand) - r[AT])


@inner
def gather_rows(t: CoveringRows, s: RegionState) -> None:
    """Let the region hold rows that are near row `registers[AT]` and in no region, the farthest first."""
    r, many, at = s.registers, 1, 0
    s.rows[0], s.done[r[AT]] = r[AT], 1
    while at < many and many < r[ROOM]:
        row = s.rows[at]
        at += 1
        for one in range(t.first[row], t.first[row + 1]):
            column = t.member[one]
            for other in range(t.own[column], t.own[column + 1]):
                near = np.int64(t.group[other])
                if s.done[near] == 0 and many < r[ROOM]:
                    s.rows[many], s.done[near] = near, 1
                    many += 1
    r[ROWS] = many
    for one in range(many // 2):
        s.rows[one], s.rows[many - 1 - one] = s.rows[many - 1 - one], s.rows[one]
    for place in range(many):
        row = s.rows[place]
        s.row_place[row], s.need[place], s.worth[place] = place, t.demand[row], s.price[row]


@inner
def share_costs(t: CoveringRows, s: RegionState) -> bool:
    """Give the region its share of what its columns cost beyond prices; False if they are too many."""
    r, many = s.registers, 0
    for place in range(r[ROWS]):
        for one in range(t.first[s.rows[place]], t.first[s.rows[place] + 1]):
            column = np.int64(t.member[one])
            if s.column_place[column] < 0:
                if many == MAX_REGION:
                    r[COLUMNS] = many
                    return False
                many = add_column(s, column, many)
    r[COLUMNS] = many
    for at in range(many):
        column, inside = s.columns[at], 0
        for one in range(t.own[column], t.own[column + 1]):
            inside += s.row_place[t.group[one]] >= 0
        # What is below 0 is given whole, to the last region; of what is above 0 none is given twice.
        last = inside == s.due[column]
        share = s.over[column] if last else max(np.int64(0), s.over[column]) // s.due[column] * inside
        s.dear[at] = share
        s.over[column] -= share
        s.due[column] -= inside
    return True
