"""python-constraint: finite domains in pure Python."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from rookery.backends.contract import Ask, Backend, Bound, End, Item, Reason, Stream, Unsupported, Want
from rookery.backends.presolve.switches import OPTIONS
from rookery.backends.solvers.python_constraint.domains import (
    CoveringProgram,
    Domains,
    lower_to_cover,
    lower_to_domains,
)
from rookery.backends.solvers.python_constraint.rows import Clock, Contradiction, settle
from rookery.backends.solvers.python_constraint.search import PartialOutcome, search_cover, search_domains
from rookery.core.deadline import OutOfTime
from rookery.models import Model

MAX_LITERALS = 3_000_000


class Refuted:
    """A program without solutions: single constraints already contradict each other."""


class Unfinished:
    """A program that was not lowered in time."""


Compiled = Domains | CoveringProgram | Refuted | Unfinished


class PythonConstraint(Backend):
    """Finite domains recovered from the model, or pieces that cover clauses, searched by python-constraint."""

    name: ClassVar[str] = "python-constraint"
    summary: ClassVar[str] = "finite-domain solver in pure Python; for small problems and for comparison"
    packages: ClassVar[Mapping[str, str]] = {"constraint": "python-constraint2"}
    can: ClassVar[frozenset[str]] = frozenset({"one", "best", "all", "count", "seed"})
    options: ClassVar[Mapping[str, str]] = OPTIONS

    def compile(self, model: Model, ask: Ask) -> Compiled:
        """Lower a model to pieces that cover clauses if it asks for that, and else to finite domains."""
        literals = sum(len(constraint.literals) for constraint in model.constraints)
        if literals > MAX_LITERALS:
            raise Unsupported(
                f"backend {self.name} takes at most {MAX_LITERALS:,} literals; this model has {literals:,}"
            )
        clock = Clock(ask.deadline)
        try:
            settled = settle(model, clock)
            return lower_to_cover(settled, ask.seed) or lower_to_domains(settled, ask.seed, clock)
        except Contradiction:
            return Refuted()
        except OutOfTime:
            return Unfinished()

    def run(self, program: Compiled, ask: Ask) -> Stream:
        """Search; the deadline is looked at within the library's calls of our constraints."""
        progress = PartialOutcome()
        try:
            bound = None
            for item in _give_solutions(program, ask, progress):
                if progress.bound != bound:
                    bound = progress.bound
                    yield Bound(bound)
                yield _count_in(item, ask, progress)
        except OutOfTime:
            yield _count_in(End(proven=False, reason=Reason.TIME, bound=progress.bound), ask, progress)


def _count_in(item: Item, ask: Ask, progress: PartialOutcome) -> Item:
    """Pass an item on, with the count of a count and the statistics in the end."""
    if isinstance(item, End):
        item = replace(item, statistics={"checks": sum(clock.steps for clock in progress.clocks)})
        return replace(item, count=progress.given) if _only_counts(ask) else item
    return item


def _give_solutions(program: Compiled, ask: Ask, progress: PartialOutcome) -> Stream:
    """The solutions of a program, no more of them than are wanted; a count lists none."""
    clock, limit = Clock(ask.deadline), _limit(program, ask)
    clock.tick()
    for item in _search(program, ask, progress):
        if not isinstance(item, frozenset):
            yield item
            continue
        progress.given += 1
        if not _only_counts(ask):
            yield item
        if progress.given == limit:
            yield End(proven=False, reason=Reason.DONE if ask.want is Want.ONE else Reason.SOLUTIONS)
            return
        clock.tick()


def _only_counts(ask: Ask) -> bool:
    return ask.want is Want.COUNT and ask.limit is None


def _limit(program: Compiled, ask: Ask) -> int | None:
    """The number of solutions that are wanted; if there is a cost, every cheaper one is."""
    has_cost = isinstance(program, Domains | CoveringProgram) and program.cost is not None
    return 1 if ask.want is Want.ONE and not has_cost else ask.limit


def _search(program: Compiled, ask: Ask, progress: PartialOutcome) -> Stream:
    match program:
        case Domains():
            return search_domains(program, ask, progress)
        case CoveringProgram():
            return search_cover(program, ask, progress)
        case Refuted():
            return iter((End(proven=True, note="refuted by propagation"),))
        case Unfinished():
            raise OutOfTime


__all__ = ["PythonConstraint"]
