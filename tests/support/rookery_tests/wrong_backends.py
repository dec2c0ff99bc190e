"""Backends that are wrong on purpose, each in one way; the referees or the conformance suite must catch every one."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice
from threading import Thread
from time import sleep
from typing import Any, ClassVar

from rookery.backends import Ask, Backend, End, Reason, Want
from rookery.backends.contract import Solution, Stream
from rookery.backends.registry import backend
from rookery.models import Model, Satisfy
from rookery_tests.brute_force import Assignments, BruteForce
from rookery_tests.streams import Split, run_program


class Wrong(BruteForce):
    """Right but for what `change` makes of the solutions and `close` of the end, which gets their number."""

    name = "wrong"

    def __init__(
        self,
        lie: str = "nothing",
        change: Callable[[Iterator[Solution], Model], Iterable[Solution]] = lambda found, model: found,
        close: Callable[[End, Ask, int], End] = lambda end, ask, number: end,
    ) -> None:
        self.lie, self.change, self.close = lie, change, close

    def run(self, program: Assignments, ask: Ask) -> Stream:
        honest, number = Split(super().run(program, ask)), 0
        for solution in self.change(iter(honest), program.model):
            number += 1
            yield solution
        yield self.close(honest.end or End(proven=True), ask, number)


def better_bound(end: End, ask: Ask, number: int) -> End:
    return replace(end, bound=None if end.bound is None else end.bound + 1)


Careless = partial(Wrong, "gives every assignment", lambda found, model: Assignments(model))
Stranger = partial(Wrong, "names a strange variable", lambda found, model: (each | {model.variables} for each in found))
Repeating = partial(Wrong, "repeats each solution", lambda found, model: (each for each in found for _ in range(2)))
Worsening = partial(Wrong, "gives an optimisation backwards", lambda found, model: reversed(list(found)))
Boasting = partial(Wrong, "claims a bound that its optimum contradicts", close=better_bound)
Contented = partial(
    Wrong,
    "takes the first solution for the best",
    lambda found, model: found if isinstance(model.goal, Satisfy) else islice(found, 1),
)
Omitting = partial(
    Wrong,
    "leaves out the last solution of a list",
    lambda found, model: list(found)[:-1] if isinstance(model.goal, Satisfy) else found,
)
Despairing = partial(Wrong, "says that there is no solution", lambda found, model: ())
Miscounting = partial(
    Wrong,
    "counts one too many",
    close=lambda end, ask, number: replace(end, count=number + 1) if ask.want is Want.COUNT else end,
)
Pessimist = partial(
    Wrong, "says that the time ran out", close=lambda end, ask, number: End(proven=False, reason=Reason.TIME)
)
Overtaking = partial(
    Wrong,
    "runs out of time with a bound that its solution contradicts",
    close=lambda end, ask, number: replace(better_bound(end, ask, number), proven=False, reason=Reason.TIME),
)
Forgetful = partial(
    Wrong,
    "proves an optimum that it finds no more",
    lambda found, model: () if isinstance(model.goal, Satisfy) else found,
)


class Relaxing(Wrong):
    """Loses the last constraint."""

    def compile(self, model: Model, ask: Ask) -> Assignments:
        return super().compile(replace(model, constraints=model.constraints[:-1]), ask)


class Sluggish(Wrong):
    """Sleeps before it begins."""

    def run(self, program: Assignments, ask: Ask) -> Stream:
        sleep(1)
        yield from super().run(program, ask)


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
