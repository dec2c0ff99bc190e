"""Line variables: one more variable for each group of a model whose truth says that one of the group is true.

A clause that is the union of groups is then a clause of a few of them. Only the clauses decide: a group stands for its
members where all of them stand in the clause, so that holes, tori, forbidden squares and mixed pieces need no care, and
total domination, where a line less one square guards that square, keeps its clauses.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rookery.core.deadline import checking_deadline
from rookery.models import AtLeast, AtMost, Exactly, Model
from rookery.models.model.constraints import Constraint, Literal

Group = frozenset[int]
Lines = Mapping[Group, int]  # groups and the variables that stand for them


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A constraint, and if it is a clause to shorten, groups that it is made of and the literals in none of them."""

    constraint: Constraint
    groups: Sequence[Group] = ()
    rest: Sequence[Literal] = ()

    @property
    def size(self) -> int:
        """The number of literals of the shortened clause."""
        return len(self.groups) + len(self.rest)

    def clause(self, lines: Lines) -> AtLeast:
        """Return the shortened clause."""
        return AtLeast(1, (*(lines[group] for group in self.groups), *self.rest))


def add_line_variables(model: Model, clause_share: float = 0.5, total_share: float = 1.0) -> Model:
    """Return the model with variables for groups, above its own; the model itself if no clause shrinks enough.

    A clause is to keep at most the share `clause_share` of its literals, and all that do together `total_share`.
    Each solution of the model is the projection of exactly one solution of the new one.
    """
    rewrites = list(_rewrite(model, clause_share))
    shortened = [rewrite for rewrite in rewrites if rewrite.groups]
    before = sum(len(rewrite.constraint.literals) for rewrite in shortened)
    if not shortened or sum(rewrite.size for rewrite in shortened) > total_share * before:
        return model
    groups = dict.fromkeys(group for rewrite in shortened for group in rewrite.groups)
    lines = {group: variable for variable, group in enumerate(groups, model.variables)}
    constraints = (
        *(r.constraint for r in rewrites if not r.groups and not _is_defined_by(r.constraint, lines)),
        *(rewrite.clause(lines) for rewrite in shortened),
        *_definitions(model, lines),
    )
    return replace(
        model, variables=model.variables + len(lines), constraints=constraints, symmetries=(), moves=(), groups=()
    )


def _is_defined_by(constraint: Constraint, lines: Lines) -> bool:
    """Return whether a constraint is an at-most-one that the definition of a line variable says as well."""
    return isinstance(constraint, AtMost) and constraint.bound == 1 and frozenset(constraint.literals) in lines


def _definitions(model: Model, lines: Lines) -> Iterator[Constraint]:
    """Say that a variable is true when one of its group is; where at most one can be, in one constraint."""
    exclusive = {frozenset(c.literals) for c in model.constraints if isinstance(c, AtMost) and c.bound == 1}
    for group, line in lines.items():
        members = sorted(group)
        if group in exclusive:
            yield Exactly(1, (*members, ~line))
        else:
            yield AtLeast(1, (~line, *members))
            yield from (AtLeast(1, (line, ~member)) for member in members)


def _rewrite(model: Model, share: float) -> Iterator[Rewrite]:
    """Yield each constraint, clauses with their groups where these leave at most this share of the literals."""
    by_least = _by_least_member(model.groups)
    for constraint in checking_deadline(model.constraints):
        rewrite = Rewrite(constraint)
        if isinstance(constraint, AtLeast) and constraint.bound == 1:
            shorter = Rewrite(constraint, *_split(constraint.literals, by_least))
            rewrite = shorter if shorter.size <= share * len(constraint.literals) else rewrite
        yield rewrite


def _by_least_member(groups: Iterable[Sequence[int]]) -> dict[int, list[Group]]:
    """Return the groups of two variables or more by the least of them, each once."""
    by_least: dict[int, list[Group]] = {}
    for group in dict.fromkeys(map(frozenset, groups)):
        if len(group) > 1 and min(group) >= 0:
            by_least.setdefault(min(group), []).append(group)
    return by_least


def _split(clause: Sequence[Literal], by_least: Mapping[int, Sequence[Group]]) -> tuple[list[Group], list[Literal]]:
    """Return the groups that lie in a clause whole, and the literals in none of them."""
    members = frozenset(clause)
    starts = filter(by_least.__contains__, clause)  # long clauses at the speed of C
    groups = [group for start in starts for group in by_least[start] if group <= members]
    rest = members.difference(*groups)
    return groups, list(filter(rest.__contains__, clause)) if rest else []
