"""python-constraint as its documentation shows it: a variable for each queen, or a Boolean for each square and sums."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from queens import find_queens

from rookery.backends import Ask, Backend, End, Reason, Unsupported, Want
from rookery.backends.contract import Stream
from rookery.models import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model, Satisfy


@dataclass(frozen=True)
class Domains:
    """The model, to be written anew for each search, and n where it is n queens."""

    model: Model
    queens: int | None


class PlainConstraint(Backend):
    """Its default solver; the best is found by asking for 1, 2, 3, ... pieces."""

    name = "constraint-by-hand"
    summary = "python-constraint as one first uses it"
    packages: ClassVar[Mapping[str, str]] = {"constraint": "python-constraint2"}

    def compile(self, model: Model, ask: Ask) -> Domains:
        """Recognise n queens; anything else is sums of Booleans."""
        if any(isinstance(each, Linear) for each in model.constraints):
            raise Unsupported("this peer knows no weights")
        return Domains(model, find_queens(model))

    def run(self, program: Any, ask: Ask) -> Stream:
        """Give the solutions of python-constraint; without a goal all of them, else the first of the first size."""
        if isinstance(program.model.goal, Satisfy):
            problem = queens(program.queens) if program.queens else sums(program.model)
            yield from given(problem, program, ask)
            done = ask.want is not Want.ONE and not ask.deadline.passed()
            yield End(proven=done, reason=Reason.TIME if ask.deadline.passed() else Reason.DONE)
            return
        for size in sizes(program.model):
            for chosen in given(sums(program.model, size), program, ask):
                yield chosen
                yield End(proven=True, bound=size)
                return
            if ask.deadline.passed():
                yield End(proven=False, reason=Reason.TIME)
                return
        yield End(proven=True)


def given(problem: Any, program: Any, ask: Ask) -> Any:
    """The solutions as sets of variables; the clock is looked at between them, for the library has none."""
    n = program.queens
    for solution in problem.getSolutionIter():
        yield (
            frozenset(row * n + column for row, column in solution.items())
            if n
            else frozenset(variable for variable, true in solution.items() if true)
        )
        if ask.deadline.passed():
            return


def queens(n: int) -> Any:
    """A column for each row, and a function for each two rows."""
    from constraint import AllDifferentConstraint, Problem

    problem = Problem()
    problem.addVariables(range(n), range(n))
    problem.addConstraint(AllDifferentConstraint(), range(n))
    for low in range(n):
        for high in range(low + 1, n):
            problem.addConstraint(lambda a, b, apart=high - low: abs(a - b) != apart, (low, high))
    return problem


def sizes(model: Model) -> range:
    """The values of the goal in the order in which they are tried."""
    goal = model.goal
    assert isinstance(goal, Minimize | Maximize)
    if any(weight != 1 or literal < 0 for weight, literal in goal.terms()):
        raise Unsupported("this peer knows no weights")
    most = len(list(goal.terms()))
    return range(most + 1) if isinstance(goal, Minimize) else range(most, -1, -1)


def sums(model: Model, size: int | None = None) -> Any:
    """A Boolean for each square, a sum for each constraint, and one for the goal where a size is given."""
    from constraint import ExactSumConstraint, MaxSumConstraint, MinSumConstraint, Problem

    kinds = {AtMost: MaxSumConstraint, AtLeast: MinSumConstraint, Exactly: ExactSumConstraint}
    problem = Problem()
    problem.addVariables(range(model.variables), [0, 1])
    for each in model.constraints:
        if any(literal < 0 for literal in each.literals):
            raise Unsupported("this peer knows no negated literals")
        problem.addConstraint(kinds[type(each)](each.bound), list(each.literals))
    if size is not None:
        problem.addConstraint(ExactSumConstraint(size), [literal for _, literal in model.goal.terms()])
    return problem
