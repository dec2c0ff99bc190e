"""Line variables: one more variable for each group of a model whose truth says that one of the group is true.

A clause that is the union of groups is then a clause of a few of them. Only the clauses decide: a group stands for its
members where all of them stand in the clause, so that holes, tori, forbidden squares and mixed pieces need no care, and
total domination, where a line less one square guards that square, keeps its clauses.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rookery.models import AtLeast, AtMost, Exactly, Model
from rookery.models.base.deadline import look_between
from rookery.models.model import Constraint

Literals = Sequence[int]


def lined(model: Model, worth: float = 0.5, together: float = 1.0) -> Model:
    """The model with variables for groups, above its own; the model itself where no clause shrinks to `worth`.

    So too where those that do have more than the share `together` of their literals left.

    Each solution of the model is the projection of exactly one solution of the new one.
    """
    groups = Groups(model.groups)
    rewritten = [groups.rewritten(constraint, worth) for constraint in look_between(model.constraints)]
    before = sum(len(c.literals) for c, (parts, _) in zip(model.constraints, rewritten, strict=True) if parts)
    after = sum(len(parts) + len(rest) for parts, rest in rewritten if parts)
    if not groups.used or after > together * before:
        return model
    first = model.variables
    names = {group: first + at for at, group in enumerate(groups.used)}
    packed = {frozenset(c.literals) for c in model.constraints if isinstance(c, AtMost) and c.bound == 1}
    kept = [
        AtLeast(1, (*(names[group] for group in parts), *rest))
        for constraint, (parts, rest) in zip(model.constraints, rewritten, strict=True)
        if parts
    ]
    others = [
        constraint
        for constraint, (parts, _) in zip(model.constraints, rewritten, strict=True)
        if not parts and not _defined_by(constraint, names)
    ]
    definitions = (c for group, name in names.items() for c in _definition(name, group, group in packed))
    return replace(
        model, variables=first + len(names), constraints=(*others, *kept, *definitions), symmetries=(), groups=()
    )


def _defined_by(constraint: Constraint, names: dict[frozenset[int], int]) -> bool:
    """Whether a constraint is an at-most-one that the definition of a line variable says as well."""
    return isinstance(constraint, AtMost) and constraint.bound == 1 and frozenset(constraint.literals) in names


def _definition(name: int, group: frozenset[int], packed: bool) -> Iterator[Constraint]:
    """Say that a variable is true when one of a group is; where at most one can be, in one constraint."""
    members = sorted(group)
    if packed:
        yield Exactly(1, (*members, ~name))
        return
    yield AtLeast(1, (~name, *members))
    yield from (AtLeast(1, (name, ~member)) for member in members)


class Groups:
    """The groups of a model by their least member; `used` are those that stand in a clause, in the order of use."""

    def __init__(self, groups: Iterable[Literals]) -> None:
        self._starting: dict[int, list[frozenset[int]]] = {}
        self.used: dict[frozenset[int], None] = {}
        for group in dict.fromkeys(map(frozenset, groups)):
            if len(group) > 1 and min(group) >= 0:
                self._starting.setdefault(min(group), []).append(group)

    def rewritten(self, constraint: Constraint, worth: float) -> tuple[list[frozenset[int]], list[int]]:
        """A clause as groups and the literals in none of them; no groups where that is hardly shorter."""
        if not isinstance(constraint, AtLeast) or constraint.bound != 1:
            return [], []
        parts, rest = self._split(constraint.literals)
        if len(parts) + len(rest) > worth * len(constraint.literals):
            return [], []
        self.used.update(dict.fromkeys(parts))
        return parts, rest

    def _split(self, clause: Literals) -> tuple[list[frozenset[int]], list[int]]:
        members = frozenset(clause)
        begins = filter(self._starting.__contains__, clause)  # long clauses at the speed of C
        parts = [group for v in begins for group in self._starting[v] if group <= members]
        inside = frozenset[int]().union(*parts)
        rest = members - inside
        return parts, list(filter(rest.__contains__, clause)) if rest else []
