"""A problem in a SAT solver whose rules can be switched on and off."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import TIMEOUT_MAX, Timer
from typing import Generic, TypeVar

from rookery.backends.contract import Solution
from rookery.backends.solve import solve
from rookery.backends.solvers.sat.sliced import SlicedSolver
from rookery.core.deadline import Deadline, OutOfTime, check_deadline
from rookery.core.files import Closing
from rookery.core.runtime import HAS_THREADS
from rookery.models import AtMost, Model, Piece, Problem, Satisfy
from rookery.models.boards.base import Cell
from rookery.models.model.clauses import ModelClauses
from rookery.models.model.constraints import Constraint
from rookery.models.problem.problem import Demand
from rookery.models.referee.rules import Barred, Fixed, Forbidden, Holds, Rule

Unit = TypeVar("Unit", bound=Hashable)
SOLVER = "cadical153"


class Asked(Closing, Generic[Unit]):
    """Constraints in a SAT solver with a selector for each unit, such as a rule; questions are sets of assumptions.

    Literal v + 1 says that variable v is true. The constraints of a group hold while the selectors of all its units are
    assumed; a group without units always holds. Methods raise `OutOfTime` at the deadline that is held.
    """

    def __init__(self, variables: int, groups: Iterable[tuple[Iterable[Unit], Sequence[Constraint]]]) -> None:
        clauses = ModelClauses(variables)
        self.selectors: dict[Unit, int] = {}
        for units, constraints in groups:
            for unit in units:
                if unit not in self.selectors:
                    self.selectors[unit] = clauses.fresh()
            off = [-self.selectors[unit] for unit in units]
            first = len(clauses.clauses)
            clauses.extend(constraints)
            clauses.clauses[first:] = ([*off, *clause] for clause in clauses.clauses[first:])
        self.clauses, self._variables = clauses.clauses, variables
        self._solver = SlicedSolver(SOLVER, self.clauses, Deadline().or_held)
        self._solver.add(self.clauses)

    def close(self) -> None:
        """Free the solver's memory."""
        self._solver.close()

    def solve(self, literals: Iterable[int]) -> bool:
        """Return whether there is a solution under these assumptions, selectors among them."""
        return bool(self._solver.solve(literals))

    def solution(self) -> Solution:
        """Return the solution that `solve` found last, as the variables that are true."""
        return frozenset(each - 1 for each in self._solver.values()[: self._variables] if each > 0)

    def core(self, literals: Iterable[int]) -> frozenset[int] | None:
        """Return an unsatisfiable core of these assumptions; None if they have a solution."""
        return None if self.solve(literals) else frozenset(self._solver.core())

    def units(self, literals: Collection[int]) -> frozenset[Unit]:
        """Return the units whose selectors are in a core."""
        return frozenset(unit for unit, selector in self.selectors.items() if selector in literals)

    def shrink(self, core: frozenset[int], order: Iterable[int]) -> Iterator[frozenset[int]]:
        """Yield ever smaller cores, beginning with this one; the last is minimal: it needs each literal of `order`.

        Literals early in `order` are dropped before later ones.
        """
        yield core
        for literal in order:
            if literal in core and (smaller := self.core(core - {literal})) is not None:
                core = smaller
                yield core

    def backbone(self, known: Sequence[int], among: Iterable[int]) -> Iterator[tuple[int, frozenset[int]]]:
        """Yield the backbone: the literals of `among` that are true in every solution under the `known` ones.

        They come in reverse order, each with a core of known literals. Each solution that is found drops the literals
        that it makes false. There is no backbone without a solution.
        """
        left = [*among]
        if left and self.solve(known):
            left = self._keep_true(left)
            while left:
                literal = left.pop()
                if (core := self.core([*known, -literal])) is None:
                    left = self._keep_true(left)
                else:
                    yield literal, core - {-literal}

    def _keep_true(self, literals: Iterable[int]) -> list[int]:
        true = {*self._solver.values()}
        return [each for each in literals if (abs(each) in true) == (each > 0)]

    def avoid(self, literals: Iterable[int]) -> None:
        """Prefer solutions in which some literals are false: such solutions drop them from the backbone early."""
        self._solver.prefer(-each for each in literals)

    def repair(self, givens: Iterable[Unit]) -> list[Unit] | None:
        """Return the fewest of `givens` whose removal leaves a solution; None if removing all of them does not."""
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        check_deadline()
        removable, formula = [*givens], WCNF()
        formula.extend(self.clauses)
        for unit, selector in self.selectors.items():
            formula.append([selector], weight=1 if unit in removable else None)
        with RC2(formula) as solver:
            with at_deadline(solver.interrupt):
                model = solver.compute(expect_interrupt=HAS_THREADS)
            if solver.interrupted:
                raise OutOfTime
        return None if model is None else [unit for unit in removable if self.selectors[unit] not in model]


def list_conflicts(clauses: list[list[int]], selectors: list[int]) -> Iterator[list[int]]:
    """Yield all minimal unsatisfiable subsets (MUSes) of selectors, smallest first; at least one must exist."""
    from pysat.examples.optux import OptUx
    from pysat.formula import WCNF

    formula = WCNF()
    formula.extend(clauses)
    formula.extend([[each] for each in selectors], weights=[1] * len(selectors))
    with OptUx(formula) as finder:
        for found in finder.enumerate():
            yield [selectors[at - 1] for at in found]


def list_rules(problem: Problem) -> list[Rule]:
    """Return the rules that demand something, fixed and forbidden squares last."""
    rules = [rule for rule in problem.rules if not (isinstance(rule, Holds) and rule.count is None)]
    return sorted(rules, key=is_given)


def is_given(rule: Rule) -> bool:
    """Return whether a rule fixes or forbids a square."""
    return isinstance(rule, Fixed | Forbidden | Barred)


def list_demands(problem: Problem) -> list[Demand]:
    """Return groups of constraints with the rules that demand them; constraints without rules always hold.

    All rules together demand all constraints if the problem does not say which, as with a model that was replaced.
    """
    demands, there = problem.demands, {id(constraint) for constraint in problem.model.constraints}
    if not demands or not all(id(constraint) in there for demand in demands for constraint in demand.constraints):
        demands = (Demand(problem.rules, problem.model.constraints),)
    demanding, size, types = {*list_rules(problem)}, len(problem.board), len(problem.pieces)
    kept = [Demand(tuple(rule for rule in rules if rule in demanding), ours) for rules, ours in demands]
    one_each = [AtMost(1, range(square, types * size, size)) for square in range(size if types > 1 else 0)]
    return [*kept, Demand((), one_each)]


@contextmanager
def at_deadline(act: Callable[[], None]) -> Iterator[None]:
    """Call a function in another thread if the deadline that is held passes within the block."""
    timer = Timer(min(Deadline().or_held().left(), TIMEOUT_MAX), act)
    if not HAS_THREADS:
        yield
        return
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def list_literals(problem: Problem, square: Cell, pieces: Iterable[Piece]) -> list[int]:
    """Return the literals of `Asked` that put these pieces on a square."""
    return [problem.pieces.index(piece) * len(problem.board) + problem.board.index(square) + 1 for piece in pieces]


def find_best(problem: Problem) -> tuple[Model, int | None]:
    """Return a model of the optimal solutions and the optimum; the own model and None without goal or solution.

    Raises `OutOfTime` if the optimum is not found under the deadline that is held.
    """
    if isinstance(problem.model.goal, Satisfy):
        return problem.model, None
    answer = solve(problem)
    if not answer.complete:
        raise OutOfTime
    best = answer.objective
    return problem.model if best is None else problem.model.at_optimum(best), best
