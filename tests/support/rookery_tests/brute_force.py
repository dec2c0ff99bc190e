"""Backends for tests: one tries every assignment, the base of the deliberately wrong ones; one follows a script."""

from collections.abc import Iterator
from dataclasses import dataclass

from rookery.backends import Ask, Backend, End, Reason, Want
from rookery.backends.contract import Item, Solution, Stream
from rookery.models import Model


@dataclass(frozen=True, slots=True)
class Assignments:
    """Every assignment of a model, in the order of their binary numbers."""

    model: Model

    def __iter__(self) -> Iterator[Solution]:
        for number in range(1 << self.model.variables):
            yield frozenset(variable for variable in range(self.model.variables) if number >> variable & 1)


class BruteForce(Backend):
    """Tries every assignment and asks the model's referee."""

    name = "brute-force"
    summary = "tries every assignment"

    def compile(self, model: Model, ask: Ask) -> Assignments:
        return Assignments(model)

    def run(self, program: Assignments, ask: Ask) -> Stream:
        model, best = program.model, None
        for chosen in program:
            if ask.deadline.passed():
                yield End(proven=False, reason=Reason.TIME)
                return
            if not model.accepts(chosen):
                continue
            value = model.value(chosen)
            if value is not None and best is not None and not model.better(value, than=best):
                continue
            best = value
            yield chosen
            if value is None and ask.want is Want.ONE:
                yield End(proven=False)
                return
        yield End(proven=True, bound=best)


@dataclass(frozen=True)
class Scripted(Backend):
    """Yields what it is given, or raises it; by default its time is up at once."""

    given: tuple[Item | type[BaseException], ...] = (End(False, Reason.TIME),)

    name = "scripted"
    summary = "yields what it is given"
    can = frozenset({"one", "best", "all", "count", "seed", "hint"})

    def compile(self, model: Model, ask: Ask) -> None:
        return None

    def run(self, program: None, ask: Ask) -> Stream:
        for item in self.given:
            if isinstance(item, type):
                raise item
            yield item
