"""A model compiled for MathOpt: rows of weights, which a solver reads as floating-point numbers."""

from collections.abc import Iterator
from dataclasses import dataclass

from rookery.backends.contract.backend import CompiledProgram, Unsupported
from rookery.backends.contract.cost import Cost
from rookery.backends.presolve.lowering.passes import Lowered
from rookery.core.deadline import look_between
from rookery.models import Model
from rookery.models.model.clauses import window
from rookery.models.model.model import Weights, over_variables

# Solvers take a value for whole, and a row for satisfied, that is wrong by a millionth: with weights that sum to this
# the error of a row or of a bound stays below a fifth.
LARGEST_SUM = 100_000
MAX_LISTED = 1_000


@dataclass(frozen=True, slots=True)
class MipRow:
    """A sum of weighted variables that lies between two numbers, both included."""

    weights: Weights
    least: int
    most: int


@dataclass(frozen=True)
class MipProgram(CompiledProgram):
    """Rows over 0/1 variables, the first of which are the model's, and what is to be made small, if anything."""

    solver: str
    lowered: Lowered
    rows: tuple[MipRow, ...]
    cost: Cost | None


def build_program(lowered: Lowered, solver: str) -> MipProgram:
    """The rows of a model in normal form; what is known of the optimum is one row more."""
    cost = Cost.of(lowered.source)
    rows = tuple(look_between(_rows(lowered, cost)))
    size = {
        "variables": lowered.model.variables,
        "constraints": len(rows),
        "literals": sum(len(row.weights) for row in rows),
    }
    return MipProgram(size, solver, lowered, rows, cost)


def _rows(lowered: Lowered, cost: Cost | None) -> Iterator[MipRow]:
    for constraint in lowered.model.constraints:
        weights, constant = over_variables(constraint.terms())
        least, most = window(constraint)
        yield MipRow(weights, least - constant, most - constant)
    if cost is not None and lowered.bound:
        weights, constant = over_variables(cost.terms())
        yield MipRow(weights, lowered.bound - constant, sum(map(abs, weights.values())))


def too_many() -> Unsupported:
    """The refusal of a list that would be made by too many cuts: each one makes the next solution dearer."""
    return Unsupported(f"backend mip lists at most {MAX_LISTED:,} solutions, a cut each; use sat or backtracking")


def check_sums(model: Model) -> None:
    """Raise `Unsupported` for weights whose sum is too large to differ from the next one in floating point."""
    cost = Cost.of(model)
    largest = max((abs(weight) for c in model.constraints for weight, _ in c.terms()), default=0)
    for terms in (*(c.terms() for c in model.constraints if largest > 1), *([cost.terms()] if cost else [])):
        if sum(abs(weight) for weight, _ in terms) > LARGEST_SUM:
            raise Unsupported(
                f"backend mip computes in floating point: weights that sum to more than {LARGEST_SUM:,} are too large "
                "for it; use sat, which adds numbers of any size"
            )
