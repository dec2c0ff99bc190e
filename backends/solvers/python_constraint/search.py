"""The searches: python-constraint's own, run over our constraints, with what it lacks: bounds and optima."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rookery.backends.contract import Ask, End, Solution, Stream
from rookery.backends.solvers.python_constraint.domains import NONE, CoveringProgram, Domains, Total
from rookery.backends.solvers.python_constraint.rows import Clock, OutOfSteps
from rookery.core.deadline import Deadline

DIVE = 3000


@dataclass
class PartialOutcome:
    """Results of an interrupted search: the proven bound of the objective, and the number of solutions given.

    A clock counts the constraints that a search has checked.
    """

    bound: int | None = None
    given: int = 0
    clocks: list[Clock] = field(default_factory=list)

    def clock(self, deadline: Deadline, steps: int | None = None) -> Clock:
        """The clock of one more search."""
        self.clocks.append(Clock(deadline, steps))
        return self.clocks[-1]


def search_domains(program: Domains, ask: Ask, progress: PartialOutcome) -> Stream:
    """All solutions of a program of finite domains; with a cost ever cheaper ones."""
    if program.cost is None:
        for values in _assignments(program, progress.clock(ask.deadline)):
            yield _true_variables(program, values)
        yield End(proven=True)
        return
    progress.bound = program.cost.objective(program.least)
    # Ever cheaper solutions, each asked to be cheaper than the one before
    clock = progress.clock(ask.deadline)
    from rookery.backends.solvers.python_constraint.constraints import Sum

    assert program.cost is not None
    weights, scope = program.cost.weights, tuple(range(len(program.values)))
    best: int | None = None
    roof = sum(weight for weight in weights.values() if weight > 0)
    incumbent = Sum(Total(scope, weights, program.least, roof), clock)
    for values in _assignments(program, clock, incumbent):
        total = sum(weights.get(value, 0) for value in values)
        if best is None or total < best:
            best = total
            incumbent.upper = total - 1  # what the search gives from here on is better
            yield _true_variables(program, values)
    yield End(proven=True, bound=None if best is None else program.cost.objective(best))


def _assignments(program: Domains, clock: Clock, incumbent: Any = None) -> Iterator[list[int]]:
    from constraint import Problem

    from rookery.backends.solvers.python_constraint.constraints import Pair, Sum

    if not program.values:  # the library knows no problem without variables
        yield []
        return
    problem = Problem()
    for variable, values in enumerate(program.values):
        problem.addVariable(variable, list(values))
    for pair, hits in program.pairs.items():
        problem.addConstraint(Pair(hits, clock), pair)
    for total in program.totals:
        problem.addConstraint(Sum(total, clock), total.scope)
    if incumbent is not None:
        problem.addConstraint(incumbent, tuple(range(len(program.values))))
    for found in problem.getSolutionIter():
        yield list(found.values())


def _true_variables(program: Domains, values: list[int]) -> Solution:
    return program.true.union(value for value in values if value != NONE)


def search_cover(program: CoveringProgram, ask: Ask, progress: PartialOutcome) -> Stream:
    """All coverings of a program of pieces; with a cost one with the fewest pieces."""
    if program.cost is None:
        yield from _coverings(program, program.most, progress.clock(ask.deadline))
        yield End(proven=True)
    else:
        yield from _find_fewest(program, ask, progress)


def _find_fewest(program: CoveringProgram, ask: Ask, progress: PartialOutcome) -> Stream:
    """A short dive for any covering, then one piece more each time until the number is sufficient."""
    assert program.cost is not None
    progress.bound = program.cost.objective(program.least)
    found, exhausted = _find_first(program, program.enough, progress.clock(ask.deadline, DIVE))
    if found is not None:
        yield found
    elif exhausted:
        yield End(proven=True)
        return
    most = program.enough if found is None else len(found) - len(program.true) - 1
    for pieces in range(program.least, most + 1):
        progress.bound = program.cost.objective(pieces)
        better, _ = _find_first(program, pieces, progress.clock(ask.deadline))
        if better is not None:
            yield better
            yield End(proven=True, bound=progress.bound)
            return
    yield End(proven=True, bound=None if found is None else program.cost.objective(most + 1))


def _find_first(program: CoveringProgram, pieces: int, clock: Clock) -> tuple[Solution | None, bool]:
    """The first covering, and whether the search came to an end rather than to its last step."""
    try:
        return next(_coverings(program, pieces, clock), None), True
    except OutOfSteps:
        return None, False


def _coverings(program: CoveringProgram, pieces: int, clock: Clock) -> Iterator[Solution]:
    from constraint import Problem

    from rookery.backends.solvers.python_constraint.constraints import Covering

    covering = Covering(program, pieces, clock)
    first = covering.first()
    if first is None:
        return
    problem = Problem()
    everything = list(range(covering.idle + 1))
    for piece in range(pieces):
        problem.addVariable(piece, everything if piece else first)
    problem.addConstraint(covering, list(range(pieces)))
    for found in problem.getSolutionIter():
        variables, idle = program.masks.variables, covering.idle
        yield program.true.union(variables[value] for value in found.values() if value != idle)
