"""Cores made small: by deletion, which leaves none that can be spared, and by hitting sets, which find a smallest.

A *core* is a set of units that contradict each other. A *correction* is a set of units of which each core holds one,
since without them there is a solution; a smallest set that hits all corrections is a lower bound on every core, and is
itself a smallest core as soon as it contradicts itself (Ignatiev, Previti, Liffiton, Marques-Silva, "Smallest MUS
extraction with minimal hitting set dualization", 2015).
"""

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from rookery.backends.running.solve_model import solve_model
from rookery.models import AtLeast, Minimize, Model
from rookery.models.base.deadline import Deadline, OutOfTime

Unit = TypeVar("Unit", bound=Hashable)
FindCore = Callable[[Collection[Unit]], frozenset[Unit] | None]
MOST_CORRECTIONS = 60
SMALLEST_SECONDS = 2.0


class Size(StrEnum):
    """What is known of the size of a core."""

    SMALLEST = "smallest"
    MINIMAL = "minimal"
    UNKNOWN = "not shown to be minimal"


@dataclass(frozen=True)
class Core(Generic[Unit]):
    """Units that contradict each other, and what is known of their number."""

    units: frozenset[Unit]
    size: Size


def find_small_core(units: Sequence[Unit], find_core: FindCore[Unit]) -> Core[Unit] | None:
    """A core of some units that is as small as time allows; None where they have none.

    Units that come first are kept where there is a choice. Raises `OutOfTime` where not even one core was found.
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
    """A smallest core where that is found soon, the same one otherwise."""
    corrections: list[set[int]] = []
    try:
        with Deadline(SMALLEST_SECONDS).held():
            for _ in range(MOST_CORRECTIONS):
                hitting = _hit(corrections, len(units))
                if hitting is None:
                    break
                if len(hitting) >= len(core.units):
                    return Core(core.units, Size.SMALLEST)
                kept = [units[at] for at in hitting]
                if (found := find_core(kept)) is not None:
                    return Core(found, Size.SMALLEST)
                corrections.append(_correct(kept, units, find_core))
    except OutOfTime:
        pass
    return core


def _hit(corrections: Sequence[set[int]], units: int) -> list[int] | None:
    """A smallest set that hits all corrections; None where it is not known to be smallest."""
    if not corrections:
        return []
    model = Model(units, [AtLeast(1, sorted(each)) for each in corrections], Minimize(range(units)))
    answer = solve_model(model, "sat")
    return sorted(answer.solutions[0]) if answer.complete else None


def _correct(kept: Sequence[Unit], units: Sequence[Unit], find_core: FindCore[Unit]) -> set[int]:
    """The units outside of a largest set, grown from those kept, that a solution keeps."""
    grown, left = list(kept), set[int]()
    for at, unit in enumerate(units):
        if unit not in kept:
            if find_core([*grown, unit]) is None:
                grown.append(unit)
            else:
                left.add(at)
    return left
