"""A selection that needs no search."""

from dataclasses import dataclass

from rookery.backends.contract.backend import CompiledProgram, Outcome, Request, Stream
from rookery.backends.selection.parts import count_parts
from rookery.backends.selection.selection import Selection


@dataclass(frozen=True, slots=True)
class Decided(CompiledProgram):
    """A selection that its constraints decide on sight: one solution, or none."""

    solution: frozenset[int] | None


def measure(selection: Selection) -> dict[str, int]:
    """The size of a selection, as a program says it."""
    return {"variables": len(selection.free), "items": len(selection.items), "cliques": len(selection.cliques)}


def decide(selection: Selection) -> Decided | None:
    """The program of a selection that its constraints decide; None where there is something to search.

    More than one of each part cannot be chosen, which refutes more pieces than lines.
    """
    if selection.infeasible or (selection.cliques and selection.least > count_parts(selection)):
        return Decided(measure(selection), None)
    return None if selection.free else Decided(measure(selection), selection.forced)


def search_decided(program: Decided, request: Request) -> Stream:
    """Give the only solution, if there is one."""
    request.effort.add(calls=0)
    if program.solution is not None:
        yield program.solution
    yield Outcome(proven=True, workers=1)
