"""A theorem as rows, which are built again from the model, and the header of the tree that proves it.

A row is a sum of literals of positive weights that must reach a bound. Literal 2v is the variable v, literal 2v + 1 its
negation. All numbers of rows are Python's, so none of them wraps around; what does not fit into 64 bits with room to
spare is no row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rookery.certificates.claim import Refused, Theorem, count_symmetries
from rookery.core.deadline import checking_deadline
from rookery.models import Model
from rookery.models.model.model import Permutation, Satisfy, Weights, over_variables
from rookery.models.symmetry.permutations import list_rows

Row = tuple[int, tuple[tuple[int, int], ...]]  # a bound, and literals with their weights
MAX_SUM = 1 << 60  # of the weights of a row, so that no sum of a kernel wraps around
MAX_TERMS = 1 << 22  # of all rows together
MAX_VARIABLES = 1 << 17


def make_rows(model: Model) -> list[Row] | None:
    """The rows of a model without a goal; None if it is too large, or a number is."""
    rows: list[Row] = []
    terms = 0
    for constraint in checking_deadline(model.constraints):
        weights, constant = over_variables(constraint.terms())
        if constraint.lower is not None:
            rows.append(make_row(weights, constraint.lower - constant))
        if constraint.upper is not None:
            rows.append(make_row({v: -w for v, w in weights.items()}, constant - constraint.upper))
        terms += 2 * len(weights)
        if terms > MAX_TERMS or not all(map(_fits, rows[-2:])):
            return None
    return rows if model.variables <= MAX_VARIABLES else None


def make_row(weights: Weights, lower: int) -> Row:
    """The row `sum weights * variables >= lower`, without terms if it always holds.

    A weight above the bound is worth no more than the bound.
    """
    lower -= sum(weight for weight in weights.values() if weight < 0)
    bound = max(0, lower)
    terms = ((2 * v + (weight < 0), min(abs(weight), bound)) for v, weight in sorted(weights.items()) if weight)
    return bound, tuple(terms) if bound else ()


def _fits(row: Row) -> bool:
    return row[0] < MAX_SUM and sum(weight for _, weight in row[1]) < MAX_SUM


@dataclass(frozen=True)
class BranchingTask:
    """The statement that a tree proves: rows over variables, of which the first `shown` make a solution.

    Each solution must be worth `value` by `goal` if that is given. With `every` each is met by itself.
    """

    variables: int
    shown: int
    rows: Sequence[Row]
    every: bool = False
    value: int | None = None
    goal: Weights = field(default_factory=Weights)

    @property
    def is_valued(self) -> bool:
        """Return whether its value can be summed up in 64 bits, where it has one."""
        return sum(map(abs, self.goal.values())) < MAX_SUM and abs(self.value or 0) < MAX_SUM


MAX_NODES = 1 << 34  # hours of checking
MAX_LEVELS = 1 << 32
MAX_IMAGES = 1 << 22  # numbers in the table of the symmetries


@dataclass(frozen=True)
class BranchingHeader:
    """The header of a tree.

    `alone` is the level from which on the checker branches by itself, `positive` whether rows with negations are
    branched on last, `nodes` a limit of their number.
    """

    alone: int
    nodes: int
    positive: bool

    @classmethod
    def of(cls, about: Mapping[str, Any]) -> "BranchingHeader":
        """Read the header from plain data; raises `Refused` for data without sense."""
        try:
            alone, nodes, positive = about["alone"], about["nodes"], about["positive"]
            if "sums" in about:  # what a linear program proves is a packing; no tree has ever needed a sum
                raise Refused("evidence", f"{len(about['sums']):,} sums of rows; a tree holds none")
        except (TypeError, ValueError, LookupError) as error:
            raise Refused("evidence", f"what it says of itself: {type(error).__name__}") from None
        if not (type(alone) is int and 0 <= alone < MAX_LEVELS and type(nodes) is int and 0 < nodes <= MAX_NODES):
            raise Refused("evidence", f"alone from level {alone}, {nodes} nodes")
        if type(positive) is not bool:
            raise Refused("evidence", "positive is neither true nor false")
        return cls(alone, nodes, positive)


def make_task(theorem: Theorem, about: BranchingHeader) -> BranchingTask:
    """The task of a theorem; raises `Refused` for one that is too large."""
    rows = make_rows(theorem.model)
    goal, constant = ({}, 0) if isinstance(theorem.goal, Satisfy) else over_variables(theorem.goal.terms())
    value = None if theorem.value is None else theorem.value - constant
    variables = theorem.model.variables
    shown = variables if theorem.placed is None else theorem.placed
    if rows is None or not isinstance(theorem.model.goal, Satisfy) or not 0 <= shown <= variables:
        raise Refused("evidence", "the model is too large to be checked, or a number in it is")
    task = BranchingTask(variables, shown, rows, theorem.orbits is not None, value, goal)
    if not task.is_valued:
        raise Refused("evidence", "the numbers of the goal are too large to be checked")
    return task


def find_images(theorem: Theorem, shown: int) -> list[Permutation]:
    """The symmetries as lists; raises `Refused` for too many, and for those of other variables."""
    symmetries = theorem.symmetries
    if count_symmetries(symmetries) * shown > MAX_IMAGES or any(len(each) != shown for each in symmetries[:1]):
        raise Refused("symmetries", "they are too many to be checked, or not of the shown variables")
    return list_rows(symmetries, shown)
