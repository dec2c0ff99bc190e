"""The backend `auto`: looks at a model and hands it to the backend that suits it, or to several at once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rookery.backends.contract import Ask, Backend, End, Item, Reason, Solution, Stream, Unsupported, Want
from rookery.backends.presolve.switches import OPTIONS
from rookery.core.plugins import installed_version
from rookery.core.runtime import IN_PAGE
from rookery.models import Model

__all__ = ["Auto"]

SOME = 1000
CANDIDATES: Mapping[str, tuple[str, ...]] = {
    "backtracking": ("numba", "numpy"), "cpsat": ("ortools",), "sat": ("python-sat",)
}  # fmt: skip


@dataclass(frozen=True)
class AutoProgram:
    """The choice of backends for a model, and its reason: one backend with its own program, or several that will race.

    `then` is the backend that goes on where the first has listed some solutions and there are more; empty if it lists
    all.
    """

    names: tuple[str, ...]
    reason: str
    model: Model
    inner: Any = None
    then: str = ""


class Auto(Backend):
    """Chooses by structure and size; with several workers as many backends race, and the first proven answer wins."""

    name = "auto"
    summary = "chooses one of our backends by the structure and size of the model; with --workers 2 or 3 they race"
    can = frozenset({"one", "best", "all", "count", "seed", "hint", "workers"})
    options = OPTIONS

    def versions(self) -> dict[str, str]:
        """Return the versions of the libraries that may answer and are there."""
        found = {name: installed_version(name) for names in CANDIDATES.values() for name in names}
        return {name: version for name, version in found.items() if version is not None}

    def compile(self, model: Model, ask: Ask) -> AutoProgram:
        """Choose, and compile for the one that is chosen; its library is imported here, when it is known."""
        from rookery.backends.solvers.auto.rules import rank_backends

        able, workers = _available(ask), ask.workers or 1
        if not able:
            raise Unsupported("backend auto finds no other backend; pip install numba, ortools or python-sat")
        if workers > len(able):
            raise Unsupported(f"backend auto races at most {len(able)} backends, a worker each: {', '.join(able)}")
        ranking = rank_backends(model, ask)
        names = tuple(name for name in ranking.order if name in able)
        if workers > 1:
            return AutoProgram(names[:workers], ranking.reason, model)
        if ranking.trial and len(names) > 1:
            program = _compile_for_first(names, ranking.reason, model, _trial(ask))
            return replace(program, then=next(name for name in names if name not in program.names))
        return _compile_for_first(names, ranking.reason, model, ask)

    def describe(self, program: AutoProgram) -> list[str]:
        """Return which backend was chosen and why, and its own description."""
        own = [] if program.inner is None else _backend(program.names[0]).describe(program.inner)
        return [f"auto: {' and '.join(program.names)} ({program.reason})", *own]

    def run(self, program: AutoProgram, ask: Ask) -> Iterator[Item]:
        """Hand on to the backend that was chosen, or let several race."""
        stream = _race(program, ask) if program.inner is None else _run_one(program, ask)
        who = f"auto: {' or '.join(program.names)} ({program.reason})"
        for item in stream:
            if isinstance(item, End):
                yield replace(item, note=f"{who}; {item.note}".removesuffix("; "))
            else:
                yield item


def _available(ask: Ask) -> tuple[str, ...]:
    """The candidates that are installed, and use a hint if there is one.

    In a page our own search has no kernels: it finds single solutions in plain Python.
    """
    there = (
        name
        for name, needs in CANDIDATES.items()
        if all(map(installed_version, needs)) or (name == "backtracking" and IN_PAGE and ask.want is Want.ONE)
    )
    return tuple(name for name in there if not ask.hint or "hint" in _backend(name).can)


def _backend(name: str) -> Backend:
    from rookery.backends.registry import backend

    return backend(name)


def _compile_for_first(names: tuple[str, ...], reason: str, model: Model, ask: Ask) -> AutoProgram:
    """Compile for the first backend that takes the model."""
    refused = list[str]()
    for name in names:
        try:
            inner = _backend(name).compile(model, ask)
        except Unsupported as error:
            refused.append(f"{name} refused: {error}")
        else:
            return AutoProgram((name,), "; ".join((*refused, reason)), model, inner)
    raise Unsupported("; ".join(refused))


def _trial(ask: Ask) -> Ask:
    """The ask for the first backend: one more than some solutions, so that it is known if there are more."""
    return replace(ask, want=Want.ALL, limit=min(SOME + 1, ask.limit or SOME + 1))


def _run_one(program: AutoProgram, ask: Ask) -> Stream:
    """Yield the items of the chosen backend; if it should list some solutions and there are many, of the next one."""
    (name,) = program.names
    if not program.then:
        yield from _backend(name).run(program.inner, ask)
        return
    given = set[Solution]()
    for item in _backend(name).run(program.inner, _trial(ask)):
        if isinstance(item, frozenset):
            given.add(item)
            if ask.want is Want.ALL:
                yield item
        elif not isinstance(item, End):
            yield item
        elif item.reason is Reason.SOLUTIONS and len(given) != ask.limit:
            then = _backend(program.then)
            yield from _give_others(then.run(then.compile(program.model, ask), ask), given, ask)
        else:
            yield replace(item, count=len(given) if ask.want is Want.COUNT else None)


def _give_others(stream: Stream, given: set[Solution], ask: Ask) -> Stream:
    """The items of a stream without the solutions that were given before, up to the limit."""
    total = len(given) if ask.want is Want.ALL else 0
    for item in stream:
        if not isinstance(item, frozenset):
            yield item
        elif item not in given:
            yield item
            total += 1
            if total == ask.limit:
                yield End(proven=False, reason=Reason.SOLUTIONS)
                return


def _race(program: AutoProgram, ask: Ask) -> Stream:
    from rookery.backends.fleet.race import Competitor, Race

    competitors = [Competitor(name, name, ask) for name in program.names]
    return Race(competitors, program.model, ask).run()
