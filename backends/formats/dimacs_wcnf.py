"""DIMACS CNF for SAT solvers and WCNF (the format of the MaxSAT Evaluations since 2022) for MaxSAT solvers."""

from collections.abc import Iterator, Sequence

from rookery.backends.contract.cost import Cost
from rookery.backends.formats.named_model import NamedModel
from rookery.models import BadInput, Model, Satisfy
from rookery.models.base.words import amount
from rookery.models.cnf.clause_list import Clause
from rookery.models.cnf.model_clauses import ModelClauses, dimacs_literals


def write_dimacs(named: NamedModel, excluded: Sequence[Clause] = ()) -> Iterator[str]:
    """DIMACS CNF, last the clauses that exclude solutions; raises `BadInput` for a goal: the format has none."""
    if not isinstance(named.model.goal, Satisfy):
        raise BadInput("dimacs has no goal: give a bound (--bound K: as good as K), or use wcnf, opb, lp, mps")
    clauses = ModelClauses.of(named.model)
    yield from named.comments("c ", "{}")
    yield from _auxiliary(named, clauses)
    if excluded:
        yield f"c the last {amount(len(excluded), 'clause')} each exclude a solution that is known"
    yield f"p cnf {clauses.top} {len(clauses.clauses) + len(excluded)}"
    for clause in (*clauses.clauses, *excluded):
        yield " ".join(map(str, (*clause, 0)))


def write_wcnf(named: NamedModel) -> Iterator[str]:
    """WCNF with a line `h` for each hard clause and a weight for each soft one."""
    clauses = ModelClauses.of(named.model)
    cost, soft = _soften(named.model)
    yield from named.comments("c ", "{}")
    yield from _auxiliary(named, clauses)
    if cost is not None:
        yield f"c objective = {'-' if cost.sign < 0 else ''}({cost.constant} + the weight of the broken soft clauses)"
    for clause in (*clauses.clauses, *_mention_last(named, clauses, [clause for _, clause in soft])):
        yield " ".join(map(str, ("h", *clause, 0)))
    for weight, clause in soft:
        yield " ".join(map(str, (weight, *clause, 0)))


def _soften(model: Model) -> tuple[Cost | None, list[tuple[int, Clause]]]:
    """The goal as a cost, and as soft clauses with the weights that breaking them costs."""
    cost = Cost.of(model)
    return cost, [(weight, dimacs_literals([~literal])) for weight, literal in (cost.terms() if cost else ())]


def _mention_last(named: NamedModel, clauses: ModelClauses, soft: Sequence[Clause]) -> Iterator[Clause]:
    """A clause that always holds for the last variable where it is in no other: WCNF has no header to count them."""
    last = named.model.variables
    if clauses.top == last and not any(last in clause or -last in clause for clause in (*clauses.clauses, *soft)):
        yield [last, -last]


def _auxiliary(named: NamedModel, clauses: ModelClauses) -> Iterator[str]:
    first = named.model.variables + 1
    if clauses.top >= first:
        yield f"c {first} to {clauses.top} are auxiliary, decided by those before"
