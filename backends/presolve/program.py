"""Programs that search themselves, and the description of a covering in words."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rookery.backends.contract import Ask, End, Stream, Want
from rookery.backends.presolve.covering import Covering
from rookery.backends.presolve.structure.cliques import count_parts

if TYPE_CHECKING:
    from rookery.core.kernels.kernel import KernelSample


@dataclass(frozen=True, slots=True)
class SizedProgram:
    """A program with its size by name: variables, clauses, literals and the like."""

    size: Mapping[str, int]


class RunnableProgram(SizedProgram, ABC):
    """A program that searches itself."""

    __slots__ = ()

    @abstractmethod
    def search(self, ask: Any) -> Stream:
        """Run the program, as `Backend.run` does."""

    def explain(self) -> list[str]:
        """Explain what was found in the model and which search runs, a readable line each."""
        return [describe_size(self.size)]

    def kernel(self, want: Want) -> "KernelSample | None":
        """Return the kernel of the search; None for a search in plain Python."""
        return None

    @property
    def is_large(self) -> bool:
        """Return whether its kernel must be compiled before the search: a single step in plain Python takes long."""
        return False


@dataclass(frozen=True, slots=True)
class Decided(RunnableProgram):
    """A covering that propagation decides: one solution, or no solution."""

    solution: frozenset[int] | None

    def search(self, ask: Ask) -> Stream:
        """Give the only solution, if there is one."""
        if self.solution is not None:
            yield self.solution
        yield End(proven=True)

    def explain(self) -> list[str]:
        """Return why there is nothing to search."""
        solutions = "no solution" if self.solution is None else "one solution"
        found = f"search: none, its constraints decide it on sight: {solutions}"
        return [STRUCTURE, describe_size(self.size), found]


def measure(selection: Covering) -> dict[str, int]:
    """Return the size of a selection, as a program says it."""
    return {"variables": len(selection.free), "items": len(selection.items), "cliques": len(selection.cliques)}


def decide(selection: Covering) -> Decided | None:
    """Return the program of a covering that propagation decides; None if there is something to search.

    At most one variable of each part along cliques can be chosen, which refutes more pieces than lines.
    """
    if selection.infeasible or (selection.cliques and selection.least > count_parts(selection)):
        return Decided(measure(selection), None)
    return None if selection.free else Decided(measure(selection), selection.forced)


STRUCTURE = "structure: a selection (items to hit, cliques of which at most one is chosen, bounds on the number)"


def describe_selection(selection: Covering, size: Mapping[str, int]) -> list[str]:
    """Return the structure, its size, what is chosen beforehand, and how many may be chosen."""
    return [STRUCTURE, describe_size(size), *describe_forced(selection.forced), describe_number(selection)]


def describe_size(size: Mapping[str, int]) -> str:
    """Return the size of a program: `size: 64 variables, 16 items`."""
    return f"size: {', '.join(f'{number:,} {name}' for name, number in size.items())}"


def describe_forced(forced: frozenset[int]) -> list[str]:
    """Return the number of variables chosen beforehand; no line without any."""
    return [f"forced: {len(forced):,} chosen beforehand, as nothing else is left"] if forced else []


def describe_number(selection: Covering) -> str:
    """Return the number of variables that may be chosen, and if few or many are better."""
    goal = {-1: "the fewest", 0: "any number", 1: "the most"}[selection.goal]
    least = selection.least if selection.least > 0 else None
    most = selection.most if selection.most < len(selection.free) else None
    match least, most:
        case None, None:
            return f"number: {goal}"
        case None, _:
            return f"number: {goal}, at most {most}"
        case _, None:
            return f"number: {goal}, at least {least}"
    return f"number: exactly {least}" if least == most else f"number: {goal}, from {least} to {most}"
