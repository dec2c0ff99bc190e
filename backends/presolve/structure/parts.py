"""Cuts what may be chosen into parts of which at most one each is chosen: no more are chosen than there are parts.

A selection as bit masks in Python's own integers, which have no width to outgrow.

A selection that needs no search.

Rows: items that cut all variables of a selection into choices, one value each.

A selection in words, a line each.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from rookery.backends.contract import Ask, End, Stream, Want
from rookery.backends.presolve.covering import Covering
from rookery.backends.presolve.propagation import Options
from rookery.core.deadline import checking_deadline
from rookery.core.numbers import bits, mask
from rookery.core.values import remember

if TYPE_CHECKING:
    from rookery.core.kernels.kernel import KernelSample

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SizedProgram:
    """A program that can say how large it is: variables, clauses, literals and the like, by name."""

    size: Mapping[str, int]


class RunnableProgram(SizedProgram, ABC):
    """A program that searches itself."""

    __slots__ = ()

    @abstractmethod
    def search(self, ask: Any) -> Stream:
        """Run it, as `Backend.run` says."""

    def explain(self) -> list[str]:
        """Explain what was found in the model and which search runs, a readable line each."""
        return [describe_size(self.size)]

    def kernel(self, want: Want) -> "KernelSample | None":
        """The kernel that searches it; None if plain Python does."""
        return None

    @property
    def is_large(self) -> bool:
        """Return whether its kernel must be compiled before the search: a single step in plain Python takes long."""
        return False


def shuffle_by_seed(things: Iterable[T], seed: int) -> list[T]:
    """The things in their own order for seed 0, else in an order that the seed decides."""
    listed = list(things)
    if seed:
        from random import Random  # few questions have a seed

        Random(seed).shuffle(listed)
    return listed


@dataclass(frozen=True, slots=True)
class Masks:
    """Candidate number c means the variable `variables[c]`.

    `hits[c]` are the items that a candidate hits, `rivals[c]` the candidates that cannot be chosen with it, itself
    included, and `options[i]` the candidates that hit an item; `items` and `candidates` are all of them.
    """

    variables: tuple[int, ...]
    hits: tuple[int, ...]
    rivals: tuple[int, ...]
    options: tuple[int, ...]

    @property
    def items(self) -> int:
        """All items."""
        return (1 << len(self.options)) - 1

    @property
    def candidates(self) -> int:
        """All candidates."""
        return (1 << len(self.variables)) - 1


def make_masks(items: Iterable[Iterable[int]], cliques: Iterable[Iterable[int]], order: Sequence[int]) -> Masks:
    """The masks of a selection whose free variables are numbered as `order` lists them."""
    number = {variable: at for at, variable in enumerate(order)}
    options = tuple(mask(number[variable] for variable in item) for item in checking_deadline(items))
    hits, rivals = [0] * len(order), [1 << at for at in range(len(order))]
    for item, those in enumerate(checking_deadline(options)):
        for candidate in bits(those):
            hits[candidate] |= 1 << item
    for clique in checking_deadline(cliques):
        together = mask(number[variable] for variable in clique)
        for candidate in bits(together):
            rivals[candidate] |= together
    return Masks(tuple(order), tuple(hits), tuple(rivals), options)


def cut_along_cliques(selection: Covering, longest_first: bool = False) -> list[list[int]]:
    """The free variables in parts, each the rest of a clique at its turn; a variable outside all cliques is a part by
    itself.

    A board with more rows than columns has long columns: cut along the longest it has as many parts as columns.
    """
    cliques = sorted(selection.cliques, key=len, reverse=True) if longest_first else selection.cliques
    left, parts = set(selection.free), list[list[int]]()
    for clique in checking_deadline(cliques):
        if part := [v for v in clique if v in left]:
            left.difference_update(part)
            parts.append(part)
    return [*parts, *([v] for v in sorted(left))]


def count_parts(selection: Covering) -> int:
    """Largest possible number of chosen variables, by parts along the cliques in their order or the longest first."""
    return min(len(cut_along_cliques(selection, longest)) for longest in (False, True))


@dataclass(frozen=True, slots=True)
class Decided(RunnableProgram):
    """A selection that its constraints decide at once: one solution, or no solution."""

    solution: frozenset[int] | None

    def search(self, ask: Ask) -> Stream:
        """Give the only solution, if there is one."""
        if self.solution is not None:
            yield self.solution
        yield End(proven=True)

    def explain(self) -> list[str]:
        """Explain that there is nothing to search, and why."""
        solutions = "no solution" if self.solution is None else "one solution"
        found = f"search: none, its constraints decide it on sight: {solutions}"
        return [STRUCTURE, describe_size(self.size), found]


def measure(selection: Covering) -> dict[str, int]:
    """The size of a selection, as a program says it."""
    return {"variables": len(selection.free), "items": len(selection.items), "cliques": len(selection.cliques)}


def decide(selection: Covering) -> Decided | None:
    """The program of a selection that its constraints decide; None if there is something to search.

    More than one of each part cannot be chosen, which refutes more pieces than lines.
    """
    if selection.infeasible or (selection.cliques and selection.least > count_parts(selection)):
        return Decided(measure(selection), None)
    return None if selection.free else Decided(measure(selection), selection.forced)


@remember
def recognise_rows(selection: Covering) -> tuple[Options, ...] | None:
    """Items that cut all free variables into choices, one value each, and that imply every other item.

    None if there is no such cut: then the number chosen and the items are no mere choice a row.
    """
    if selection.folded:
        return None
    cliques = {frozenset(clique) for clique in selection.cliques}
    exact = [item for item in selection.items if len(item) == 1 or frozenset(item) in cliques]
    taken: set[int] = set()
    cut = []
    for item in exact:
        if taken.isdisjoint(item):
            taken.update(item)
            cut.append(item)
    fits = selection.least <= len(cut) <= selection.most
    if not fits or taken != selection.free or not cut or not _implies_all(selection, exact, cut):
        return None
    return tuple(cut)


def _implies_all(selection: Covering, exact: list[Options], cut: list[Options]) -> bool:
    """Return whether hitting each row of a cut hits all items: the others are a second cut into as many choices.

    n pieces on n rows, at most one in each of n columns: then each column has one.
    """
    inside = set(cut)
    others = [item for item in selection.items if item not in inside]
    if not others:
        return True
    spread = [variable for item in others for variable in item]
    return (
        set(others) <= set(exact)
        and len(others) == len(cut)
        and len(spread) == len(set(spread))
        and set(spread) == selection.free
    )


STRUCTURE = "structure: a selection (items to hit, cliques of which at most one is chosen, bounds on the number)"


def describe_selection(selection: Covering, size: Mapping[str, int]) -> list[str]:
    """The structure, its size, what is chosen beforehand, and how many may be chosen."""
    return [STRUCTURE, describe_size(size), *describe_forced(selection.forced), describe_number(selection)]


def describe_size(size: Mapping[str, int]) -> str:
    """The size of a program: `size: 64 variables, 16 items`."""
    return f"size: {', '.join(f'{number:,} {name}' for name, number in size.items())}"


def describe_forced(forced: frozenset[int]) -> list[str]:
    """The number of variables chosen beforehand; no line without any."""
    return [f"forced: {len(forced):,} chosen beforehand, as nothing else is left"] if forced else []


def describe_number(selection: Covering) -> str:
    """The number of variables that may be chosen, and if few or many are better."""
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
