"""A model as a covering, recognised constraint by constraint: the statement that trees are about.

Each row of the model must be an item that demands hits, exclude variables or make them rivals of which at most one is
chosen, bound the number of chosen variables, or always hold; else the model is no covering. A checker shares no code
with the searches, so this does not use theirs.
"""

from collections import Counter
from dataclasses import dataclass

from rookery.certificates.packing import Inequality, list_rows
from rookery.core.deadline import checking_deadline
from rookery.models import Model, Satisfy
from rookery.models.model.constraints import Weights

Item = tuple[int, tuple[tuple[int, int], ...]]  # a demand, and the candidates that hit it, each with its hits
MAX_GAIN = 1 << 16  # of a candidate: the sum of its hits; also of a demand
MAX_ITEMS = 1 << 16
MAX_HITS = 1 << 24  # of all items together, and rivals of all candidates
MAX_LEVELS = 1 << 28  # bytes of the levels of a tree
MAX_BITS = 1 << 30  # of all bitsets


@dataclass(frozen=True)
class ItemCovering:
    """Choose between `least` and `most` candidates, no two of them rivals, that hit each item as often as it demands.

    Candidate c is the variable `variables[c]` of the model. The other variables are false in every solution.
    """

    variables: tuple[int, ...]
    items: tuple[Item, ...]
    rivals: tuple[frozenset[int], ...]
    least: int
    most: int


@dataclass
class _Parts:
    """The rows of a model, sorted by their kind, over variables."""

    demands: list[tuple[int, Weights]]
    cliques: list[tuple[int, ...]]
    limits: list[tuple[int, frozenset[int]]]  # the largest number of these
    out: set[int]
    least: int = 0


def recognise_covering(model: Model) -> ItemCovering | None:
    """Return the covering that a model without a goal states; None if it states none, or one that is too large."""
    parts = _Parts([], [], [], set())
    if not isinstance(model.goal, Satisfy) or not all(_read(each, model, parts) for each in list_rows(model)):
        return None
    variables = tuple(v for v in range(model.variables) if v not in parts.out)
    most = [len(variables)]
    for bound, some in parts.limits:
        if not some.issuperset(variables):
            return None
        most.append(bound)
    return _number_candidates(parts, variables, min(most))


def _read(row: Inequality, model: Model, parts: _Parts) -> bool:
    """Read one row, and return whether it is part of a covering."""
    weights, lower = row.weights, row.least
    if all(weight > 0 for weight in weights.values()):
        if lower > 1 and len(weights) == model.variables and set(weights.values()) == {1}:
            parts.least = max(parts.least, lower)
        elif lower > 0:
            parts.demands.append((lower, {variable: min(weight, lower) for variable, weight in weights.items()}))
        return lower <= MAX_GAIN
    if all(weight < 0 for weight in weights.values()):
        return _read_limit({variable: -weight for variable, weight in weights.items()}, -lower, parts)
    return False


def _read_limit(weights: Weights, upper: int, parts: _Parts) -> bool:
    """Read a row of positive weights whose sum is at most `upper`; return whether a covering can have it."""
    if upper < 0:
        parts.demands.append((1, {}))
        return True
    parts.out |= {variable for variable, weight in weights.items() if weight > upper}
    left = {variable: weight for variable, weight in weights.items() if weight <= upper}
    lightest = sorted(left.values())[:2]
    if sum(left.values()) <= upper:
        return True
    if sum(lightest) > upper:
        parts.cliques.append(tuple(left))
    elif set(left.values()) == {1}:
        parts.limits.append((upper, frozenset(left)))
    else:
        return False
    return True


def _number_candidates(parts: _Parts, variables: tuple[int, ...], most: int) -> ItemCovering | None:
    """Return the covering over candidates; None if it is too large to be checked."""
    number = {variable: at for at, variable in enumerate(variables)}
    items = {
        (demand, tuple(sorted((number[v], hits) for v, hits in weights.items() if v in number))): None
        for demand, weights in checking_deadline(parts.demands)
    }
    rivals: list[set[int]] = [set() for _ in variables]
    for clique in checking_deadline(parts.cliques, often=4):
        members = {number[variable] for variable in clique if variable in number}
        for member in members:
            rivals[member] |= members
    gains = Counter[int]()
    for _, options in items:
        gains.update(dict(options))
    hits = sum(len(options) for _, options in items) + sum(map(len, rivals))
    bits = (2 * len(items) + len(variables) + 64) * len(variables)
    levels = 8 * (most + 1) * (len(items) + 4 * len(variables))
    if len(items) >= MAX_ITEMS or hits > MAX_HITS or levels > MAX_LEVELS or bits > MAX_BITS:
        return None
    if max(gains.values(), default=0) > MAX_GAIN:
        return None
    disjoint = tuple(frozenset(each - {at}) for at, each in enumerate(rivals))
    return ItemCovering(variables, tuple(items), disjoint, parts.least, most)
