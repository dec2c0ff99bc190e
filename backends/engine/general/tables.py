"""Tables of the general search: every constraint as weighted literals that must reach a bound."""

from collections.abc import Iterable, Iterator
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.contract import Unsupported
from rookery.backends.engine.kernels.bits import Ints
from rookery.backends.presolve.cost import MAX_SUM, Cost
from rookery.core.deadline import checking_deadline
from rookery.core.kernels.kernel import numbers
from rookery.models.model.constraints import Constraint, Term, Weights, with_positive_weights
from rookery.models.model.model import Model

# Values of `how`: in a new state, since the first call, and in a part that goes on with the other value of a
# decision.
PROPAGATE, DECIDE, RETREAT = range(3)

Row = tuple[dict[int, int], int]


class Settings(NamedTuple):
    """Flags of a run, 0 or 1.

    With a `goal` each solution raises the bound of row 0; `listing` writes solutions down; `eager` sets undecided
    variables to 1 first.
    """

    goal: int
    listing: int
    eager: int


class General(NamedTuple):
    """The compiled tables: rows `sum of weight * literal >= bound`, all weights positive.

    A literal is coded 2 * variable, plus 1 when it is negated. `first` (rows + 1) cuts `literal` and `weight`;
    `use` (2 * variables + 1) cuts `used_in` and `used_weight`: where a literal stands. `heaviest` (rows) is the
    largest weight. Row 0 is the objective. `images` (symmetries, variables): where each symmetry takes each variable.
    """

    first: Ints
    literal: Ints
    weight: Ints
    bound: Ints
    heaviest: Ints
    use: Ints
    used_in: Ints
    used_weight: Ints
    images: Ints
    settings: Settings


class GeneralState(NamedTuple):
    """The explicit stack and the counters.

    `value` (variables): -1, 0 or 1. `trail`: literals in the order in which they became true. Of each decision `level`
    is where it stands there, `flipped` whether its other value is being tried, `symmetries` a
    bit for each symmetry that keeps what was decided before it. `slack` (rows): what can still be reached less the
    bound. `base` (rows): what is reached less the bound if all undecided variables are 0. `found`: solutions.

    The arrays of one element: `depth` is how many decisions stand, -1 at the end. `counted` solutions were met, and
    `noted` of them stand in `found`. `nodes` decisions were made. `trailed` literals stand on the trail. `how` says how
    to go on: `PROPAGATE` the root first, `DECIDE`, or `RETREAT` first. The bound of row 0 has `risen`.
    """

    value: NDArray[np.int8]
    trail: Ints
    level: Ints
    flipped: NDArray[np.int8]
    symmetries: Ints
    slack: Ints
    base: Ints
    depth: Ints
    counted: Ints
    noted: Ints
    nodes: Ints
    trailed: Ints
    how: Ints
    risen: Ints
    found: NDArray[np.int8]


def compile_tables(model: Model, images: Ints | None, settings: Settings) -> General:
    """Return the tables of a model, with `images` of its variables under a group of symmetries.

    Raises `Unsupported` if its sums could pass what the kernels can hold.
    """
    constraints = checking_deadline(model.constraints)
    rows = [_objective(model), *(_reduce(*row) for constraint in constraints for row in _rows(constraint))]
    _check_sums(rows)
    places = [(at, code, weight) for at, (terms, _) in enumerate(rows) for code, weight in terms.items()]
    by_literal = sorted(places, key=lambda place: place[1])
    return General(
        first=_cuts([at for at, _, _ in places], len(rows)),
        literal=_ints(code for _, code, _ in places),
        weight=_ints(weight for _, _, weight in places),
        bound=_ints(bound for _, bound in rows),
        heaviest=_ints(max(terms.values(), default=0) for terms, _ in rows),
        use=_cuts([code for _, code, _ in by_literal], 2 * model.variables),
        used_in=_ints(at for at, _, _ in by_literal),
        used_weight=_ints(weight for _, _, weight in by_literal),
        images=np.zeros((0, model.variables), np.int64) if images is None else images,
        settings=settings,
    )


def make_state(t: General, buffer: int) -> GeneralState:
    """Return the state before the first step, with room for `buffer` solutions at a time."""
    variables = (len(t.use) - 1) // 2
    # `reduceat` gives an element for an empty run, which `diff` drops; the 0 is for empty runs at the end.
    weight = np.add.reduceat(np.append(t.weight, 0), t.first[:-1]) * (np.diff(t.first) > 0)
    negated = np.add.reduceat(np.append(t.weight * (t.literal & 1), 0), t.first[:-1]) * (np.diff(t.first) > 0)
    return GeneralState(
        value=np.full(variables, -1, np.int8),
        trail=np.zeros(variables + 1, np.int64),
        level=np.zeros(variables + 1, np.int64),
        flipped=np.zeros(variables + 1, np.int8),
        symmetries=np.zeros(variables + 1, np.int64),
        slack=weight - t.bound,
        base=negated - t.bound,
        **numbers("depth", "counted", "noted", "nodes", "trailed", "how", "risen"),
        found=np.zeros((buffer, variables), np.int8),
    )


def _ints(numbers: Iterable[int]) -> Ints:
    return np.array(list(numbers), np.int64)


def _cuts(owners: list[int], count: int) -> Ints:
    """Return the start of each owner's run in an ascending list of owners, and its end."""
    return np.searchsorted(_ints(owners), np.arange(count + 1)).astype(np.int64)


def _objective(model: Model) -> Row:
    """The objective as row 0: its bound starts where every assignment reaches it, and rises with each solution."""
    cost = Cost.of(model)
    return _divide(_encode({~literal: weight for weight, literal in cost.terms()}) if cost else {}, 0)


def _rows(constraint: Constraint) -> Iterator[Row]:
    if constraint.lower is not None:
        yield _row(constraint.terms(), constraint.lower)
    if constraint.upper is not None:
        yield _row(((-weight, literal) for weight, literal in constraint.terms()), -constraint.upper)


def _row(terms: Iterable[Term], bound: int) -> Row:
    weights, constant = with_positive_weights(terms)
    return _encode(weights), bound - constant


def _encode(weights: Weights) -> dict[int, int]:
    """Return the weights by the codes of their literals."""
    return {2 * literal if literal >= 0 else 2 * ~literal + 1: weight for literal, weight in weights.items()}


def _reduce(terms: dict[int, int], bound: int) -> Row:
    """Return the same row with weights saturated at the bound and without a common divisor.

    A row that always holds has no terms and bound 0, one that never holds no terms and bound 1.
    """
    if bound <= 0:
        return {}, 0
    if sum(terms.values()) < bound:
        return {}, 1
    return _divide({code: min(weight, bound) for code, weight in terms.items()}, bound)


def _divide(terms: dict[int, int], bound: int) -> Row:
    """A row without a common divisor of its weights; sums of what is left reach the bound just where they did."""
    unit = gcd(*terms.values()) or 1
    return {code: weight // unit for code, weight in terms.items()}, -(-bound // unit)


def _check_sums(rows: Iterable[Row]) -> None:
    """Refuse what could wrap: each counter of a row stays within the sum of its weights, give or take one."""
    if any(sum(terms.values()) > MAX_SUM for terms, _ in rows):
        raise Unsupported(
            f"weights that sum to more than {MAX_SUM:,} are too large for backend backtracking; use sat, which "
            "adds numbers of any size"
        )
