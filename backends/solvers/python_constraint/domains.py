"""Finite domains recovered from a model: groups of variables of which one is true become one variable.

Covering programs: k pieces that cover all clauses, for models that ask for few variables in many clauses.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from rookery.backends.contract import Unsupported
from rookery.backends.presolve.cost import Cost
from rookery.backends.presolve.structure.parts import Masks, make_masks, shuffle_by_seed
from rookery.backends.solvers.python_constraint.rows import Clock, Contradiction, SettledModel, SettledRow
from rookery.models.model.constraints import Weights

NONE = -1
MAX_RIVALS = 3_000_000

Group = tuple[int, ...]
Hits = Mapping[int, frozenset[int]]
Rivals = Mapping[int, set[int]]


@dataclass(frozen=True, slots=True)
class Total:
    """A weighted sum over some domains, bounded; a value without weight counts 0."""

    scope: tuple[int, ...]
    weights: Weights
    lower: int
    upper: int


@dataclass(frozen=True, slots=True)
class Domains:
    """A program of finite domains: a value is the model's variable that is true, or NONE.

    `pairs` say which values of two domains exclude each other; `least` is the smallest cost that there is.
    """

    true: frozenset[int]
    values: tuple[tuple[int, ...], ...]
    pairs: Mapping[tuple[int, int], Hits]
    totals: tuple[Total, ...]
    cost: Cost | None
    least: int = 0


def lower_to_domains(settled: SettledModel, seed: int, clock: Clock) -> Domains:
    """Group the variables of a settled model, and put its rows to the groups."""
    rivals = _rivals(settled, clock)
    groups, exact = _groups(settled, rivals)
    home = {v: number for number, group in enumerate(groups) for v in group}
    pairs = _pairs(rivals, home)
    totals = list(_totals(settled, groups, exact, home))
    values = _values(groups, exact, settled.cost, seed)
    least = _span(groups, exact, settled.cost.weights)[0] if settled.cost else 0
    return Domains(settled.true, values, pairs, tuple(totals), settled.cost, least)


def _rivals(settled: SettledModel, clock: Clock) -> Rivals:
    """For each variable those that exclude it; raises `Unsupported` if they are too many to list."""
    rivals: dict[int, set[int]] = {v: set() for v in settled.free}
    listed = 0
    for row in settled.rows:
        if row.at_most_one:
            clock.tick()
            listed += len(row.weights) ** 2
            if listed > MAX_RIVALS:
                raise Unsupported(
                    f"backend python-constraint lists at most {MAX_RIVALS:,} conflicting pairs, and this model has "
                    "more; ask a smaller question, or another backend"
                )
            for variable in row.weights:
                rivals[variable].update(row.weights)
    for variable, others in rivals.items():
        others.discard(variable)
    return rivals


def _groups(settled: SettledModel, rivals: Rivals) -> tuple[list[Group], int]:
    """Disjoint groups that hold every free variable, and how many of the first have exactly one true variable.

    The model's choices come first, then other rows of exactly one, then what rows of at most one leave of the rest,
    with all rivals of all of its variables: four kings in a square are one group.
    """
    taken: set[int] = set()
    groups: list[Group] = []
    for row in sorted((row for row in settled.rows if row.exactly_one), key=lambda row: not row.choice):
        if taken.isdisjoint(row.weights):
            groups.append(tuple(row.weights))
            taken.update(row.weights)
    exact = len(groups)
    for row in sorted((row for row in settled.rows if row.at_most_one), key=lambda row: -len(row.weights)):
        rest = [v for v in row.weights if v not in taken]
        if len(rest) > 1:
            # A group of rivals with as many more as are rivals of all, the lowest first
            common = set.intersection(*(rivals[v] for v in rest)) - taken
            while common:
                lowest = min(common)
                rest.append(lowest)
                common &= rivals[lowest]
            groups.append(tuple(rest))
            taken.update(groups[-1])
    groups.extend((v,) for v in settled.free if v not in taken)
    return groups, exact


def _values(groups: Sequence[Group], exact: int, cost: Cost | None, seed: int) -> tuple[tuple[int, ...], ...]:
    """The domains; python-constraint tries the last value first, so the cheapest stands last, then the lowest."""
    weights, chance = cost.weights if cost else {}, Random(seed)
    domains = []
    for number, group in enumerate(groups):
        values = [*group] if number < exact else [*group, NONE]
        values.reverse()
        if seed:
            chance.shuffle(values)
        domains.append(tuple(sorted(values, key=lambda value: -weights.get(value, 0))))
    return tuple(domains)


def _pairs(rivals: Rivals, home: Mapping[int, int]) -> dict[tuple[int, int], Hits]:
    """For every two domains the values that exclude each other, both ways in one table."""
    tables: dict[tuple[int, int], dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for one, others in rivals.items():
        for other in others:
            first, second = sorted((home[one], home[other]))
            if first != second:
                tables[first, second][one].add(other)
    return {pair: {value: frozenset(hits) for value, hits in table.items()} for pair, table in tables.items()}


def _totals(settled: SettledModel, groups: Sequence[Group], exact: int, home: Mapping[int, int]) -> Iterator[Total]:
    """The rows that neither the domains nor the pairs keep."""
    exactly = [row for row in settled.rows if row.exactly_one]
    counted = _partition(exactly, groups, exact)
    for row in settled.rows:
        if row.at_most_one and (counted or row.lower < 1):
            continue
        low, high = _span(groups, exact, row.weights)
        upper = high if row.at_most_one else row.upper  # the pairs keep an upper bound of 1
        if row.lower > low or upper < high:
            yield Total(tuple(sorted({home[v] for v in row.weights})), row.weights, row.lower, upper)


def _partition(exactly: Sequence[SettledRow], groups: Sequence[Group], exact: int) -> bool:
    """Return whether the rows of exactly one come as partitions into as many parts as there are groups.

    The groups make as many variables true as there are parts, so that at most one in each part is one in each.
    """
    if exact < len(groups):
        return False
    members = sum(map(len, groups))
    layers: list[set[int]] = []
    parts: list[int] = []
    for row in exactly:
        at = next((at for at, layer in enumerate(layers) if layer.isdisjoint(row.weights)), len(layers))
        if at == len(layers):
            layers.append(set())
            parts.append(0)
        layers[at].update(row.weights)
        parts[at] += 1
    return all(len(layer) == members for layer in layers) and set(parts) <= {len(groups)}


def _span(groups: Sequence[Group], exact: int, weights: Weights) -> tuple[int, int]:
    """The smallest and the largest weighted sum that the domains allow."""
    low = high = 0
    for number, group in enumerate(groups):
        worth = [weights.get(v, 0) for v in group]
        if number >= exact:
            worth.append(0)
        low, high = low + min(worth), high + max(worth)
    return low, high


@dataclass(frozen=True, slots=True)
class CoveringProgram:
    """A program of pieces: at least `fewest`, at most `most` of the candidates, which cover every clause.

    The items of `masks` are the clauses.
    """

    true: frozenset[int]
    masks: Masks
    fewest: int
    most: int
    cost: Cost | None

    @property
    def enough(self) -> int:
        """The largest number of pieces in a solution without idle ones."""
        return min(self.most, max(self.fewest, len(self.masks.options)))

    @property
    def least(self) -> int:
        """A lower bound: the number of pieces that could cover all clauses if the best of them did not overlap."""
        missing, pieces = len(self.masks.options), 0
        for gain in sorted((mask.bit_count() for mask in self.masks.hits), reverse=True):
            if missing <= 0:
                break
            missing, pieces = missing - gain, pieces + 1
        return max(self.fewest, pieces)


def lower_to_cover(settled: SettledModel, seed: int) -> CoveringProgram | None:
    """The covering program of a settled model, or None if it asks for something else; may raise `Contradiction`."""
    sizes = [row for row in settled.rows if _counts_all(row, settled)]
    rest = [row for row in settled.rows if not _counts_all(row, settled)]
    fewest = max([0, *(row.lower for row in sizes)])
    most = min([len(settled.free), *(row.upper for row in sizes)])
    if not _wants_few(settled, most):
        return None
    # Whether each row asks for at least one of its variables, for at most one, or for both
    if not (
        all(row.at_most_one or (row.clause and row.upper >= len(row.weights)) for row in rest)
        and any(row.clause for row in rest)
    ):
        return None
    if _is_partition([row for row in rest if row.exactly_one], len(settled.free)):
        return None  # this many domains say more
    if fewest > most:
        raise Contradiction
    clauses = dict.fromkeys(frozenset(row.weights) for row in rest if row.clause)
    rivals = [row.weights for row in rest if row.at_most_one]
    masks = make_masks(clauses, rivals, shuffle_by_seed(settled.free, seed))
    return CoveringProgram(settled.true, masks, fewest, most, settled.cost)


def _counts_all(row: SettledRow, settled: SettledModel) -> bool:
    """Return whether a row bounds the number of all variables that are left to decide."""
    return row.counts and len(row.weights) == len(settled.free)


def _wants_few(settled: SettledModel, most: int) -> bool:
    """Return whether few variables are wanted: that is the goal, or a bound says so."""
    if settled.cost is None:
        return most < len(settled.free)
    return len(settled.cost.weights) == len(settled.free) and set(settled.cost.weights.values()) == {1}


def _is_partition(rows: Sequence[SettledRow], everything: int) -> bool:
    """Return whether rows of exactly one, each taken that meets none before it, hold every variable."""
    taken: set[int] = set()
    for row in rows:
        if taken.isdisjoint(row.weights):
            taken.update(row.weights)
    return len(taken) == everything
