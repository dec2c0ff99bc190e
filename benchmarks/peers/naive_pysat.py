"""A SAT solver as one first uses it: pairs for at-most-one, sequential counters for the rest, blocking clauses."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from rookery.backends import Ask, Backend, End, Reason, Unsupported, Want
from rookery.backends.contract import Stream
from rookery.models import AtLeast, AtMost, Exactly, Linear, Maximize, Model, Satisfy


@dataclass(frozen=True)
class Clauses:
    """Clauses over numbers from 1 to `top`, the model's `variables` first, and the goal's literals."""

    clauses: list[list[int]]
    top: int
    variables: int
    aim: list[int]
    maximise: bool


class NaivePysat(Backend):
    """Glucose on pairwise clauses; the best is found by asking for better and better."""

    name = "naive-pysat"
    summary = "PySAT as one first uses it: pairs, sequential counters, blocking clauses"
    packages: ClassVar[Mapping[str, str]] = {"pysat": "python-sat"}
    can = frozenset({"one", "best", "all", "count", "seed"})

    def compile(self, model: Model, ask: Ask) -> Clauses:
        """Write clauses."""
        clauses: list[list[int]] = []
        top = model.variables
        for constraint in model.constraints:
            if isinstance(constraint, Linear):
                raise Unsupported("this peer knows no weights")
            added, top = written(constraint, top)
            clauses += added
        aim = [] if isinstance(model.goal, Satisfy) else [number(each) for each in model.goal.literals]
        return Clauses(clauses, top, model.variables, aim, isinstance(model.goal, Maximize))

    def run(self, program: Any, ask: Ask) -> Stream:
        """Ask, forbid, ask again; with a goal ask for a better one each time."""
        from pysat.solvers import Solver

        with Solver("glucose4", bootstrap_with=program.clauses) as solver:
            best = None
            while True:
                if ask.deadline.passed():
                    yield End(proven=False, reason=Reason.TIME)
                    return
                if not solved(solver, ask):
                    done = not ask.deadline.passed()
                    yield End(proven=done, reason=Reason.DONE if done else Reason.TIME, bound=best if done else None)
                    return
                true = {literal for literal in solver.get_model() if 0 < literal <= program.variables}
                yield frozenset(literal - 1 for literal in true)
                if not program.aim:
                    if ask.want is Want.ONE:
                        yield End(proven=False)
                        return
                    solver.add_clause([-v if v in true else v for v in range(1, program.variables + 1)])
                    continue
                best = sum(literal in true if literal > 0 else -literal not in true for literal in program.aim)
                for clause in better(program, best):
                    solver.add_clause(clause)


def solved(solver: Any, ask: Ask) -> bool:
    """Whether there is a solution; false also when the time is up."""
    from threading import Timer

    left = ask.deadline.left()
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
