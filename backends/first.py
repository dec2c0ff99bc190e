"""The lexicographically first solution, by any backend: asked for step by step, each step proven."""

from collections import Counter
from dataclasses import replace
from time import perf_counter
from typing import Unpack

from rookery.backends.answer import Answer
from rookery.backends.contract import Reason
from rookery.backends.progress import Observer
from rookery.backends.registry import DEFAULT, BackendLike
from rookery.backends.solve import QuestionLimits, make_question, solve
from rookery.core.deadline import Deadline
from rookery.models import AtLeast, BadInput, Exactly, Problem


def first(
    problem: Problem,
    backend: BackendLike = DEFAULT,
    *,
    progress: bool | Observer = False,
    **limits: Unpack[QuestionLimits],
) -> Answer:
    """Return the solution that comes first when the board is read square by square, a piece before an empty square.

    >>> import rookery as rk
    >>> rk.first(rk.placement("queen", 8, count=8)).best.squares("algebraic")
    ('a8', 'e7', 'h6', 'f5', 'c4', 'g3', 'b2', 'd1')

    With a goal it is the first of the optimal ones; several pieces are read one after the other. For n queens it is the
    smallest row of columns: 0 4 7 5 2 6 1 3 for eight (OEIS A141843, which counts from 1); n = 2 and 3 have no
    solution.

    Each step asks for a solution with a piece on an earlier square than the next piece of the best one so far; if there
    is none, that piece is settled. So every step is proven, in whatever order a backend searches. Keywords are those of
    `solve`; `seconds` holds for all steps together, and an answer that is not complete has the first solution known so
    far, also after Ctrl-C. With `progress` each step reports its progress, as `solve` does.
    """
    if "want" in limits:
        raise BadInput("first takes no 'want': it gives one solution; rk.solve(problem, want='all') lists them")
    begun, deadline = perf_counter(), Deadline(make_question(problem, **limits).seconds)

    def ask(asked: Problem) -> Answer:
        left: QuestionLimits = {**limits}
        if deadline.seconds is not None:
            left["seconds"] = max(deadline.left(), 1e-9)
        return solve(asked, backend, "one", progress=progress, **left)

    best, settled = ask(problem), 0
    if not best.complete or not best.solutions:
        return best
    steps = problem if best.objective is None else replace(problem, model=problem.model.at_optimum(best.objective))
    while upcoming := [variable for variable in problem.write(best.solutions[0]) if variable >= settled]:
        if deadline.passed():
            return replace(best, complete=False, end=Reason.TIME)
        earlier = ask(_earlier(steps, best, settled, min(upcoming)))
        best = replace(best, statistics=dict(Counter(best.statistics) + Counter(earlier.statistics)))
        if not earlier.complete:
            return replace(best, complete=False, end=earlier.end)
        settled = settled if earlier.solutions else min(upcoming) + 1
        best = replace(best, solutions=earlier.solutions or best.solutions)
    return replace(best, times=replace(best.times, total=perf_counter() - begun))


def _earlier(problem: Problem, best: Answer, settled: int, upcoming: int) -> Problem:
    """Return the same problem with the settled squares as they are, and a piece before the upcoming one."""
    chosen = problem.write(best.solutions[0])
    as_is = (Exactly(1 if variable in chosen else 0, (variable,)) for variable in range(settled))
    wanted = AtLeast(1, range(settled, upcoming)) if upcoming > settled else AtLeast(1, ())
    model = replace(problem.model, constraints=(*problem.model.constraints, *as_is, wanted), symmetries=(), moves=())
    return replace(problem, model=model)
