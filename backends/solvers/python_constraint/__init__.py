"""python-constraint: finite domains in pure Python."""

from dataclasses import replace
from importlib.util import find_spec
from typing import ClassVar

from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import (
    Backend,
    Capabilities,
    CompiledProgram,
    Interim,
    Item,
    Outcome,
    Request,
    Split,
    Stream,
    Unsupported,
    installed_version,
)
from rookery.backends.contract.reductions import OPTIONS
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

OURS, OLD = "python-constraint2", "python-constraint"
MAX_LITERALS = 3_000_000
NOTHING = {"variables": 0, "values": 0, "constraints": 0}


class Refuted(CompiledProgram):
    """A program without solutions: single constraints already contradict each other."""

    __slots__ = ()


class Unfinished(CompiledProgram):
    """A program that was not lowered in time."""

    __slots__ = ()


Compiled = Domains | CoveringProgram | Refuted | Unfinished


class PythonConstraint(Backend[Compiled]):
    """Finite domains recovered from the model, or pieces that cover clauses, searched by python-constraint."""

    name: ClassVar[str] = "python-constraint"
    summary: ClassVar[str] = "finite-domain solver in pure Python; for small problems and for comparison"
    distributions: ClassVar[tuple[str, ...]] = (OURS,)
    capabilities: ClassVar[Capabilities] = Capabilities(options=OPTIONS)

    def load(self) -> None:
        """Import the library; raises `Unsupported` if it is missing, or the old one has taken its module's name."""
        if installed_version(OLD):
            raise Unsupported(
                f"the distribution {OLD} {installed_version(OLD)} holds the module `constraint`, which {OURS} needs; "
                f"run pip uninstall {OLD}, then pip install --force-reinstall {OURS}"
            )
        if installed_version(OURS) is None or find_spec("constraint") is None:
            raise Unsupported(f"backend {self.name} needs its library; run pip install {OURS}")
        import rookery.backends.solvers.python_constraint.constraints  # noqa: F401

    def compile(self, model: Model, request: Request) -> Compiled:
        """Lower a model to pieces that cover clauses if it asks for that, and else to finite domains."""
        literals = sum(len(constraint.literals) for constraint in model.constraints)
        if literals > MAX_LITERALS:
            raise Unsupported(
                f"backend {self.name} takes at most {MAX_LITERALS:,} literals; this model has {literals:,}"
            )
        clock = Clock(request.deadline)
        try:
            settled = settle(model, clock)
            return lower_to_cover(settled, request.seed) or lower_to_domains(settled, request.seed, clock)
        except Contradiction:
            return Refuted(NOTHING)
        except OutOfTime:
            return Unfinished(NOTHING)

    def run(self, program: Compiled, request: Request) -> Stream:
        """Search; the deadline is looked at within the library's calls of our constraints."""
        progress = PartialOutcome()
        try:
            bound = None
            for item in _give_solutions(program, request, progress):
                if progress.bound != bound:
                    bound = progress.bound
                    yield Interim(bound)
                yield _count_in(item, request, progress)
        except OutOfTime:
            yield _count_in(Outcome(proven=False, end=End.TIME, bound=progress.bound), request, progress)
        finally:
            request.effort.add(calls=len(progress.clocks), checks=sum(clock.steps for clock in progress.clocks))


def _count_in(item: Item, request: Request, progress: PartialOutcome) -> Item:
    """Pass an item on, with the count in the outcome of a count."""
    if isinstance(item, Outcome) and _only_counts(request):
        return replace(item, count=progress.given)
    return item


def _give_solutions(program: Compiled, request: Request, progress: PartialOutcome) -> Stream:
    """The solutions of a program, no more of them than are wanted; a count lists none."""
    found, clock, limit = Split(_search(program, request, progress)), Clock(request.deadline), _limit(program, request)
    clock.tick()
    for solution in found:
        progress.given += 1
        if not _only_counts(request):
            yield solution
        if progress.given == limit:
            yield Outcome(proven=False, end=End.DONE if request.want is Want.ONE else End.SOLUTIONS)
            return
        clock.tick()
    yield found.outcome


def _only_counts(request: Request) -> bool:
    return request.want is Want.COUNT and request.limit is None


def _limit(program: Compiled, request: Request) -> int | None:
    """The number of solutions that are wanted; if there is a cost, every cheaper one is."""
    has_cost = isinstance(program, Domains | CoveringProgram) and program.cost is not None
    return 1 if request.want is Want.ONE and not has_cost else request.limit


def _search(program: Compiled, request: Request, progress: PartialOutcome) -> Stream:
    match program:
        case Domains():
            return search_domains(program, request, progress)
        case CoveringProgram():
            return search_cover(program, request, progress)
        case Refuted():
            return iter((Outcome(proven=True, raw_status="refuted by propagation"),))
        case Unfinished():
            raise OutOfTime


__all__ = ["PythonConstraint"]
