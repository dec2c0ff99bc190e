"""Programs of CP-SAT: the abstract model as its protocol buffer, filled in bulk: a call for each literal is slow.

CP-SAT writes the negation of variable v as -v - 1, as the abstract model does: literals pass as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, assert_never

from rookery.backends.contract import Unsupported
from rookery.backends.presolve.cost import MAX_SUM, Cost
from rookery.backends.presolve.lowering.passes import Lowered
from rookery.core.deadline import checking_deadline
from rookery.models import AtLeast, AtMost, Exactly, Linear
from rookery.models.model.clauses import window
from rookery.models.model.constraints import Constraint, Literal, Weights, over_variables, variable

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel


@dataclass(frozen=True)
class CpProgram:
    """CP-SAT's own model; `has_choices` says that the model names finite-domain variables.

    Its first `variables` are the abstract model's. CP-SAT minimises the cost less its `constant`.
    """

    model: "CpModel"
    variables: int
    cost: Cost | None
    constant: int
    has_choices: bool
    steps: tuple[str, ...] = ()


Proto = Any


def build_program(lowered: Lowered, hint: Sequence[Literal] = ()) -> CpProgram:
    """CP-SAT's model of an abstract one, with a hint; raises `Unsupported` for sums beyond 64 bits."""
    from ortools.sat.python import cp_model  # naming the backend imports no library

    cp, model = cp_model.CpModel(), lowered.model
    if model.variables:
        first = cp.proto.variables.add()
        first.domain.extend([0, 1])
        cp.proto.variables.extend([first] * (model.variables - 1))
    for constraint in checking_deadline(model.constraints):
        proto = cp.proto.constraints.add()
        match constraint:
            case AtLeast(_, literals):
                proto.bool_or.literals.extend(literals)
            case AtMost(1, literals):
                proto.at_most_one.literals.extend(literals)
            case Exactly(1, literals):
                proto.exactly_one.literals.extend(literals)
            case AtMost() | Exactly() | Linear():
                _add_sum(proto, constraint)
            case _:
                assert_never(constraint)
    cp.proto.solution_hint.vars.extend(map(variable, hint))
    cp.proto.solution_hint.values.extend(int(literal >= 0) for literal in hint)
    cost = Cost.of(lowered.source)
    constant = _minimize(cp.proto, cost, lowered.bound) if cost is not None else 0
    has_choices = any(isinstance(c, Exactly) and c.choice is not None for c in lowered.source.constraints)
    return CpProgram(cp, lowered.own, cost, constant, has_choices, lowered.steps)


def _add_sum(proto: Proto, constraint: Constraint) -> None:
    weights, constant = over_variables(constraint.terms())
    _check_sum(weights)
    proto.linear.vars.extend(list(weights))
    proto.linear.coeffs.extend(list(weights.values()))
    proto.linear.domain.extend([side - constant for side in window(constraint)])


def _minimize(proto: Proto, cost: Cost, bound: int) -> int:
    """Set the objective, at least `bound` if that is not 0, and give the constant that it leaves out."""
    weights, constant = over_variables(cost.terms())
    _check_sum(weights)
    proto.objective.vars.extend(list(weights))
    proto.objective.coeffs.extend(list(weights.values()))
    if bound:
        proto.objective.domain.extend([bound - constant, MAX_SUM])
    return constant


def _check_sum(weights: Weights) -> None:
    if sum(map(abs, weights.values())) > MAX_SUM:
        raise Unsupported(
            f"weights that sum to more than {MAX_SUM:,} are too large for CP-SAT; use sat, which adds numbers of "
            "any size"
        )
