"""A model made smaller, and how its solutions, its bound and its hints are read as those of the model it came from."""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from rookery.backends.contract.backend import Outcome, Request, Solution
from rookery.models import Model
from rookery.models.base.words import amount
from rookery.models.model import Literal, variable

Items = Generator[Solution | Outcome, None, None]


@dataclass(frozen=True, slots=True)
class Renamed:
    """What the variables that are left mean."""

    name: Callable[[int], str]
    kept: Sequence[int]

    def __call__(self, each: int) -> str:
        """The name of a variable."""
        return self.name(self.kept[each])


@dataclass(frozen=True, slots=True)
class Reduced:
    """A model whose variable v is variable `kept[v]` of the `source`; of the others, `chosen` are true.

    An objective of the model counts for `unit` each in the source, where the decided variables add `worth`. `steps` say
    what was done.
    """

    source: Model
    model: Model
    kept: Sequence[int]
    chosen: frozenset[int] = frozenset()
    worth: int = 0
    unit: int = 1
    steps: tuple[str, ...] = ()

    @property
    def decided(self) -> bool:
        """Whether nothing is left to be solved."""
        return not self.model.variables and not self.model.constraints

    def solution(self, found: Solution) -> Solution:
        """A solution of the source."""
        return self.chosen.union(translate(found, self.kept, self.source.variables))

    def outcome(self, outcome: Outcome) -> Outcome:
        """How a search of the source ended."""
        return outcome if outcome.bound is None else replace(outcome, bound=self.unit * outcome.bound + self.worth)

    def read(self, stream: Items) -> Items:
        """A stream of solutions of the source."""
        with closing(stream):
            for item in stream:
                yield self.outcome(item) if isinstance(item, Outcome) else self.solution(item)

    def request(self, request: Request) -> Request:
        """What is asked about the small model: a hint says nothing of what was decided."""
        if not request.hint:
            return request
        place = {each: at for at, each in enumerate(self.kept)}
        return replace(
            request, hint=tuple(_move(literal, place) for literal in request.hint if variable(literal) in place)
        )


def translate(found: Solution, kept: Sequence[int], beyond: int) -> Iterator[int]:
    """Variables by their numbers in the model they came from; those that are not there stay beyond it."""
    return (kept[each] if 0 <= each < len(kept) else beyond + abs(each) for each in found)


def _move(literal: Literal, place: dict[int, int]) -> Literal:
    return place[literal] if literal >= 0 else ~place[~literal]


def describe_step(model: Model, smaller: Model) -> str:
    """What is told of a model that was made smaller."""
    before, after = (
        f"{amount(each.variables, 'variable')}, {amount(len(each.constraints), 'constraint')}"
        for each in (model, smaller)
    )
    return f"reduced: {before}, to {after}"
