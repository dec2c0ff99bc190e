"""Backends that are wrong on purpose, each in one way; the referees or the conformance suite must catch every one."""

from collections.abc import Iterator
from dataclasses import replace
from threading import Thread
from time import sleep
from typing import Any

from rookery.backends import Backend, Capabilities, End, Outcome, Request, Want
from rookery.backends.contract.backend import Solution, Split, Stream, run_program
from rookery.backends.registry import backend
from rookery.models import Model
from rookery_tests.brute_force import Assignments, BruteForce


class Wrong(BruteForce):
    """Right but for what a subclass does to the solutions and to the outcome."""

    name = "wrong"

    def changed(self, solutions: Iterator[Solution], program: Assignments) -> Iterator[Solution]:
        return solutions

    def ended(self, outcome: Outcome, request: Request) -> Outcome:
        return outcome

    def run(self, program: Assignments, request: Request) -> Stream:
        honest = Split(super().run(program, request))
        yield from self.changed(iter(honest), program)
        yield self.ended(honest.outcome if honest.ended else Outcome(proven=True), request)


class Careless(Wrong):
    """Gives every assignment for a solution."""

    def changed(self, solutions: Iterator[Solution], program: Assignments) -> Iterator[Solution]:
        return iter(program)


class Stranger(Wrong):
    """Names a variable that the model does not have."""

    def changed(self, solutions: Iterator[Solution], program: Assignments) -> Iterator[Solution]:
        return (solution | {program.model.variables} for solution in solutions)


class Repeating(Wrong):
    """Gives each solution twice."""

    def changed(self, solutions: Iterator[Solution], program: Assignments) -> Iterator[Solution]:
        return (solution for solution in solutions for _ in range(2))


class Worsening(Wrong):
    """Gives the steps of an optimisation backwards."""

    def changed(self, solutions: Iterator[Solution], program: Assignments) -> Iterator[Solution]:
        return reversed(list(solutions))


class Boasting(Wrong):
    """Claims a bound that its own optimum contradicts."""

    def ended(self, outcome: Outcome, request: Request) -> Outcome:
        return replace(outcome, bound=None if outcome.bound is None else outcome.bound + 1)


class Contented(Wrong):
    """Takes the first solution of an optimisation for the best."""

    def changed(self, solutions: Iterator[Solution], program: Assignments) -> Iterator[Solution]:
        for solution in solutions:
            yield solution
            if program.model.value(solution) is not None:
                return


class Omitting(Wrong):
    """Leaves out the last solution of a list."""

    def changed(self, solutions: Iterator[Solution], program: Assignments) -> Iterator[Solution]:
        held: Solution | None = None
        for solution in solutions:
            if held is not None:
                yield held
            held = solution
        if held is not None and program.model.value(held) is not None:
            yield held


class Despairing(Wrong):
    """Says that there is no solution, whatever is asked."""

    def changed(self, solutions: Iterator[Solution], program: Assignments) -> Iterator[Solution]:
        return iter(())


class Miscounting(Wrong):
    """Counts one too many."""

    def changed(self, solutions: Iterator[Solution], program: Assignments) -> Iterator[Solution]:
        self.seen = 0
        for solution in solutions:
            self.seen += 1
            yield solution

    def ended(self, outcome: Outcome, request: Request) -> Outcome:
        return replace(outcome, count=self.seen + 1) if request.want is Want.COUNT else outcome


class Pessimist(Wrong):
    """Says of a finished search that the time ran out."""

    def ended(self, outcome: Outcome, request: Request) -> Outcome:
        return Outcome(proven=False, end=End.TIME)


class Relaxing(Wrong):
    """Loses the last constraint."""

    def compile(self, model: Model, request: Request) -> Assignments:
        return super().compile(replace(model, constraints=model.constraints[:-1]), request)


class Sizeless(Wrong):
    """Does not say how large its program is."""

    def compile(self, model: Model, request: Request) -> Assignments:
        return Assignments({}, model)


class Sluggish(Wrong):
    """Sleeps before it begins."""

    def changed(self, solutions: Iterator[Solution], program: Assignments) -> Iterator[Solution]:
        sleep(1)
        return solutions


class Hoarding(Backend[Any]):
    """Collects the solutions of a good backend before it gives the first."""

    name = "wrong"
    summary = "hoards"

    def __init__(self) -> None:
        self.inner = backend("backtracking")

    def compile(self, model: Model, request: Request) -> Any:
        return self.inner.compile(model, request)

    def run(self, program: Any, request: Request) -> Stream:
        yield from list(Split(run_program(self.inner, program, request)))
        yield Outcome(proven=True)


class Leaking(Hoarding):
    """Leaves a thread behind."""

    def run(self, program: Any, request: Request) -> Stream:
        Thread(target=sleep, args=(2,), daemon=True).start()
        yield from run_program(self.inner, program, request)


class Moody(Hoarding):
    """Gives its solutions in another order each time, whatever the seed."""

    turns = 0

    def run(self, program: Any, request: Request) -> Stream:
        self.turns += 1
        found = list(Split(run_program(self.inner, program, replace(request, limit=None))))
        yield from found[self.turns % len(found) :] + found[: self.turns % len(found)]
        yield Outcome(proven=True)


class Promising(Wrong):
    """Says that it takes no seed, has an option without help, and lacks its library."""

    distributions = ("no-such-distribution",)
    capabilities = Capabilities(seeds=False, options={"speed": ""})


class Overtaking(Wrong):
    """Runs out of time with a bound that its own best solution contradicts."""

    def ended(self, outcome: Outcome, request: Request) -> Outcome:
        return replace(outcome, proven=False, end=End.TIME, bound=None if outcome.bound is None else outcome.bound + 1)


class Forgetful(Wrong):
    """Proves an optimum, and then finds nothing that reaches it."""

    def changed(self, solutions: Iterator[Solution], program: Assignments) -> Iterator[Solution]:
        return (solution for solution in solutions if program.model.value(solution) is not None)
