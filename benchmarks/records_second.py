"""A second search for what nobody published, by another solver or from another square of the board.

Both search the model without its symmetries and with the number of pieces given, so that a smaller set would show up
as well as a missing one: neither the order of the first search, nor its orbits, nor its way to the optimum is used.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from time import monotonic

import rookery as rk
from rookery.models.symmetry.permutations import canonical

SAT_SECONDS, SAT_SETS, MOST_SETS = 10.0, 1500, 600_000
Found = tuple[int | None, int | None]


def seconded(problem: rk.Problem, optimum: int, sets: int | None, seconds: float) -> tuple[str, Found]:
    """How a second search answered, and how many sets and orbits it found; an empty how where none was done in time.

    With `sets` at None it is only refuted that fewer pieces would do.
    """
    if sets is not None and sets > MOST_SETS:
        return "", (None, None)
    model = replace(problem.model.at_optimum(optimum - (sets is None)), symmetries=())
    if (sets or 0) <= SAT_SETS and (found := by_sat(model, min(seconds, SAT_SECONDS))) is not None:
        how, listed, count = "SAT", found, Fraction(len(found))
    else:
        parts = from_the_middle(problem, model, monotonic() + seconds)
        if parts is None:
            return "", (None, None)
        how, listed, count = "middle", *parts
    if any(len(each) != optimum for each in listed) or (sets is None and listed):
        raise SystemExit(f"{problem}: {how} found a set of fewer than {optimum}")
    if sets is None:
        return how, (None, None)
    orbits = None if problem.board.torus else len({canonical(each, problem.symmetries) for each in listed})
    if count.denominator != 1:
        raise SystemExit(f"{problem}: {how} counted {count} sets")
    return how, (int(count), orbits)


def by_sat(model: rk.Model, seconds: float) -> list[frozenset[int]] | None:
    """All solutions as a SAT solver lists them, each excluded by a clause; None where time ran out."""
    answer = rk.solve_model(model, "sat", "all", seconds=seconds)
    return list(answer.solutions) if answer.complete else None


def from_the_middle(
    problem: rk.Problem, model: rk.Model, deadline: float
) -> tuple[list[frozenset[int]], Fraction] | None:
    """Solutions up to symmetry, and the number of all; None where time ran out.

    The square in the middle is guarded from one of few squares. Each of these in turn is chosen, and the orbits of
    those before it are forbidden: whoever has a square of such an orbit is the image of one that was listed there. A
    solution that holds m of the n squares of an orbit stands for n / m, since each of them could have been chosen.
    """
    listed: list[frozenset[int]] = []
    count, forbidden = Fraction(0), frozenset[int]()
    for guard in _guards(problem):
        if guard in forbidden:
            continue
        ring = frozenset(permutation[guard] for permutation in problem.symmetries)
        givens = (rk.AtLeast(1, (guard,)), rk.AtMost(0, tuple(forbidden)))
        part = replace(model, constraints=(*model.constraints, *givens))
        answer = rk.solve_model(part, "backtracking", "all", seconds=max(0.01, deadline - monotonic()))
        if not answer.complete:
            return None
        listed += answer.solutions
        count += sum(Fraction(len(ring), len(ring & each)) for each in answer.solutions)
        forbidden |= ring
    return listed, count


def _guards(problem: rk.Problem) -> Iterator[int]:
    """The squares from which the middle one is guarded, nearest first; all variables that hit its constraint."""
    board = problem.board
    middle = board.index(rk.Square(board.rows // 2, board.columns // 2))
    item: Sequence[int] = problem.model.constraints[middle].literals
    yield from sorted(item, key=lambda square: abs(square - middle))
