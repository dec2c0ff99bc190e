"""The lexicographically first solution, by any backend: asked for step by step, each step proven."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Unpack

from rookery.backends.contract.answer import Answer, End
from rookery.backends.contract.backend import Deadline
from rookery.backends.contract.progress import Observer
from rookery.backends.contract.progress_bar import watch
from rookery.backends.contract.question import Question
from rookery.backends.registry import DEFAULT, BackendLike
from rookery.backends.running.hiring import Hiring, asked_by, hire
from rookery.backends.running.interrupts import Interrupted
from rookery.backends.running.solve import solve
from rookery.models import AtLeast, Exactly, Problem


def first(
    problem: Problem,
    backend: BackendLike = DEFAULT,
    progress: bool | Observer = False,
    **limits: Unpack[Hiring],
) -> Answer:
    """Give the solution that comes first when the board is read square by square, a piece before an empty square.

    With a goal it is the first of the optimal ones; several pieces are read one after the other. For n queens it is
    the smallest row of columns: 0 4 7 5 2 6 1 3 for eight (OEIS A141843, which counts from 1); none for n = 2 and 3.

    Each step asks for a solution with a piece before the next one of the best so far, and settles that one when there
    is none. So every step is proven, in whatever order a backend searches. Keywords are those of `solve`; `seconds`
    holds for all steps together, and an answer that is not complete has the first solution known so far,
    also after Ctrl-C. With `progress` each step tells how far it is, as `solve` does.
    """
    begun, deadline = perf_counter(), Deadline(Question.of(**asked_by(limits)).seconds)
    with hire(**limits) as fleet, watch(progress) as observer:
        limits["cluster"] = fleet  # the same one for all steps
        best = _settle(problem, partial(_solve_for_one, backend, deadline, observer or False, limits), deadline)
    return replace(best, times=replace(best.times, total=perf_counter() - begun)) if best.complete else best


def _settle(problem: Problem, solve_for_one: Callable[[Problem], Answer], deadline: Deadline) -> Answer:
    """The first solution, square by square."""
    best = solve_for_one(problem)
    if not best.complete or not best.solutions:
        return best
    steps = problem if best.objective is None else replace(problem, model=problem.model.at_optimum(best.objective))
    settled = 0
    while upcoming := [variable for variable in problem.write(best.solutions[0]) if variable >= settled]:
        if deadline.passed():
            return replace(best, complete=False, end=End.TIME)
        try:
            earlier = solve_for_one(_earlier(steps, best, settled, min(upcoming)))
        except KeyboardInterrupt:
            raise Interrupted(replace(best, complete=False, end=End.INTERRUPTED)) from None
        best = replace(best, statistics=best.statistics + earlier.statistics)
        if not earlier.complete:
            return replace(best, complete=False, end=earlier.end)
        settled = settled if earlier.solutions else min(upcoming) + 1
        best = replace(best, solutions=earlier.solutions or best.solutions)
    return best


def _solve_for_one(
    backend: BackendLike, deadline: Deadline, progress: bool | Observer, limits: Hiring, problem: Problem
) -> Answer:
    seconds = None if deadline.seconds is None else max(deadline.left(), 1e-9)
    return solve(problem, backend, "one", progress=progress, **(limits | Hiring(seconds=seconds)))


def _earlier(problem: Problem, best: Answer, settled: int, upcoming: int) -> Problem:
    """The same problem with the settled squares as they are, and a piece before the upcoming one."""
    chosen = problem.write(best.solutions[0])
    as_is = (Exactly(1 if variable in chosen else 0, (variable,)) for variable in range(settled))
    wanted = AtLeast(1, range(settled, upcoming)) if upcoming > settled else AtLeast(1, ())
    model = replace(problem.model, constraints=(*problem.model.constraints, *as_is, wanted), symmetries=())
    return replace(problem, model=model)
