"""Solves what is left of a reduced model: nothing, one covering, or its independent parts one after the other.

Independent parts of a covering: which there are, which are images of others, and quick bounds for each.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from math import inf
from typing import Any

from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Outcome, Request, Solution
from rookery.backends.contract.cost import Cost
from rookery.backends.contract.reductions import Switches
from rookery.backends.presolve.reductions.reduce import reduce_model
from rookery.backends.presolve.reductions.reduced import Items, Reduced, Renamed, ask_of_kept, move_goal, translate
from rookery.backends.presolve.structure.incidence import Components, Incidence, find_parts
from rookery.core.deadline import OutOfTime, checking_deadline
from rookery.models import AtLeast, Minimize, Model, Satisfy
from rookery.models.model.model import Constraint, Permutation


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a covering whose variable v is variable `kept[v]` of the whole.

    `images` are permutations of the whole that take it to parts like it, to itself first. `quick` is some solution, and
    `bound` what each costs at the least.
    """

    model: Model
    kept: Sequence[int]
    images: tuple[Permutation, ...]
    weights: Mapping[int, int]
    quick: Solution
    bound: int

    @property
    def settled(self) -> bool:
        """Return whether the quick solution is a best one."""
        return self.cost(self.quick) == self.bound

    def cost(self, found: Solution) -> int:
        """The cost of a solution of the part."""
        return sum(self.weights.get(each, 0) for each in found)

    def everywhere(self, found: Solution) -> Iterator[int]:
        """A solution of the part in all parts like it; a variable that it does not have stays beyond the whole."""
        chosen = tuple(translate(found, self.kept, len(self.images[0])))
        return (image[each] if each < len(image) else each for image in self.images for each in chosen)


def split(model: Model) -> list[Part]:
    """The parts of a covering that has several, the smallest first; none for any other model."""
    groups = find_groups(model)
    return [] if groups is None else make_parts(model, groups)


def find_groups(model: Model) -> Components | None:
    """The parts of a covering that falls apart, and their rows by number; None for any other model."""
    rows = model.constraints
    if any(
        not isinstance(each, AtLeast) or not each.literals or min(each.literals) < 0 for each in checking_deadline(rows)
    ):
        return None
    cost = Cost.of(model) if isinstance(model.goal, Minimize) else None
    if cost is None or any(literal < 0 for literal in cost.weights):
        return None
    if any((each.lower or 0) > len(each.literals) for each in rows):  # no solution, as the backend will find
        return None
    parts = find_parts(Incidence.of([each.literals for each in rows], model.variables))
    # variables that hit nothing: nothing was reduced
    return parts if 1 < len(parts) == len(parts.bound) else None


def make_parts(model: Model, groups: Components) -> list[Part]:
    """A part for each group that is no image of another one, the smallest first."""
    (rows,), every = groups.groups, model.constraints
    parts = [
        _make_part(model, groups.members[at], [every[row] for row in rows[at]], images)
        for at, images in _find_images(model, groups)
    ]
    return sorted(parts, key=lambda part: len(part.model.constraints))


def _find_images(model: Model, groups: Components) -> Iterator[tuple[int, tuple[Permutation, ...]]]:
    """A part of each sort by its number, with the symmetries that take it to the others of its sort."""
    identity, rest, owner = range(model.variables), set(range(len(groups))), groups.owner.tolist()
    for at, members in enumerate(groups.members):
        if at in rest:
            images = {owner[p[members[0]]]: p for p in model.symmetries} | {at: identity}
            images = {other: p for other, p in images.items() if other in rest}
            rest -= images.keys()
            yield at, tuple(images.values())


def _make_part(whole: Model, kept: Sequence[int], rows: Sequence[Constraint], images: tuple[Permutation, ...]) -> Part:
    """One part, with the symmetries that take it to itself."""
    place = {each: at for at, each in enumerate(kept)}
    groups = ([place[each] for each in group if each in place] for group in whole.groups)
    own = (tuple(place[p[each]] for each in kept) for p in whole.symmetries if p[kept[0]] in place)
    model = Model(
        len(kept),
        [AtLeast(row.lower or 0, tuple(place[each] for each in row.literals)) for row in rows],
        move_goal(whole.goal, place),
        tuple(dict.fromkeys(own)),
        Renamed(whole.name, kept),
        tuple(tuple(group) for group in groups if len(group) > 1),
    )
    cost = Cost.of(model)
    weights = {} if cost is None else cost.weights
    return Part(model, kept, images, weights, find_some(model, weights), find_bound(model, weights))


def find_some(model: Model, weights: Mapping[int, int]) -> Solution:
    """A solution of a covering: always the column next that hits most for its cost, without those not needed."""
    rows, needs = [row.literals for row in model.constraints], [row.lower or 0 for row in model.constraints]
    hits = list(Incidence.of(rows, model.variables).transpose())

    def price(each: int) -> float:
        gain = sum(needs[row] > 0 for row in hits[each])
        return weights.get(each, 0) / gain if gain else inf

    chosen, waiting = list[int](), [(price(each), each) for each in range(model.variables)]
    heapify(waiting)
    while waiting:
        _, each = heappop(waiting)
        now = price(each)
        if waiting and now > waiting[0][0]:
            if now < inf:
                heappush(waiting, (now, each))
            continue
        if now < inf:
            chosen.append(each)
            _hit(needs, hits[each], 1)
    needed = set(chosen)
    for each in chosen:
        if all(needs[row] < 0 for row in hits[each]):
            _hit(needs, hits[each], -1)
            needed.discard(each)
    return frozenset(needed)


