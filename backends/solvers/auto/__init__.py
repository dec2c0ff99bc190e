"""The backend `auto`: looks at a model and hands it to the backend that suits it, or to several at once."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from math import inf
from typing import Any

from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import (
    Backend,
    Capabilities,
    CompiledProgram,
    Outcome,
    Request,
    Solution,
    Split,
    Stream,
    Unsupported,
    attribute,
    installed_version,
    run_program,
)
from rookery.backends.contract.reductions import OPTIONS
from rookery.core.runtime import IN_PAGE
from rookery.models import Model

SOME = 1000
CANDIDATES: Mapping[str, tuple[str, ...]] = {
    "backtracking": ("numba", "numpy"), "cpsat": ("ortools",), "sat": ("python-sat",)
}  # fmt: skip
FORESEEN = "a narrow covering: its effort is known beforehand, and small"


def trial_request(request: Request) -> Request:
    """The request for the first backend: one more than some solutions, so that it is known if there are more."""
    return replace(request, want=Want.ALL, limit=min(SOME + 1, request.limit or SOME + 1))


def list_or_hand_on(backend: Backend[Any], program: Any, request: Request, hand_on: Callable[[], Stream]) -> Stream:
    """All solutions, or their number: by the first backend if they are some, else by `hand_on`."""
    given = set[Solution]()
    found = Split(run_program(backend, program, trial_request(request)))
    try:
        for solution in found:
            given.add(solution)
            if request.want is Want.ALL:
                yield solution
    except KeyboardInterrupt:
        if request.want is Want.ALL:
            raise
        yield Outcome(proven=False, end=End.INTERRUPTED, count=len(given), answered_by=backend.name)
        return
    if found.outcome.end is End.SOLUTIONS and len(given) != request.limit:
        yield from _give_others(hand_on(), given, request)
    else:
        count = len(given) if request.want is Want.COUNT else None
        yield replace(found.outcome, count=count, answered_by=backend.name)


def _give_others(stream: Stream, given: set[Solution], request: Request) -> Stream:
    """The items of a stream without the solutions that were given before, up to the limit."""
    total = len(given) if request.want is Want.ALL else 0
    for item in stream:
        if not isinstance(item, frozenset):
            yield item
        elif item not in given:
            yield item
            total += 1
            if total == request.limit:
                yield Outcome(proven=False, end=End.SOLUTIONS)
                return


__all__ = ["Auto", "AutoProgram"]


@dataclass(frozen=True)
class AutoProgram(CompiledProgram):
    """The choice of backends for a model, and its reason: one backend with its own program, or several that will race.

    `then` is the backend that goes on where the first has listed some solutions and there are more; empty if it lists
    all.
    """

    names: tuple[str, ...]
    reason: str
    model: Model
    inner: Any = None
    then: str = ""

    def describe_answer(self, answered_by: str = "") -> str:
        """Name the backend that answered, the candidates, and why they were chosen."""
        who = answered_by or " or ".join(self.names)
        among = f", first of {', '.join(self.names)}" if len(self.names) > 1 and answered_by else ""
        return f"auto: {who}{among} ({self.reason})"


class Auto(Backend[AutoProgram]):
    """Chooses by structure and size; with several workers as many backends race, and the first proven answer wins."""

    name = "auto"
    summary = "chooses one of our backends by the structure and size of the model; with --workers 2 or 3 they race"
    capabilities = Capabilities(workers=frozenset(Want), hints=True, options=OPTIONS)

    def versions(self) -> dict[str, str]:
        """The versions of the libraries that may answer and are there."""
        found = {name: installed_version(name) for names in CANDIDATES.values() for name in names}
        return {name: version for name, version in found.items() if version is not None}

    def load(self) -> None:
        """Import the rules, and our own search if it is there, which most questions come to; others when chosen."""
        import_module("rookery.backends.solvers.auto.rules")
        with suppress(Unsupported):
            _backend(next(iter(CANDIDATES))).load()

    def check(self, model: Model, request: Request) -> None:
        """Refuse more workers than there are backends to race."""
        able = _available(request)
        if not able:
            raise Unsupported("backend auto finds no other backend; pip install numba, ortools or python-sat")
        if request.workers > len(able):
            raise Unsupported(f"backend auto races at most {len(able)} backends, a worker each: {', '.join(able)}")

    def compile(self, model: Model, request: Request) -> AutoProgram:
        """Choose, and compile for the one that is chosen; its library is imported here, when it is known."""
        from rookery.backends.solvers.auto.rules import rank_backends

        if foreseen := self.compile_foreseen(model, request):
            return foreseen
        able = _available(request)
        ranking = rank_backends(model, request)
        names = tuple(name for name in ranking.order if name in able)
        if request.workers > 1:
            size = {"variables": model.variables, "constraints": len(model.constraints), "backends": request.workers}
            return AutoProgram(size, names[: request.workers], ranking.reason, model)
        if ranking.trial and len(names) > 1:
            program = _compile_for_first(names, ranking.reason, model, trial_request(request))
            return replace(program, then=next(name for name in names if name not in program.names))
        return _compile_for_first(names, ranking.reason, model, request)

    def compile_foreseen(self, model: Model, request: Request) -> AutoProgram | None:
        """The program of our own search where it knows beforehand how little it has to do; a race is then not needed.

        The others never know, and are not imported to be asked. What is nearly solved before any search has a rule.
        """
        from rookery.backends.solvers.auto.rules import NEAR

        own = next(iter(CANDIDATES))
        inner = _backend(own).compile_foreseen(model, request) if own in _available(request) else None
        if inner is None or (inner.is_large and request.gap <= NEAR):
            return None
        _backend(own).load()
        return AutoProgram(inner.size, (own,), FORESEEN, model, inner)

    def listable(self, models: Sequence[Model], request: Request) -> float:
        """Return the number of the backend that is asked first about the whole question; it decides how orbits are
        counted."""
        from rookery.backends.solvers.auto.rules import rank_backends

        able = _available(request)
        first = next((name for name in rank_backends(models[0], request).order if name in able), None)
        return inf if first is None or request.workers > 1 else _backend(first).listable(models, request)

    def ready(self, program: AutoProgram, request: Request) -> None:
        """Make ready what the chosen backend needs."""
        if program.inner is not None:
            _backend(program.names[0]).ready(program.inner, request)

    def explain(self, program: AutoProgram) -> list[str]:
        """Explain which backend was chosen and why, then give its own explanation."""
        own = [] if program.inner is None else _backend(program.names[0]).explain(program.inner)
        how = " and ".join(program.names)
        return [f"auto: {how} ({program.reason})", *own]

    def attribution(self, program: AutoProgram) -> str:
        """Name the backends that may answer, and the reason for the choice."""
        return program.describe_answer()

    def run(self, program: AutoProgram, request: Request) -> Stream:
        """Hand on to the one that was chosen, or let several race."""
        stream = _race(program, request) if program.inner is None else _run_one(program, request)
        return attribute(stream, program.describe_answer)


def _available(request: Request) -> tuple[str, ...]:
    """The candidates that are installed, and use a hint if there is one.

    In a page our own search has no kernels: it finds single solutions in plain Python.
    """
    there = (
        name
        for name, needs in CANDIDATES.items()
        if all(map(installed_version, needs)) or (name == "backtracking" and IN_PAGE and request.want is Want.ONE)
    )
    return tuple(name for name in there if not request.hint or _backend(name).capabilities.hints)


def _backend(name: str) -> Backend[Any]:
    from rookery.backends.registry import backend

    return backend(name)


def _compile_for_first(names: tuple[str, ...], reason: str, model: Model, request: Request) -> AutoProgram:
    """Compile for the first backend that takes the model."""
    refused = list[str]()
    for name in names:
        try:
            _backend(name).load()
            inner = _backend(name).compile(model, request)
        except Unsupported as error:
            refused.append(f"{name} refused: {error}")
        else:
            return AutoProgram(inner.size, (name,), "; ".join((*refused, reason)), model, inner)
    raise Unsupported("; ".join(refused))


def _run_one(program: AutoProgram, request: Request) -> Stream:
    """Yield the items of the chosen backend; if it should list some solutions and there are many, of the next one."""
    (name,) = program.names
    if not program.then:
        return _hand_on(name, program.inner, request)
    return list_or_hand_on(_backend(name), program.inner, request, partial(_hand_over, program, request))


def _hand_over(program: AutoProgram, request: Request) -> Stream:
    """Compile for the next backend, and let it go on."""
    backend = _backend(program.then)
    backend.load()
    inner = backend.compile(program.model, request)
    backend.ready(inner, request)
    return _hand_on(program.then, inner, request)


def _hand_on(name: str, inner: Any, request: Request) -> Stream:
    """Yield the items of a backend, with its name in the reports and in the outcome."""
    for item in run_program(_backend(name), inner, request):
        yield item if isinstance(item, frozenset) else replace(item, answered_by=name)


def _race(program: AutoProgram, request: Request) -> Stream:
    from rookery.backends.fleet.race import Competitor, Race

    competitors = [Competitor(name, name, request) for name in program.names]
    return Race(competitors, program.model, request).run()
