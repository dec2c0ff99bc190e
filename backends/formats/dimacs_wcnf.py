"""DIMACS CNF for SAT solvers and WCNF (the format of the MaxSAT Evaluations since 2022) for MaxSAT solvers."""

from collections.abc import Iterator, Sequence

from rookery.backends.cnf.clause_list import Clause
from rookery.backends.formats.clauses import Clauses, softs
from rookery.backends.formats.named_model import Subject
from rookery.models import BadInput, Satisfy


def dimacs(subject: Subject) -> Iterator[str]:
    """DIMACS CNF; raises `BadInput` for a model with a goal, which the format cannot say."""
    if not isinstance(subject.model.goal, Satisfy):
        raise BadInput("dimacs has no goal: give a bound (--bound K: as good as K), or take wcnf, opb, lp, mps")
    made = Clauses.of(subject.model)
    yield from subject.comments("c ", "{}")
    yield from _auxiliary(subject, made)
    yield f"p cnf {made.top} {len(made.clauses)}"
    for clause in made.clauses:
        yield " ".join(map(str, (*clause, 0)))


def wcnf(subject: Subject) -> Iterator[str]:
    """WCNF with a line `h` for each hard clause and a weight for each soft one."""
    made = Clauses.of(subject.model)
    cost, soft = softs(subject.model)
    yield from subject.comments("c ", "{}")
    yield from _auxiliary(subject, made)
    if cost is not None:
        yield f"c objective = {'-' if cost.sign < 0 else ''}({cost.constant} + the weight of the broken soft clauses)"
    for clause in (*made.clauses, *_unused(subject, made, [clause for _, clause in soft])):
        yield " ".join(map(str, ("h", *clause, 0)))
    for weight, clause in soft:
        yield " ".join(map(str, (weight, *clause, 0)))


def _unused(subject: Subject, made: Clauses, soft: Sequence[Clause]) -> Iterator[Clause]:
    """A clause that always holds for the last variable where it is in no other: WCNF has no header to count them."""
    last = subject.model.variables
    if made.top == last and not any(last in clause or -last in clause for clause in (*made.clauses, *soft)):
        yield [last, -last]


def _auxiliary(subject: Subject, made: Clauses) -> Iterator[str]:
    first = subject.model.variables + 1
    if made.top >= first:
        yield f"c {first} to {made.top} are auxiliary, decided by those before"
