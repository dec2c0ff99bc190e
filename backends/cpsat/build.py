"""From the abstract model to CP-SAT's protocol buffer, filled in bulk: a method call for each literal is slow.

CP-SAT writes the negation of variable v as -v - 1, as the abstract model does: literals pass as they are.
"""

from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from ortools.sat.python import cp_model

from rookery.backends.contract.backend import Unsupported
from rookery.backends.cpsat.program import CpProgram
from rookery.backends.lowering.normal import LARGEST_SUM, Cost, Term
from rookery.backends.lowering.passes import Lowered
from rookery.models import AtLeast, AtMost, Exactly, Linear
from rookery.models.base.deadline import look_between
from rookery.models.model import Constraint, Literal, variable

Proto = Any


def built(lowered: Lowered, hint: Sequence[Literal] = ()) -> CpProgram:
    """CP-SAT's model of an abstract one, with a hint; raises `Unsupported` for sums beyond 64 bits."""
    made, model = cp_model.CpModel(), lowered.model
    _add_variables(made.proto, model.variables)
    for constraint in look_between(model.constraints):
        _add(made.proto.constraints.add(), constraint)
    made.proto.solution_hint.vars.extend(map(variable, hint))
    made.proto.solution_hint.values.extend(int(literal >= 0) for literal in hint)
    cost = Cost.of(lowered.source)
    constant = _minimize(made.proto, cost.terms, lowered.bound) if cost is not None else 0
    size = {
        "variables": model.variables,
        "constraints": len(model.constraints),
        "literals": sum(len(constraint.literals) for constraint in model.constraints),
    }
    chosen = any(isinstance(c, Exactly) and c.choice is not None for c in lowered.source.constraints)
    return CpProgram(size, made, lowered.own, cost, constant, chosen, lowered.steps)


def _add_variables(proto: Proto, count: int) -> None:
    if count:
        first = proto.variables.add()
        first.domain.extend([0, 1])
        proto.variables.extend([first] * (count - 1))


def _add(proto: Proto, constraint: Constraint) -> None:
    match constraint:
        case AtLeast(_, literals):
            proto.bool_or.literals.extend(literals)
        case AtMost(1, literals):
            proto.at_most_one.literals.extend(literals)
        case Exactly(1, literals):
            proto.exactly_one.literals.extend(literals)
        case AtMost(bound, literals):
            _add_sum(proto, ((1, literal) for literal in literals), 0, bound)
        case Exactly(bound, literals):
            _add_sum(proto, ((1, literal) for literal in literals), bound, bound)
        case Linear(weights, literals, lower, upper):
            total = sum(weights)
            terms = zip(weights, literals, strict=True)
            _add_sum(proto, terms, lower or 0, total if upper is None else upper)
        case _:
            assert_never(constraint)


def _add_sum(proto: Proto, terms: Iterable[Term], lower: int, upper: int) -> None:
    variables, weights, offset = _over_variables(terms)
    proto.linear.vars.extend(variables)
    proto.linear.coeffs.extend(weights)
    proto.linear.domain.extend([lower - offset, upper - offset])


def _minimize(proto: Proto, terms: Iterable[Term], bound: int) -> int:
    """Set the objective, at least `bound` where that is not 0, and give the constant that it leaves out."""
    variables, weights, offset = _over_variables(terms)
    proto.objective.vars.extend(variables)
    proto.objective.coeffs.extend(weights)
    if bound:
        proto.objective.domain.extend([bound - offset, LARGEST_SUM])
    return offset


def _over_variables(terms: Iterable[Term]) -> tuple[list[int], list[int], int]:
    """Variables, their weights, and a constant: w * ~v is w - w * v."""
    variables, weights, offset = list[int](), list[int](), 0
    for weight, literal in terms:
        negated = literal < 0
        variables.append(~literal if negated else literal)
        weights.append(-weight if negated else weight)
        offset += weight if negated else 0
    if sum(map(abs, weights)) > LARGEST_SUM:
        raise Unsupported(
            f"weights that sum to more than {LARGEST_SUM:,} are too large for CP-SAT; take sat, which adds numbers of "
            "any size"
        )
    return variables, weights, offset
