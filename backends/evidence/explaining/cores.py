"""Cores made small: by deletion, which leaves none that can be spared, and by hitting sets, which find a smallest.

A *core* is a set of units that contradict each other. A *correction* is a set of units of which each core holds one,
since without them there is a solution; a smallest set that hits all corrections is a lower bound on every core, and is
itself a smallest core as soon as it contradicts itself (Ignatiev, Previti, Liffiton, Marques-Silva, "Smallest MUS
extraction with minimal hitting set dualization", 2015).

All minimal cores follow by the same loop, by size: a smallest set that hits all corrections, and holds no core that is
known already, either contradicts itself, and is then the next core, or leads to a further correction. When there is no
such set, there are no more cores (the blocking of MARCO: Liffiton, Previti, Malik and Marques-Silva, "Fast, flexible
MUS enumeration", 2016).
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from rookery.backends.running.solve import solve_model
from rookery.core.deadline import Deadline, OutOfTime
from rookery.models import AtLeast, AtMost, Minimize, Model

Unit = TypeVar("Unit", bound=Hashable)
FindCore = Callable[[Collection[Unit]], frozenset[Unit] | None]
MAX_CORRECTIONS = 60
SMALLEST_SECONDS = 2.0


class Size(StrEnum):
    """Knowledge about the size of a core."""

    SMALLEST = "smallest"
    MINIMAL = "minimal"
    UNKNOWN = "not shown to be minimal"


@dataclass(frozen=True)
class Core(Generic[Unit]):
    """Units that contradict each other, and what is known of their number."""

    units: frozenset[Unit]
    size: Size


def find_small_core(units: Sequence[Unit], find_core: FindCore[Unit]) -> Core[Unit] | None:
    """A core of some units that is as small as time allows; None if they have no core.

    Units that come first are kept if there is a choice. Raises `OutOfTime` if not even one core was found.
    """
    found = find_core(units)
    if found is None:
        return None
    core = _shrink(found, units, find_core)
    return core if core.size is Size.UNKNOWN else _replace_by_smallest(core, units, find_core)


def _shrink(found: frozenset[Unit], units: Sequence[Unit], find_core: FindCore[Unit]) -> Core[Unit]:
    """A core from which nothing can be dropped: without each of its units there is a solution."""
    try:
        for unit in reversed(units):
            if unit in found:
                found = find_core(found - {unit}) or found
    except OutOfTime:
        return Core(found, Size.UNKNOWN)
    return Core(found, Size.MINIMAL)


def _replace_by_smallest(core: Core[Unit], units: Sequence[Unit], find_core: FindCore[Unit]) -> Core[Unit]:
    """A smallest core if that is found soon, the same one otherwise."""
    corrections: list[set[int]] = []
    try:
        with Deadline(SMALLEST_SECONDS).held():
            for _ in range(MAX_CORRECTIONS):
                hitting = find_hitting(corrections, len(units))
                if hitting is None or len(hitting) >= len(core.units):
                    return Core(core.units, Size.SMALLEST)
                kept = [units[at] for at in hitting]
                if (found := find_core(kept)) is not None:
                    return Core(found, Size.SMALLEST)
                corrections.append(_find_correction(kept, units, find_core))
    except OutOfTime:
        pass
    return core


def _find_correction(kept: Sequence[Unit], units: Sequence[Unit], find_core: FindCore[Unit]) -> set[int]:
    """The units outside of a largest set, grown from those kept, that a solution keeps."""
    grown, left = list(kept), set[int]()
    for at, unit in enumerate(units):
        if unit not in kept:
            if find_core([*grown, unit]) is None:
                grown.append(unit)
            else:
                left.add(at)
    return left


def find_hitting(hit: Sequence[set[int]], units: int, held: Sequence[set[int]] = ()) -> list[int] | None:
    """A smallest set that hits each of some sets, and holds none of others as a whole; None if there is none.

    Raises `OutOfTime` if it is not known to be smallest.
    """
    if not hit and not held:
        return []
    rows = [AtLeast(1, sorted(each)) for each in hit], [AtMost(len(each) - 1, sorted(each)) for each in held]
    answer = solve_model(Model(units, [*rows[0], *rows[1]], Minimize(range(units))), "sat")
    if not answer.complete:
        raise OutOfTime
    return sorted(answer.solutions[0]) if answer.solutions else None


def list_cores(units: Sequence[Unit], find_core: FindCore[Unit]) -> Iterator[frozenset[Unit]]:
    """List all minimal cores of some units, smallest first.

    Raises `OutOfTime` as soon as it is not known which one is next.
    """
    corrections: list[set[int]] = []
    cores: list[set[int]] = []
    while (hitting := find_hitting(corrections, len(units), cores)) is not None:
        kept = [units[at] for at in hitting]
        if find_core(kept) is None:
            corrections.append(_find_correction(kept, units, find_core))
        else:  # a smaller core would hit all corrections, and be the smaller set
            cores.append(set(hitting))
            yield frozenset(kept)
