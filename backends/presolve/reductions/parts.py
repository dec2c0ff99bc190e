"""The rest of a reduced model: nothing, one covering, or independent parts that are solved one after the other.

A part that is an image of another one is not solved again. The costs of the parts add up.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace

from rookery.backends.contract import Ask, Bound, End, Reason, Solution, Want
from rookery.backends.presolve.cost import Cost
from rookery.backends.presolve.reductions.reduced import Items, Reduced, Renamed, find_costs, move_goal
from rookery.backends.presolve.structure.components import Components, find_parts, sort_components
from rookery.backends.presolve.structure.greedy import build_covering
from rookery.backends.presolve.structure.symmetries import list_useful
from rookery.core.deadline import NEVER, OutOfTime, checking_deadline
from rookery.models import Linear, Minimize, Model, Satisfy
from rookery.models.model.constraints import Term, variable
from rookery.models.model.model import Permutation

Start = Callable[[Model, Ask, bool], Items]  # begins a search, aside of a larger one or not
FEW = 20  # parts of equal size, at the most, of which each gives what it finds at once
CUT = End(proven=False, reason=Reason.TIME)
SOLVED = End(proven=True, note="solved by reductions")


@dataclass(slots=True)
class Part:
    """A part of a covering, `reduced` from the whole; `images` map it to itself and to the parts like it.

    `best` is its best solution so far, or None, in the variables of the whole, whose costs are `weights`. No solution
    costs less than `bound`. `stream` yields better ones, if a search runs. An improvement of a `small` part is given
    with the next solution, not alone.
    """

    reduced: Reduced
    images: Sequence[Permutation]
    weights: Mapping[int, int]
    best: Solution | None
    bound: int
    small: bool = False
    stream: Items | None = None

    def cost(self, found: Solution) -> int:
        """Return the cost of a solution."""
        return sum(self.weights.get(each, 0) for each in found)

    @property
    def settled(self) -> bool:
        """Return whether the best solution so far is proven to be one."""
        return self.best is not None and self.cost(self.best) == self.bound


def split(model: Model) -> list[Part]:
    """Return the parts of a covering that has several, the smallest first; none for any other model."""
    groups = find_groups(model)
    return [] if groups is None else make_parts(model, groups)


def find_groups(model: Model) -> Components | None:
    """Return the parts of a covering, with the numbers of their constraints; None if it is one, or no covering."""
    rows = model.constraints
    if any(isinstance(each, Linear) or not each.literals or min(each.literals) < 0 for each in checking_deadline(rows)):
        return None
    cost = Cost.of(model) if isinstance(model.goal, Minimize) else None
    if cost is None or any(literal < 0 for literal in cost.weights):
        return None
    if any((each.lower or 0) > len(each.literals) for each in rows):  # no solution, as the backend will find
        return None
    parts = find_parts(model.variables, [each.literals for each in rows])
    # variables that hit nothing: nothing was reduced
    return parts if 1 < len(parts) == len(parts.bound) else None


def make_parts(model: Model, groups: Components) -> list[Part]:
    """Return a part for each group that is no image of another one, the smallest first."""
    (rows,), every, parts = groups.groups, model.constraints, list[Part]()
    weights = dict(enumerate(find_costs(model)))
    goal, terms = model.goal, list[list[Term]]([] for _ in groups.members)
    assert isinstance(goal, Minimize)
    for weight, literal in goal.terms():
        terms[groups.owner[variable(literal)]].append((weight, literal))
    symmetries = [range(model.variables), *list_useful(model, model.variables)]
    for at, own, images in sort_components(groups.members, symmetries):
        kept = groups.members[at]
        place = {each: new for new, each in enumerate(kept)}
        own_weights = None if goal.weights is None else tuple(weight for weight, _ in terms[at])
        held = ([place[each] for each in group if each in place] for group in model.groups)
        alone = Model(
            len(kept),
            [replace(every[row], literals=tuple(place[each] for each in every[row].literals)) for row in rows[at]],
            move_goal(Minimize(tuple(literal for _, literal in terms[at]), own_weights), place),
            tuple(tuple(place[p[each]] for each in kept) for p in own),
            Renamed(model.name, kept),
            tuple(tuple(group) for group in held if len(group) > 1),
        )
        reduced, of_part = Reduced(model, alone, kept), {place[each]: weights[each] for each in kept}
        some, bound = find_some(alone, of_part), find_bound(alone, of_part)
        best = None if some is None else reduced.solution(some)
        parts.append(Part(reduced, images, weights, best, bound))
    # Each solution of the whole takes time to be checked, so that small parts give none of their own
    many = sum(len(part.reduced.model.constraints) for part in parts)
    for part in parts:
        part.small = FEW * len(part.reduced.model.constraints) < many
    return sorted(parts, key=lambda part: len(part.reduced.model.constraints))


def find_some(model: Model, weights: Mapping[int, int]) -> Solution | None:
    """Return a minimal greedy solution of a covering; None if greedy steps lead to none."""
    rows = [(row.literals, (1,) * len(row.literals), row.lower, row.upper) for row in model.constraints]
    return build_covering(rows, model.variables, weights, NEVER)


def find_bound(model: Model, weights: Mapping[int, int]) -> int:
    """Return a lower bound: the cost of rows that share no column, the shortest first."""
    bound, used = 0, set[int]()
    rows = (row for row in model.constraints if (row.lower or 0) > 0)
    for row in sorted(rows, key=lambda row: len(row.literals)):
        if used.isdisjoint(row.literals):
            used.update(row.literals)
            bound += sum(sorted(weights.get(each, 0) for each in row.literals)[: row.lower])
    return bound


def combine_optima(parts: Sequence[Part], outcome: End) -> Items:
    """Yield ever better solutions of all parts together: the known ones, then improvements of each part in turn.

    The end is that of the last search, or of the first one without a proof, after which no other begins; `outcome` if
    no part is searched. Its bound is that of all parts.
    """
    if (given := _join_best(parts)) is not None:
        yield given
    spent = Counter[str]()
    with ExitStack() as stack:
        searched = [(each, stack.enter_context(closing(each.stream))) for each in parts if each.stream is not None]
        for each, stream in searched:
            ended = CUT
            for item in _until_out_of_time(stream):
                if isinstance(item, End):
                    ended = item
                elif isinstance(item, Bound):
                    each.bound = each.bound if item.value is None else max(each.bound, item.value)
                elif each.best is None or each.cost(item) < each.cost(each.best):
                    each.best = item
                    if not each.small and (better := _join_best(parts)) is not None:
                        yield Bound(_add_bounds(parts))
                        yield (given := better)
            spent.update(ended.statistics)
            ended = replace(ended, statistics=dict(spent))
            if not ended.proven:
                outcome, each.bound = ended, each.bound if ended.bound is None else max(each.bound, ended.bound)
                break
            if each.best is None:  # a part without a solution
                yield replace(ended, bound=None)
                return
            each.bound = each.cost(each.best)  # a backend need not say the bound of what it has proven
            outcome = ended if outcome.proven else replace(outcome, statistics=dict(spent))
    if (last := _join_best(parts)) is not None and last != given:
        yield last
    yield replace(outcome, bound=_add_bounds(parts))


def _add_bounds(parts: Sequence[Part]) -> int:
    """Return the bound of all parts together."""
    return sum(len(each.images) * each.bound for each in parts)


def _until_out_of_time(stream: Items) -> Items:
    """Yield the items of a stream; an outcome ends it also when the time runs out in the middle."""
    try:
        yield from stream
    except OutOfTime:
        yield CUT


def _join_best(parts: Sequence[Part]) -> Solution | None:
    """Return the best solutions of all parts and of their images; None while some part has none.

    A number that is no variable of a part becomes none of the whole either, so that the referee refuses it.
    """
    found = list[int]()
    for each in parts:
        if each.best is None:
            return None
        found += (image[v] if v < len(image) else v for image in each.images for v in each.best)
    return frozenset(map(int, found))  # images may be rows of a table


@dataclass(frozen=True, slots=True)
class Remainder:
    """Remainder of a model after the reductions, in its parts if there are several."""

    reduced: Reduced
    parts: Sequence[Part]

    @property
    def steps(self) -> list[str]:
        """The steps of the reduction, a readable line each."""
        many, sorts = sum(len(part.images) for part in self.parts), len(self.parts)
        parts = [f"parts: {many} that share nothing, {sorts} to solve"] if self.parts else []
        return [*self.reduced.steps, *parts, *(["search: none, as nothing is left"] if self.reduced.decided else [])]

    def solve(self, ask: Ask, start: Start) -> Items:
        """Return the stream of the model's solutions, by the searches that `start` makes."""
        ask, model = self.reduced.ask(ask), self.reduced.model
        if self.reduced.decided:
            return self.reduced.read(_give_only(model))
        if not self.parts:
            return self.reduced.read(start(model, ask, False))
        open_parts = [part for part in self.parts if not part.settled]
        outcome = CUT
        with suppress(OutOfTime):  # the known solutions and bounds are given all the same
            for part in open_parts:
                asked, aside = part.reduced.ask(ask), part is not open_parts[-1]
                part.stream = part.reduced.read(start(part.reduced.model, asked, aside))
            outcome = SOLVED
        return self.reduced.read(combine_optima(self.parts, outcome))


def find_remainder(whole: Reduced, ask: Ask, divides: bool) -> Remainder | None:
    """Find the remainder that is to be solved, in parts if it is to be divided; None if the model did not change."""
    # with a checkpoint the parts stay together: their searches would have the same names
    asked = divides and ask.want is Want.ONE and ask.store is None
    found = Remainder(whole, split(whole.model) if asked else ())
    return found if whole.model is not whole.source or found.parts else None


def _give_only(model: Model) -> Items:
    """Return the solution of a model that has no variables."""
    yield frozenset()
    yield SOLVED if isinstance(model.goal, Satisfy) else replace(SOLVED, bound=0)
