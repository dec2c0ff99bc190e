"""Backends that are wrong on purpose, each in one way; the referees or the conformance suite must catch every one."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from threading import Thread
from time import sleep
from typing import Any, ClassVar

from rookery.backends import Ask, Backend, End, Reason, Want
from rookery.backends.contract import Solution, Stream
from rookery.backends.registry import backend
from rookery.models import Model
from rookery_tests.brute_force import Assignments, BruteForce
from rookery_tests.streams import Split, run_program


class Wrong(BruteForce):
    """Right but for what a subclass does to the solutions and to the outcome."""

    name = "wrong"

    def changed(self, solutions: Iterator[Solution], program: Assignments) -> Iterator[Solution]:
        return solutions

    def ended(self, outcome: End, ask: Ask) -> End:
        return outcome

    def run(self, program: Assignments, ask: Ask) -> Stream:
        honest = Split(super().run(program, ask))
        yield from self.changed(iter(honest), program)
        yield self.ended(honest.end or End(proven=True), ask)


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

    def ended(self, outcome: End, ask: Ask) -> End:
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

    def ended(self, outcome: End, ask: Ask) -> End:
        return replace(outcome, count=self.seen + 1) if ask.want is Want.COUNT else outcome


class Pessimist(Wrong):
    """Says of a finished search that the time ran out."""

    def ended(self, outcome: End, ask: Ask) -> End:
        return End(proven=False, reason=Reason.TIME)


class Relaxing(Wrong):
    """Loses the last constraint."""

    def compile(self, model: Model, ask: Ask) -> Assignments:
        return super().compile(replace(model, constraints=model.constraints[:-1]), ask)


class Sluggish(Wrong):
    """Sleeps before it begins."""

    def changed(self, solutions: Iterator[Solution], program: Assignments) -> Iterator[Solution]:
        sleep(1)
        return solutions


class Hoarding(Backend):
    """Collects the solutions of a good backend before it gives the first."""

    name = "wrong"
    summary = "hoards"

    def __init__(self) -> None:
        self.inner = backend("backtracking")

    def compile(self, model: Model, ask: Ask) -> Any:
        return self.inner.compile(model, ask)

    def run(self, program: Any, ask: Ask) -> Stream:
        yield from list(Split(run_program(self.inner, program, ask)))
        yield End(proven=True)


class Leaking(Hoarding):
    """Leaves a thread behind."""

    def run(self, program: Any, ask: Ask) -> Stream:
        Thread(target=sleep, args=(4,), daemon=True).start()
        yield from run_program(self.inner, program, ask)


class Moody(Hoarding):
    """Gives its solutions in another order each time, whatever the seed."""

    turns = 0

    def run(self, program: Any, ask: Ask) -> Stream:
        self.turns += 1
        found = list(Split(run_program(self.inner, program, replace(ask, limit=None))))
        yield from found[self.turns % len(found) :] + found[: self.turns % len(found)]
        yield End(proven=True)


class Promising(Wrong):
    """Says that it takes no seed, has an option without help, and lacks its library."""

    options: ClassVar[Mapping[str, str]] = {"speed": ""}

    def versions(self) -> dict[str, str]:
        return {"no-such-distribution": "missing"}


class Overtaking(Wrong):
    """Runs out of time with a bound that its own best solution contradicts."""

    def ended(self, outcome: End, ask: Ask) -> End:
        return replace(
            outcome, proven=False, reason=Reason.TIME, bound=None if outcome.bound is None else outcome.bound + 1
        )


class Forgetful(Wrong):
    """Proves an optimum, and then finds nothing that reaches it."""

    def changed(self, solutions: Iterator[Solution], program: Assignments) -> Iterator[Solution]:
        return (solution for solution in solutions if program.model.value(solution) is not None)
