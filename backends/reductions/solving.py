"""Solves what is left of a reduced model: nothing, one covering, or its independent parts one after the other."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Outcome, Request, Solution
from rookery.backends.contract.reductions import Switches
from rookery.backends.reductions.reduce import reduce_model
from rookery.backends.reductions.reduced import Items, Reduced
from rookery.models import Model, Satisfy
from rookery.models.base.deadline import OutOfTime

if TYPE_CHECKING:
    from rookery.backends.reductions.parts import Part

# Begins a search, aside of a larger one or not, with a program that is there already or with None.
Start = Callable[[Model, Request, bool, Any], Items]
Foresee = Callable[[Model, Request], Any]  # the program of what is solved soon without a search, else None


FEW = 20  # parts of equal size, at the most, of which each gives what it finds at once
SOLVED = Outcome(proven=True, raw_status="solved by reductions", workers=1)
CUT = Outcome(proven=False, end=End.TIME)


@dataclass(frozen=True, slots=True)
class Remainder:
    """How a model is solved: what the reductions leave of it, in its parts where there are several.

    What falls apart is left whole where its backend has a `program` for it whose effort is known beforehand.
    """

    reduced: Reduced
    parts: "Sequence[Part]"
    program: Any = None

    @property
    def steps(self) -> list[str]:
        """What was done, a readable line each."""
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
                streams[at] = start(self.parts[at].model, request, at != open_parts[-1], None)
        outcome = SOLVED if len(streams) == len(open_parts) else CUT
        return self.reduced.read(_solve_parts(self.parts, streams, outcome))


def find_remainder(
    model: Model, request: Request, switches: Switches, foresee: Foresee = lambda model, request: None
) -> Remainder | None:
    """How a model is to be solved; None where it is as it was."""
    reduced = reduce_model(model, request, switches)
    whole = reduced or Reduced(model, model, range(model.variables))
    asked = switches.parts and request.want is Want.ONE
    found = _split(whole, request, foresee) if asked else Remainder(whole, ())
    return found if reduced or found.parts or found.program else None


def _split(whole: Reduced, request: Request, foresee: Foresee) -> Remainder:
    """What is left by its parts where there are several; they are imported where they are asked for."""
    from rookery.backends.reductions.parts import find_groups, make_parts

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
    """Ever better solutions of all parts together: quick ones first, then the best of each part, the smallest first.

    What a small part gains is given with what comes next, since each solution of the whole takes time to be checked.
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
    """What a stream gives; an outcome ends it also where the time is up in the midst of it."""
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
