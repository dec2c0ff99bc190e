"""A model as rows: literals of positive weights that must reach a bound, and sums of rows, which are rows as well.

Literal 2v is the variable v, literal 2v + 1 its negation. All numbers here are Python's, so none of them wraps around;
what does not fit into 64 bits with room to spare is no row.
"""

from collections.abc import Sequence
from typing import Any

from rookery.certificates.refusals import Refused
from rookery.models import Model
from rookery.models.base.deadline import look_between
from rookery.models.model import Weights, over_variables

Row = tuple[int, tuple[tuple[int, int], ...]]  # a bound, and literals with their weights
MOST_SUM = 1 << 60  # of the weights of a row, so that no sum of a kernel wraps around
MOST_TERMS = 1 << 22  # of all rows together, and what is added up for sums
MOST_VARIABLES = 1 << 17


def make_rows(model: Model) -> list[Row] | None:
    """The rows of a model without a goal; None where it is too large, or a number is."""
    rows: list[Row] = []
    terms = 0
    for constraint in look_between(model.constraints):
        weights, constant = over_variables(constraint.terms())
        if constraint.lower is not None:
            rows.append(make_row(weights, constraint.lower - constant))
        if constraint.upper is not None:
            rows.append(make_row({v: -w for v, w in weights.items()}, constant - constraint.upper))
        terms += 2 * len(weights)
        if terms > MOST_TERMS or not all(map(_fits, rows[-2:])):
            return None
    return rows if model.variables <= MOST_VARIABLES else None


def make_row(weights: Weights, lower: int, divisor: int = 1) -> Row:
    """The row `sum weights * variables >= lower`, divided and rounded up; without terms where it always holds.

    A weight above the bound is worth no more than the bound.
    """
    lower -= sum(weight for weight in weights.values() if weight < 0)
    bound = max(0, -(-lower // divisor))
    shares = {2 * v + (weight < 0): -(-abs(weight) // divisor) for v, weight in sorted(weights.items()) if weight}
    return bound, tuple((literal, min(share, bound)) for literal, share in shares.items()) if bound else ()


def _fits(row: Row) -> bool:
    return row[0] < MOST_SUM and sum(weight for _, weight in row[1]) < MOST_SUM


def add_sums(rows: Sequence[Row], sums: Sequence[Any]) -> list[Row]:
    """The rows with the sums after them; a sum is a divisor, and then pairs of a multiplier and an earlier row.

    Raises `Refused` for sums that make no sense, or are too large.
    """
    every = list(rows)
    terms = sum(len(row[1]) for row in rows)
    for number, (divisor, *parts) in enumerate(look_between(sums)):
        if divisor < 1 or any(times < 0 or not 0 <= at < len(every) for times, at in parts):
            raise Refused(f"sum {number}", "it divides by no positive number, or adds a row that does not exist")
        every.append(_add([(times, every[at]) for times, at in parts], divisor))
        terms += 1 + sum(len(every[at][1]) for _, at in parts)
        if terms > MOST_TERMS or not _fits(every[-1]):
            raise Refused(f"sum {number}", "it is too large")
    return every


def _add(parts: Sequence[tuple[int, Row]], divisor: int) -> Row:
    total, lower = Weights(), 0
    for times, (bound, terms) in parts:
        lower += times * bound
        for literal, weight in terms:
            variable, negated = divmod(literal, 2)
            lower -= times * weight * negated
            total[variable] = total.get(variable, 0) + times * weight * (1 - 2 * negated)
    return make_row(total, lower, divisor)
