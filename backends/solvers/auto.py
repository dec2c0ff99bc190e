"""The backend `auto`: our own search or SAT leads, and after 0.3 s the other backends race with it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rookery.backends.contract import Ask, Backend, Item, Unsupported, Want
from rookery.backends.presolve.covering import read_covering
from rookery.backends.presolve.structure.rivals import is_rivals
from rookery.backends.presolve.switches import OPTIONS
from rookery.backends.race import Race
from rookery.core.runtime import HAS_THREADS
from rookery.models import Model, Satisfy

# Variables up to which our own search leads without structure, and from which SAT is first with one solution
SMALL, LARGE = 30, 20_000
FOLLOWERS = 2


@dataclass(frozen=True)
class Choice:
    """The leader with its program, and the backends that join it."""

    leader: Backend
    program: Any
    followers: tuple[Backend, ...]
    model: Model


class Auto(Backend):
    """Lets our own search lead where it recognises structure, else SAT; after 0.3 s the other two join."""

    name = "auto"
    summary = "our own search where it sees structure, else sat; after 0.3 s the others race with it"
    can = frozenset({"one", "best", "all", "count", "seed", "hint", "workers", "resume", "executor"})
    options = OPTIONS

    def __init__(self, own: Backend, sat: Backend, cpsat: Backend) -> None:
        self._own, self._sat, self._cpsat = own, sat, cpsat

    def versions(self) -> dict[str, str]:
        """Return the versions of all packages that may answer."""
        return {name: version for each in self._installed() for name, version in each.versions().items()}

    def require_packages(self) -> None:
        """Raise `Unsupported` if none of its backends is installed."""
        if not self._installed():
            raise Unsupported("backend auto finds no other backend: pip install rookery-cp")

    def compile(self, model: Model, ask: Ask) -> Choice:
        """Choose the leader, the first backend that takes the model, and compile the model for it."""
        kept = ask.store is not None or ask.executor is not None  # only our own search can do that
        sat_leads = not kept and is_hard(model, ask)
        order = (self._sat, self._own, self._cpsat) if sat_leads else (self._own, self._sat, self._cpsat)
        backends = [each for each in order if each in self._installed()]
        followers = FOLLOWERS if ask.workers is None else min(FOLLOWERS, ask.workers - 1)
        refusals = []
        for at, leader in enumerate(backends):
            try:
                program = leader.compile(model, leading(ask))
            except Unsupported as error:
                refusals.append(str(error))
            else:
                others = () if kept or not HAS_THREADS else backends[at + 1 :][:followers]
                return Choice(leader, program, tuple(others), model)
        raise Unsupported("; ".join(refusals))

    def describe(self, program: Choice) -> list[str]:
        """Return a line about the leader and its followers, then the lines of the leader."""
        others = " and ".join(each.name for each in program.followers)
        race = f"; from 0.3 s on {others} beside it" if others else ""
        return [f"auto: {program.leader.name} leads{race}", *program.leader.describe(program.program)]

    def run(self, program: Choice, ask: Ask) -> Iterator[Item]:
        """Run the race; the note of the end names the backend that answered."""
        asked = leading(ask) if program.followers else ask
        return iter(Race(program.leader, program.program, program.followers, program.model, asked))

    def _installed(self) -> list[Backend]:
        return [each for each in (self._own, self._sat, self._cpsat) if each.is_installed]


def is_hard(model: Model, ask: Ask) -> bool:
    """Return whether SAT should lead: our own search recognises no structure, or the model is very large."""
    if ask.want is Want.ONE and isinstance(model.goal, Satisfy) and model.variables >= LARGE:
        return True
    return model.variables > SMALL and read_covering(model) is None and not is_rivals(model)


def leading(ask: Ask) -> Ask:
    """Return the leader's ask: it has the workers that the followers leave."""
    return replace(ask, workers=max(1, (ask.workers or 1) - FOLLOWERS))
