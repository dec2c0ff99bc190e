"""The backend `auto`: looks at a model and hands it to the backend that suits it, or to several at once."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Backend, Capabilities, Request, Sized, Solutions, Unsupported, installed
from rookery.models import Model

__all__ = ["Auto", "AutoProgram"]

CANDIDATES: Mapping[str, tuple[str, ...]] = {
    "backtracking": ("numba", "numpy"), "cpsat": ("ortools",), "sat": ("python-sat",)
}  # fmt: skip


@dataclass(frozen=True)
class AutoProgram(Sized):
    """Who is to solve a model, and why: one backend with its own program, or several that will race.

    `answered` holds the name of who gave what was given last.
    """

    names: tuple[str, ...]
    reason: str
    model: Model
    inner: Any = None
    answered: list[str] = field(default_factory=list, compare=False)

    def told(self) -> str:
        """Who answered, out of whom, and why they were chosen."""
        who = self.answered[-1] if self.answered else " or ".join(self.names)
        among = f", first of {', '.join(self.names)}" if len(self.names) > 1 and self.answered else ""
        return f"auto: {who}{among} ({self.reason})"


class Auto(Backend[AutoProgram]):
    """Chooses by structure and size; with several workers as many backends race, and the first proven answer wins."""

    name = "auto"
    summary = "chooses among our backends by the model's structure and size; with --workers 2 or 3 they race"
    capabilities = Capabilities(workers=frozenset(Want), hints=True)

    def versions(self) -> dict[str, str]:
        """The versions of the libraries that may answer and are there."""
        found = {name: installed(name) for names in CANDIDATES.values() for name in names}
        return {name: version for name, version in found.items() if version is not None}

    def check(self, model: Model, request: Request) -> None:
        """Refuse more workers than there are backends to race."""
        able = _able(request)
        if not able:
            raise Unsupported("backend auto has no backend to hand to; pip install numba, ortools or python-sat")
        if request.workers > len(able):
            raise Unsupported(f"backend auto races at most {len(able)} backends, a worker each: {', '.join(able)}")

    def compile(self, model: Model, request: Request) -> AutoProgram:
        """Choose, and compile for the one that is chosen; its library is imported here, when it is known."""
        from rookery.backends.auto.rules import chosen

        order, reason = chosen(model, request)
        able = _able(request)
        names = tuple(name for name in order if name in able)
        if request.workers > 1:
            size = {"variables": model.variables, "constraints": len(model.constraints), "backends": request.workers}
            return AutoProgram(size, names[: request.workers], reason, model)
        return _compiled(names, reason, model, request)

    def ready(self, program: AutoProgram, request: Request) -> None:
        """Make ready what the chosen backend needs."""
        if program.inner is not None:
            _named(program.names[0]).ready(program.inner, request)

    def explain(self, program: AutoProgram) -> list[str]:
        """Who was chosen and why, then what it says itself."""
        own = [] if program.inner is None else _named(program.names[0]).explain(program.inner)
        how = " beside ".join(program.names)
        return [f"auto: {how} ({program.reason})", *own]

    def told(self, program: AutoProgram) -> str:
        """Who answered, and why it was chosen."""
        return program.told()

    def run(self, program: AutoProgram, request: Request) -> Solutions:
        """Hand on to the one that was chosen, or let several race."""
        outcome = yield from _raced(program, request) if program.inner is None else _handed_on(program, request)
        return replace(outcome, raw_status=f"{program.told()}; {outcome.raw_status}".removesuffix("; "))


def _able(request: Request) -> tuple[str, ...]:
    """Those that are there and, where there is a hint, use it."""
    there = (name for name, needs in CANDIDATES.items() if all(map(installed, needs)))
    return tuple(name for name in there if not request.hint or _named(name).capabilities.hints)


def _named(name: str) -> Backend[Any]:
    from rookery.backends.registry import backend

    return backend(name)


def _compiled(names: tuple[str, ...], reason: str, model: Model, request: Request) -> AutoProgram:
    """Compile for the first backend that takes the model."""
    refused = list[str]()
    for name in names:
        try:
            _named(name).load()
            inner = _named(name).compile(model, request)
        except Unsupported as error:
            refused.append(f"{name} refused: {error}")
        else:
            return AutoProgram(inner.size, (name,), "; ".join((*refused, reason)), model, inner, [name])
    raise Unsupported("; ".join(refused))


def _handed_on(program: AutoProgram, request: Request) -> Solutions:
    return (yield from _named(program.names[0]).run(program.inner, request))


def _raced(program: AutoProgram, request: Request) -> Solutions:
    from rookery.backends.processes.race import Entrant, Race, raced

    entrants = [Entrant(name, name, request) for name in program.names]
    return (yield from raced(Race(entrants, program.model, request), program.answered))
