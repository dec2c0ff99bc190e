"""From the abstract model to clauses."""

from collections.abc import Sequence
from random import Random
from typing import assert_never

from rookery.backends.lowering import Cost, Partition, normal
from rookery.backends.sat.formula import Formula
from rookery.backends.sat.program import Blocking, SatProgram
from rookery.backends.sat.weights import weighed
from rookery.models import AtLeast, AtMost, Exactly, Linear, Model
from rookery.models.model import Constraint


def encoded(model: Model, solver: str, native: bool, seed: int) -> SatProgram:
    """A model as clauses; a seed other than 0 shuffles the numbers of the variables and the order of constraints."""
    partition = Partition.of(model)
    names: Sequence[int] = range(1, model.variables + 1)
    constraints = list(normal(model, partition))
    if seed:
        names = Random(seed).sample(names, len(names))
        Random(seed).shuffle(constraints)
    formula = Formula(names, native)
    for constraint in constraints:
        _add(formula, constraint)
    return SatProgram(
        formula.size(), solver, names, formula.top, formula.clauses, formula.at_mosts, Cost.of(model),
        _blocking(model, partition),
    )  # fmt: skip


def _add(formula: Formula, constraint: Constraint) -> None:
    literals = formula.literals(constraint.literals)
    match constraint:
        case AtLeast():
            formula.add(literals)
        case AtMost(bound):
            formula.at_most(bound, literals)
        case Exactly(bound):
            formula.exactly(bound, literals)
        case Linear(weights, _, lower, upper):
            total = sum(weights)
            weighed(formula, tuple(zip(weights, literals, strict=True)), lower or 0, total if upper is None else upper)
        case _:
            assert_never(constraint)


def _blocking(model: Model, partition: Partition) -> Blocking:
    loose = partition.loose()
    bounded = (c for c in model.constraints if isinstance(c, AtMost | Exactly) and len(c.literals) >= len(loose) > 0)
    caps = ((c.bound, frozenset(c.literals)) for c in bounded if min(c.literals) >= 0)
    return Blocking(loose, [(bound, variables) for bound, variables in caps if variables.issuperset(loose)])