def _hit(needs: list[int], rows: Iterable[int], times: int) -> None:
    for row in rows:
        needs[row] -= times


def find_bound(model: Model, weights: Mapping[int, int]) -> int:
    """A lower bound: the cost of rows that share no column, the shortest first."""
    bound, used = 0, set[int]()
    for row in sorted(model.constraints, key=lambda row: len(row.literals)):
        if used.isdisjoint(row.literals):
            used.update(row.literals)
            bound += sum(sorted(weights.get(each, 0) for each in row.literals)[: row.lower])
    return bound


# Begins a search, aside of a larger one or not, with a program that is there already or with None.
Start = Callable[[Model, Request, bool, Any], Items]
Foresee = Callable[[Model, Request], Any]  # the program of what is solved soon without a search, else None


FEW = 20  # parts of equal size, at the most, of which each gives what it finds at once
SOLVED = Outcome(proven=True, raw_status="solved by reductions", workers=1)
CUT = Outcome(proven=False, end=End.TIME)


@dataclass(frozen=True, slots=True)
class Remainder:
    """Remainder of a model after the reductions, in its parts if there are several.

    A model with several parts is left whole where its backend has a `program` for it whose effort is known beforehand.
    """

    reduced: Reduced
    parts: "Sequence[Part]"
    program: Any = None

    @property
    def steps(self) -> list[str]:
        """The steps of the reduction, a readable line each."""
        many, sorts = sum(len(part.images) for part in self.parts), len(self.parts)
        parts = [f"parts: {many} that share nothing, {sorts} to solve"] if self.parts else []
        return [*self.reduced.steps, *parts, *(["search: none, as nothing is left"] if self.reduced.decided else [])]

    def solve(self, request: Request, start: Start) -> Items:
        """The stream of the model's solutions, by the searches that `start` makes."""
        request, model = self.reduced.request(request), self.reduced.model
        if self.reduced.decided:
            return self.reduced.read(_give_only(model))
        if not self.parts:
            return self.reduced.read(start(model, request, False, self.program))
        open_parts = [at for at, part in enumerate(self.parts) if not part.settled]
        streams = dict[int, Items]()
        with suppress(OutOfTime):  # what is known of the parts is said all the same
            for at in open_parts:
                part = self.parts[at]
                streams[at] = start(part.model, ask_of_kept(request, part.kept), at != open_parts[-1], None)
        outcome = SOLVED if len(streams) == len(open_parts) else CUT
        return self.reduced.read(_solve_parts(self.parts, streams, outcome))


def find_remainder(
    model: Model, request: Request, switches: Switches, foresee: Foresee = lambda model, request: None
) -> Remainder | None:
    """Find the remainder that is to be solved; None if the model did not change."""
    reduced = reduce_model(model, request, switches)
    whole = reduced or Reduced(model, model, range(model.variables))
    asked = switches.parts and request.want is Want.ONE
    found = _split(whole, request, foresee) if asked else Remainder(whole, ())
    return found if reduced or found.parts or found.program else None


def _split(whole: Reduced, request: Request, foresee: Foresee) -> Remainder:
    """The remainder by its parts if there are several; they are imported only when needed."""

    groups = find_groups(whole.model)
    if groups is None:
        return Remainder(whole, ())
    program = foresee(whole.model, whole.request(request))
    return Remainder(whole, () if program else make_parts(whole.model, groups), program)


def _give_only(model: Model) -> Items:
    """The solution of a model that has no variables."""
    yield frozenset()
    yield SOLVED if isinstance(model.goal, Satisfy) else replace(SOLVED, bound=0)


def _solve_parts(parts: "Sequence[Part]", streams: dict[int, Items], outcome: Outcome) -> Items:
    """Give ever better solutions of all parts together: quick ones first, then the best of each part, the smallest
    first.

    The gain of a small part is given with the next solution, since each solution of the whole takes time to be checked.
    """
    best, bounds = [part.quick for part in parts], [part.bound for part in parts]
    large = sum(len(part.model.constraints) for part in parts) / FEW
    yield (given := _together(parts, best))
    with ExitStack() as stack:
        for stream in streams.values():
            stack.enter_context(closing(stream))
        for at, stream in streams.items():
            ended = CUT
            for item in _until_out_of_time(stream):
                if isinstance(item, Outcome):
                    ended = item
                elif parts[at].cost(item) < parts[at].cost(best[at]):
                    best[at] = item
                    if len(parts[at].model.constraints) >= large:
                        yield (given := _together(parts, best))
            if not ended.proven:
                outcome, bounds[at] = ended, max(bounds[at], ended.bound or 0)
                break
            bounds[at] = parts[at].cost(best[at])  # a backend need not say the bound of what it has proven
            outcome = ended if outcome.proven else outcome
    if (last := _together(parts, best)) != given:
        yield last
    total = sum(len(part.images) * bound for part, bound in zip(parts, bounds, strict=True))
    yield replace(outcome, bound=total)


def _until_out_of_time(stream: Items) -> Items:
    """Yield the items of a stream; an outcome ends it also when the time runs out in the middle."""
    try:
        yield from stream
    except OutOfTime:
        yield CUT


def _together(parts: "Sequence[Part]", best: Sequence[Solution]) -> Solution:
    """A solution of the whole from one of each part."""

    def members() -> Iterator[int]:
        for part, found in zip(parts, best, strict=True):
            yield from part.everywhere(found)

    return frozenset(members())
