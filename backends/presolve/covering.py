"""Coverings, packings and exact covers, recognised in the constraints of a model.

A covering chooses variables such that each *item* is hit by one of its options, or by as many as it demands, at most
one variable of each *clique* is chosen, and the number of chosen variables is within bounds. Placement and domination
of every kind are coverings.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from rookery.backends.presolve.propagation import Propagation, Unsolvable, Values, rewrite
from rookery.backends.presolve.structure.masks import Masks, make_masks
from rookery.core.deadline import checking_deadline
from rookery.core.values import remember
from rookery.models.model.constraints import AtLeast, AtMost, Constraint, Linear
from rookery.models.model.model import Maximize, Minimize, Model, Satisfy

if TYPE_CHECKING:
    from rookery.backends.presolve.structure.incidence import Incidence

Options = tuple[int, ...]


@dataclass(frozen=True)
class Covering:
    """A model as items with their options, cliques of conflicting variables, and bounds on how many are chosen.

    `demands` is how many of its options each item asks for, `wholes` which of them are enough alone.
    `forced` are chosen beforehand and count no more, `free` may be chosen. `infeasible` says that propagation refutes
    the constraints; then nothing else is read. The goal is as few as possible (-1), as many (+1), or any number in
    bounds (0). `costs` of each variable replace the number chosen where there are some.
    """

    variables: int
    forced: frozenset[int]
    free: frozenset[int]
    items: tuple[Options, ...]
    demands: tuple[int, ...]
    wholes: tuple[frozenset[int], ...]
    cliques: tuple[Options, ...]
    least: int
    most: int
    goal: int
    infeasible: bool = False
    costs: tuple[int, ...] = ()

    @cached_property
    def by_row(self) -> "Incidence":
        """The variables that hit each item, as arrays."""
        from rookery.backends.presolve.structure.incidence import Incidence

        return Incidence.of(self.items, self.variables)

    @cached_property
    def by_column(self) -> "Incidence":
        """The items that each variable hits, as arrays."""
        return self.by_row.transpose()

    def masks(self, order: Sequence[int]) -> Masks:
        """Items and conflicts as bit masks of the free variables, numbered as `order` lists them."""
        return make_masks(self.items, self.cliques, order)

    @property
    def folded(self) -> bool:
        """Return whether some item demands more than one of its options."""
        return any(demand > 1 for demand in self.demands)


@remember
def read_covering(model: Model) -> Covering | None:
    """Return the covering that is left of a model after propagation; None if it is something else."""
    goal = _goal(model)
    if goal is None:
        return None
    try:
        values = Propagation(model.constraints).values
    except Unsolvable:
        free = frozenset(range(model.variables))
        return Covering(model.variables, frozenset(), free, (), (), (), (), 0, 0, goal, infeasible=True)
    forced = frozenset(each for each, value in values.items() if value)
    free = frozenset(each for each in range(model.variables) if each not in values)
    parts = list[_Part]()
    for constraint in _undecided(model, values):
        part = _part(constraint, len(free))
        if part is None:
            return None
        parts.append(part)
    if _is_overfilled(parts):
        return None
    least = max((part.least for part in parts), default=0)
    most = min((part.most for part in parts if part.most is not None), default=len(free))
    return Covering(
        variables=model.variables,
        forced=forced,
        free=free,
        **_merge_items((tuple(part.item), part.demand, part.whole) for part in parts if part.item is not None),
        cliques=tuple(dict.fromkeys(tuple(part.clique) for part in parts if len(part.clique) > 1)),
        least=least,
        most=most,
        goal=goal,
        infeasible=least > most,
    )


def _undecided(model: Model, values: Values) -> Iterator[Constraint]:
    """Yield the constraints of a model on the variables without a value."""
    for constraint in checking_deadline(model.constraints):
        literals = constraint.literals
        if values and not (values.keys().isdisjoint(literals) and min(literals, default=0) >= 0):
            left = rewrite(constraint, values, range(model.variables))
            if left is not None:
                yield left
        else:
            yield constraint


@remember
def read_priced_covering(model: Model) -> Covering | None:
    """Return a covering without cliques and the `costs`, 0 or more each, that its model minimises.

    None if the model is something else, or if propagation refutes it.
    """
    goal = model.goal
    if not isinstance(goal, Minimize) or min(goal.literals, default=0) < 0 or min(goal.weights or (0,)) < 0:
        return None
    found = read_covering(replace(model, goal=Satisfy()) if _goal(model) is None else model)
    if found is None or found.infeasible or found.cliques or found.most < len(found.free) or any(found.wholes):
        return None
    costs = [0] * model.variables
    for weight, literal in goal.terms():
        costs[literal] += weight
    if found.least > 0:
        found = replace(
            found,
            items=(*found.items, tuple(sorted(found.free))),
            demands=(*found.demands, found.least),
            wholes=(*found.wholes, frozenset()),
            least=0,
        )
    return replace(found, costs=tuple(costs))


def _is_overfilled(parts: Iterable["_Part"]) -> bool:
    """Return whether an option is enough for several items, or several are for one: the search supports neither."""
    wholes = [part.whole for part in parts if part.whole]
    return any(len(whole) > 1 for whole in wholes) or len(set(wholes)) < len(wholes)


class _Part(NamedTuple):
    """Reading of one constraint: an item to hit, a clique, or bounds on the whole."""

    item: Sequence[int] | None = None
    demand: int = 1
    whole: frozenset[int] = frozenset()
    clique: Sequence[int] = ()
    least: int = 0
    most: int | None = None


def _goal(model: Model) -> int | None:
    match model.goal:
        case Satisfy():
            return 0
        case Minimize() | Maximize() as goal:
            plain = goal.weights is None or set(goal.weights) == {1}
            whole = len(goal.literals) == model.variables and all(literal >= 0 for literal in goal.literals)
            return (-1 if isinstance(goal, Minimize) else 1) if plain and whole else None


def _part(constraint: Constraint, variables: int) -> _Part | None:
    """Return what a constraint on `variables` undecided variables is of a covering; None if it does not fit."""
    literals = constraint.literals
    if literals and min(literals) < 0:
        return None
    if isinstance(constraint, AtLeast):
        return _at_least(constraint.bound, literals, variables)
    if isinstance(constraint, Linear):
        return _multiple_item(constraint)
    bound, size = constraint.bound, len(literals)
    if isinstance(constraint, AtMost):
        return _at_most(bound, literals, variables)
    if bound == 1:
        return _Part(item=literals, clique=literals)
    return _Part(least=bound, most=bound) if size == variables else None


def _multiple_item(constraint: Linear) -> _Part | None:
    """Return an item that demands several options, or one of those that weigh as much as the demand."""
    demand = constraint.lower
    if constraint.upper is not None or demand is None or demand < 1:
        return None
    weighed = list(zip(constraint.weights, constraint.literals, strict=True))
    enough = frozenset(v for w, v in weighed if w >= demand)
    if any(w != 1 and v not in enough for w, v in weighed):
        return None
    # the others cannot reach more than this together; the demand itself may be a number of any size
    demand = min(demand, len(weighed) - len(enough) + 1)
    return _Part(item=constraint.literals, demand=demand, whole=enough if demand > 1 else frozenset())


def _at_most(bound: int, literals: Sequence[int], variables: int) -> _Part | None:
    if bound >= len(literals):
        return _Part()
    if len(literals) == variables:
        return _Part(most=bound)
    return _Part(clique=literals) if bound == 1 else None


def _at_least(bound: int, literals: Sequence[int], variables: int) -> _Part | None:
    if bound <= 0:
        return _Part()
    if len(literals) == variables and bound > 1:
        return _Part(least=bound)
    return _Part(literals, bound)


def _merge_items(items: Iterable[tuple[Options, int, frozenset[int]]]) -> dict[str, Any]:
    """Return items, demands and wholes as fields of a covering; equal items are one, with the largest demand."""
    listed = list(checking_deadline(items))
    if all(demand == 1 for _, demand, _ in listed):  # most models: six times as fast as the general case
        merged = tuple(dict.fromkeys(item for item, _, _ in listed))
        return {"items": merged, "demands": (1,) * len(merged), "wholes": (frozenset(),) * len(merged)}
    largest: dict[tuple[Options, frozenset[int]], int] = {}
    for item, demand, whole in listed:
        key = item, whole if demand > 1 else frozenset()
        largest[key] = max(demand, largest.get(key, 0))
    return {
        "items": tuple(item for item, _ in largest),
        "demands": tuple(largest.values()),
        "wholes": tuple(whole for _, whole in largest),
    }
