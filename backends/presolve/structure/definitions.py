"""Auxiliary variables that clauses define: true if and only if at least one of some literals is true."""

from collections.abc import Iterable, Mapping, Sequence, Set

from rookery.core.deadline import checking_deadline
from rookery.models import AtLeast
from rookery.models.model.constraints import Literal

Clause = tuple[Literal, ...]
Defined = dict[int, Clause]  # for each such variable the literals, all of which are positive


def read_definitions(clauses: Iterable[AtLeast]) -> tuple[Defined, list[Clause]]:
    """Return the variables that clauses define as one of several earlier ones, and the clauses that say something else.

    Two kinds of clauses define `x`: `(x, ~one)` for each one, and `(~x, *ones)`.
    """
    every = [tuple(clause.literals) for clause in checking_deadline(clauses)]
    implied = {(max(clause), ~min(clause)) for clause in every if len(clause) == 2 and min(clause) < 0 <= max(clause)}
    found: Defined = {}
    for clause in checking_deadline(every):
        negated = [literal for literal in clause if literal < 0]
        if len(negated) == 1 and _defines(~negated[0], clause, implied):
            found[~negated[0]] = tuple(literal for literal in clause if literal >= 0)
    used = {(variable, one) for variable, ones in found.items() for one in ones}
    return found, [clause for clause in every if not _is_part(clause, found, used)]


def _defines(variable: int, clause: Clause, implied: Set[tuple[int, int]]) -> bool:
    ones = [literal for literal in clause if literal >= 0]
    return len(ones) > 1 and max(ones) < variable and all((variable, one) in implied for one in ones)


def _is_part(clause: Clause, found: Defined, used: Set[tuple[int, int]]) -> bool:
    """Return whether a clause is one of those that define a variable."""
    least, most = min(clause, default=0), max(clause, default=0)
    if len(clause) == 2 and least < 0 <= most and (most, ~least) in used:
        return True
    return least < 0 and found.get(~least) == tuple(literal for literal in clause if literal >= 0)


def complete_chosen(chosen: Iterable[int], definitions: Mapping[int, Sequence[Literal]]) -> frozenset[int]:
    """Return true variables together with the defined variables that follow from them."""
    true = set(chosen)
    for defined in sorted(definitions):
        if not true.isdisjoint(definitions[defined]):
            true.add(defined)
    return frozenset(true)
