"""A SAT solver as one first uses it: pairs for at-most-one, sequential counters for the rest, blocking clauses."""

from itertools import combinations
from typing import Any

from rookery.backends import Backend, CompiledProgram, End, Outcome, Request, Unsupported, Want
from rookery.backends.contract.backend import Stream
from rookery.models import AtLeast, AtMost, Exactly, Linear, Maximize, Model, Satisfy


class Clauses(CompiledProgram):
    """Clauses over variables from 1, and the goal's literals."""

    __slots__ = ("aim", "clauses", "maximise", "top", "variables")

    def __init__(self, model: Model, clauses: list[list[int]], top: int, aim: list[int]) -> None:
        super().__init__({"variables": top, "clauses": len(clauses)})
        values = {"clauses": clauses, "top": top, "variables": model.variables, "aim": aim}
        for name, value in (values | {"maximise": isinstance(model.goal, Maximize)}).items():
            object.__setattr__(self, name, value)


class NaivePysat(Backend[Clauses]):
    """Glucose on pairwise clauses; the best is found by asking for better and better."""

    name = "naive-pysat"
    summary = "PySAT as one first uses it: pairs, sequential counters, blocking clauses"
    distributions = ("python-sat",)

    def load(self) -> None:
        """Import PySAT."""
        try:
            import pysat.card
            import pysat.solvers  # noqa: F401
        except ImportError as error:
            raise Unsupported(f"{error}: pip install python-sat") from error

    def compile(self, model: Model, request: Request) -> Clauses:
        """Write clauses."""
        clauses: list[list[int]] = []
        top = model.variables
        for constraint in model.constraints:
            if isinstance(constraint, Linear):
                raise Unsupported("this peer knows no weights")
            added, top = written(constraint, top)
            clauses += added
        aim = [] if isinstance(model.goal, Satisfy) else [number(each) for each in model.goal.literals]
        return Clauses(model, clauses, top, aim)

    def run(self, program: Any, request: Request) -> Stream:
        """Ask, forbid, ask again; with a goal ask for a better one each time."""
        from pysat.solvers import Solver

        with Solver("glucose4", bootstrap_with=program.clauses) as solver:
            best = None
            while True:
                if request.deadline.passed():
                    yield Outcome(proven=False, end=End.TIME)
                    return
                if not solved(solver, request):
                    done = not request.deadline.passed()
                    yield Outcome(proven=done, end=End.DONE if done else End.TIME, bound=best if done else None)
                    return
                true = {literal for literal in solver.get_model() if 0 < literal <= program.variables}
                yield frozenset(literal - 1 for literal in true)
                if not program.aim:
                    if request.want is Want.ONE:
                        yield Outcome(proven=False)
                        return
                    solver.add_clause([-v if v in true else v for v in range(1, program.variables + 1)])
                    continue
                best = sum(literal in true if literal > 0 else -literal not in true for literal in program.aim)
                for clause in better(program, best):
                    solver.add_clause(clause)


def solved(solver: Any, request: Request) -> bool:
    """Whether there is a solution; false also when the time is up."""
    from threading import Timer

    left = request.deadline.left()
    if left > 1e9:
        return bool(solver.solve())
    timer = Timer(left, solver.interrupt)
    timer.start()
    try:
        return bool(solver.solve_limited(expect_interrupt=True))
    finally:
        timer.cancel()
        timer.join()
        solver.clear_interrupt()


def better(program: Any, best: int) -> list[list[int]]:
    """Clauses that ask for more, or for fewer, than the best so far; their own variables come after all others."""
    from pysat.card import CardEnc, EncType

    call, bound = (CardEnc.atleast, best + 1) if program.maximise else (CardEnc.atmost, best - 1)
    if not 0 <= bound <= len(program.aim):
        return [[]]
    encoded = call(program.aim, bound, top_id=program.top, encoding=EncType.seqcounter)
    object.__setattr__(program, "top", max(program.top, encoded.nv))
    return list(encoded.clauses)


def number(literal: int) -> int:
    """A literal as SAT solvers write it."""
    return literal + 1 if literal >= 0 else -(~literal + 1)


def written(constraint: AtMost | AtLeast | Exactly, top: int) -> tuple[list[list[int]], int]:
    """The clauses of a constraint, and the highest variable."""
    from pysat.card import CardEnc, EncType

    literals = list(map(number, constraint.literals))
    bound, size = constraint.bound, len(literals)
    clauses: list[list[int]] = []
    if isinstance(constraint, AtLeast | Exactly) and bound > 0:
        if bound > size:
            return [[]], top
        if bound == 1:
            clauses.append(literals)
        else:
            encoded = CardEnc.atleast(literals, bound, top_id=top, encoding=EncType.seqcounter)
            clauses, top = clauses + encoded.clauses, max(top, encoded.nv)
    if isinstance(constraint, AtMost | Exactly) and bound < size:
        if bound == 0:
            clauses += [[-literal] for literal in literals]
        elif bound == 1:
            clauses += [[-one, -other] for one, other in combinations(literals, 2)]
        else:
            encoded = CardEnc.atmost(literals, bound, top_id=top, encoding=EncType.seqcounter)
            clauses, top = clauses + encoded.clauses, max(top, encoded.nv)
    return clauses, top
