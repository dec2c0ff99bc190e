"""A second search for unpublished values: by another solver, from another square, or in another order.

All search the model without its symmetries and with the optimum given as a bound, so that a better solution would show
up as well as a missing one: neither the order of the first search, nor its orbits, nor its way to the optimum is used.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from time import monotonic

import rookery as rk
from benchmarks.records.data import Record
from benchmarks.records.kinds import KINDS
from rookery.models.boards.ground import Rectangle
from rookery.models.symmetry.permutations import find_canonical

SAT_SECONDS, SAT_SETS, MAX_SETS = 10.0, 1500, 600_000
# Reductions would decide a given place, and leave what is no longer recognised as armies.
OTHER_ORDER = {"without": "symmetry,prefix,forcing", "lowering.forced": "off"}
Found = tuple[int | None, int | None]
Listed = tuple[list[frozenset[int]], Fraction]


def seconded(record: Record, seconds: float) -> tuple[str, Found]:
    """How a second search answered, and how many sets and orbits it found; an empty how where none was done in time.

    Where the record has no sets it is only refuted that there is anything better.
    """
    # Pieces that are connected are attacked, each of two or more: they are refuted with all that are.
    is_wider = record.kind == "connected"
    record = replace(record, kind="total") if is_wider else record
    problem, sets = record.problem, record.sets
    if sets is not None and sets > MAX_SETS:
        return "", (None, None)
    better = 1 if isinstance(problem.model.goal, rk.Maximize) else -1
    model = replace(problem.model.at_optimum(record.optimum + better * (sets is None)), symmetries=())
    if sets is None and "torus" in record.board and not KINDS[record.kind].is_domination:
        # A shift takes any piece of the first army to the first square: if there are such armies, there are some so.
        model = replace(model, constraints=(*model.constraints, rk.AtLeast(1, (0,))))
    for how, (listed, count) in _searches(record, model, seconds):
        if is_wider and listed:
            break
        if any(problem.objective(problem.read(each)) != record.optimum for each in listed):
            raise SystemExit(f"{problem}: {how} found something better than {record.optimum}")
        if sets is None:
            return how, (None, None)
        if count.denominator != 1:
            raise SystemExit(f"{problem}: {how} counted {count} sets")
        placed = map(problem.placed, listed)
        orbits = (
            None
            if getattr(problem.board, "torus", False)
            else len({find_canonical(each, problem.symmetries) for each in placed})
        )
        return how, (int(count), orbits)
    return "", (None, None)


def _searches(record: Record, model: rk.Model, seconds: float) -> Iterator[tuple[str, Listed]]:
    """What each second search lists, and for how many sets that stands; those that are done in time."""
    if (record.sets or 0) <= SAT_SETS and (found := by_sat(model, min(seconds, SAT_SECONDS))) is not None:
        yield "SAT", (found, Fraction(len(found)))
    if KINDS[record.kind].is_domination:
        if (parts := from_the_middle(record.problem, model, monotonic() + seconds)) is not None:
            yield "middle", parts
    elif record.plan in (("queen", "two armies", False), ("queen", "larger army", False)):
        if (parts := by_owners(record, model, monotonic() + seconds)) is not None:
            yield "owners", parts
    elif (found := in_another_order(model, seconds)) is not None:
        yield "order", (found, Fraction(len(found)))


def by_sat(model: rk.Model, seconds: float) -> list[frozenset[int]] | None:
    """All solutions as a SAT solver lists them, each excluded by a clause; None where time ran out."""
    answer = rk.solve_model(model, "sat", "all", seconds=seconds)
    return list(answer.solutions) if answer.complete else None


def in_another_order(model: rk.Model, seconds: float) -> list[frozenset[int]] | None:
    """All solutions by our own search, which branches on other groups and forces no owners; None where time ran out."""
    answer = rk.solve_model(model, "backtracking", "all", seconds=seconds, options=OTHER_ORDER)
    return list(answer.solutions) if answer.complete else None


def by_owners(record: Record, model: rk.Model, deadline: float) -> Listed | None:
    """Two armies of queens of which all others are images, and the number of all; None where time ran out.

    The rows and columns in the middle go to one army each, in every way: they are barred to the other. Where nobody
    stands both ways hold, so each solution is met. Of ways that are images of each other one is searched.
    """
    problem, side = record.problem, record.side
    near = [at for at in range(side) if abs(2 * at + 1 - side) <= 2]
    lines = [*(range(at * side, at * side + side) for at in near), *(range(at, side * side, side) for at in near)]
    ways = product((0, side * side), repeat=len(lines))  # where the variables begin of the army that is barred
    barred = ([start + at for start, line in zip(way, lines, strict=True) for at in line] for way in ways)
    listed: list[frozenset[int]] = []
    for given in dict.fromkeys(find_canonical(frozenset(each), problem.symmetries) for each in barred):
        part = replace(model, constraints=(*model.constraints, *(rk.AtMost(0, (at,)) for at in given)))
        found = in_another_order(part, max(0.01, deadline - monotonic()))
        if found is None:
            return None
        listed += found
    placed = {problem.placed(each) for each in listed}
    return listed, Fraction(len({frozenset(move[at] for at in each) for each in placed for move in problem.symmetries}))


def from_the_middle(problem: rk.Problem, model: rk.Model, deadline: float) -> Listed | None:
    """Solutions up to symmetry, and the number of all; None where time ran out.

    The square in the middle is guarded from one of few squares. Each of these in turn is chosen, and the orbits of
    those before it are forbidden: a set with a square of such an orbit is the image of one that was listed there. A
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
    assert isinstance(board, Rectangle)
    middle = board.index(rk.Square(board.rows // 2, board.columns // 2))
    item: Sequence[int] = problem.model.constraints[middle].literals
    yield from sorted(item, key=lambda square: abs(square - middle))
