"""From the abstract model to clauses."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import gcd
from random import Random
from typing import assert_never

from rookery.backends.contract.cost import Cost
from rookery.backends.lowering.parallels import parallel_lines
from rookery.backends.lowering.passes import Lowered
from rookery.backends.lowering.symmetry import lex_leader
from rookery.backends.sat.formula import Encodings, Formula
from rookery.backends.sat.program import Blocking, Plan, SatProgram
from rookery.models import AtLeast, AtMost, Exactly, Linear, Model
from rookery.models.base.deadline import look_between
from rookery.models.cnf.normal import Partition, window
from rookery.models.cnf.sums import SumEncoding, encode_sum
from rookery.models.model import Constraint, Literal

GOLDEN = 0.6180339887
SUMS = SumEncoding(most_nodes=20_000, exact=False)


def encode_model(lowered: Lowered, solver: str, encodings: Encodings, plan: Plan, seed: int) -> SatProgram:
    """A model as clauses; a seed other than 0 shuffles the numbers of the variables and the order of constraints."""
    names: Sequence[int] = range(1, lowered.own + 1)
    constraints = list(lowered.model.constraints)
    if seed:
        names = Random(seed).sample(names, len(names))
        Random(seed).shuffle(constraints)
    elif plan.eager:
        names = _scatter(lowered.own)
    formula = Formula(names, encodings)
    formula.extend(lowered.model.variables - lowered.own)
    for constraint in look_between(constraints):
        _add(formula, constraint)
    groups = [formula.literals(group) for group in _rival_groups(constraints)] if plan.cliques else []
    plan = _count_lines(formula, lowered, replace(plan, bound=lowered.bound, rivals=groups))
    plan = _complete_plan(formula, lowered.source, plan)
    return SatProgram(
        formula.size(), solver, names, formula.top, formula.clauses, formula.at_mosts, Cost.of(lowered.source),
        _blocking(lowered.source, Partition.of(lowered.source)), plan, source=lowered.source,
    )  # fmt: skip


def _scatter(many: int) -> list[int]:
    """The numbers from 1, those of neighbours far apart: decided in turn, row by row, squares leave the last rows none.

    The steps are near the golden section, which spreads what is taken in turn most evenly.
    """
    stride = next(each for each in range(int(many * GOLDEN) + 1, 2 * many + 2) if gcd(each, many) == 1)
    return [1 + at * stride % many for at in range(many)]


def _count_lines(formula: Formula, lowered: Lowered, plan: Plan) -> Plan:
    """The plan with, for an ascending search, families of lines to count as well."""
    cost = Cost.of(lowered.source)
    if not plan.parallels or cost is None:
        return plan
    families = parallel_lines(lowered.source, lowered.model, cost.weights)
    return replace(plan, families=[formula.literals(family) for family in families])


def _complete_plan(formula: Formula, model: Model, plan: Plan) -> Plan:
    """The plan with, for an ascending search, the lex-leader behind a guard."""
    if plan.search != "ascending":
        return plan
    clauses, top = lex_leader(model.symmetries, model.variables) if plan.guard else ([], 0)
    if not clauses:
        return replace(plan, guard=0)
    guard, numbered = formula.fresh(), [formula.fresh() for _ in range(top - model.variables)]
    names = Formula([*formula.literals(range(model.variables)), *numbered])
    leader = [[-guard, *names.literals(clause.literals)] for clause in clauses]
    return replace(plan, guard=guard, leader=leader)


def _add(formula: Formula, constraint: Constraint) -> None:
    literals = formula.literals(constraint.literals)
    match constraint:
        case AtLeast():
            formula.add(*literals)
        case AtMost(bound):
            formula.at_most(bound, literals)
        case Exactly(bound):
            formula.exactly(bound, literals)
        case Linear(weights):
            encode_sum(formula, sorted(zip(weights, literals, strict=True), reverse=True), window(constraint), SUMS)
        case _:
            assert_never(constraint)


def _rival_groups(constraints: Iterable[Constraint]) -> Iterator[Sequence[Literal]]:
    """Literals of which at most one is true, as constraints in normal form say it."""
    for constraint in constraints:
        match constraint:
            case AtLeast(literals=(one, other)):
                yield ~one, ~other
            case AtMost(1, literals) | Exactly(1, literals):
                yield literals


def _blocking(model: Model, partition: Partition) -> Blocking:
    loose = partition.loose()
    bounded = (c for c in model.constraints if isinstance(c, AtMost | Exactly) and len(c.literals) >= len(loose) > 0)
    caps = ((c.bound, frozenset(c.literals)) for c in bounded if min(c.literals) >= 0)
    return Blocking(loose, [(bound, variables) for bound, variables in caps if variables.issuperset(loose)])
