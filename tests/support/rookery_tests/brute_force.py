"""Backends for tests: one tries every assignment, the base of the deliberately wrong ones; one follows a script."""

from collections.abc import Iterator
from dataclasses import dataclass

from rookery.backends import Backend, Capabilities, CompiledProgram, End, Outcome, Request, Want
from rookery.backends.contract.backend import Solution, Stream
from rookery.models import Model


@dataclass(frozen=True, slots=True)
class Assignments(CompiledProgram):
    """Every assignment of a model, in the order of their binary numbers."""

    model: Model

    def __iter__(self) -> Iterator[Solution]:
        for number in range(1 << self.model.variables):
            yield frozenset(variable for variable in range(self.model.variables) if number >> variable & 1)


class BruteForce(Backend[Assignments]):
    """Tries every assignment and asks the model's referee."""

    name = "brute-force"
    summary = "tries every assignment"
    capabilities = Capabilities(seeds=False)

    def compile(self, model: Model, request: Request) -> Assignments:
        return Assignments({"assignments": 1 << model.variables}, model)

    def run(self, program: Assignments, request: Request) -> Stream:
        model, best = program.model, None
        for chosen in program:
            if request.deadline.passed():
                yield Outcome(proven=False, end=End.TIME)
                return
            if not model.accepts(chosen):
                continue
            value = model.value(chosen)
            if value is not None and best is not None and not model.better(value, than=best):
                continue
            best = value
            yield chosen
            if value is None and request.want is Want.ONE:
                yield Outcome(proven=False)
                return
        yield Outcome(proven=True, bound=best)


@dataclass(frozen=True)
class Scripted(Backend[CompiledProgram]):
    """Yields what it is given, or raises it; by default its time is up at once."""

    given: tuple[Solution | Outcome | type[KeyboardInterrupt], ...] = (Outcome(False, End.TIME),)

    name = "scripted"
    summary = "yields what it is given"
    capabilities = Capabilities(hints=True)

    def compile(self, model: Model, request: Request) -> CompiledProgram:
        return CompiledProgram({})

    def run(self, program: CompiledProgram, request: Request) -> Stream:
        for item in self.given:
            if isinstance(item, type):
                raise item
            yield item
