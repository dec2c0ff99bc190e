"""A second search for unpublished values: by another solver, from another square, or in another order.

All search the model without its symmetries and with the optimum given as a bound, so that a better solution would show
up as well as a missing one: neither the order of the first search, nor its orbits, nor its way to the optimum is used.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path

import rookery as rk
from benchmarks.records.data import Record, continued
from benchmarks.records.kinds import KINDS
from rookery.backends import Question
from rookery.backends.running.solve import as_problem, start
from rookery.core.deadline import Deadline, OutOfTime
from rookery.models.boards.ground import Rectangle
from rookery.models.symmetry.permutations import find_canonical

SAT_SECONDS, SAT_SETS, MAX_SETS = 10.0, 1500, 600_000
OTHER_ORDER = {"without": "symmetry,prefix,forcing"}
Sets = Sequence[frozenset[int]]
Found = tuple[int | None, int | None]
Listed = tuple[Sets, Fraction]
Ask = Callable[[rk.Model, Mapping[str, str]], Sets]  # for all solutions of a model under some options


def seconded(record: Record, seconds: float, folder: Path | None = None, workers: int = 1) -> tuple[str, Found]:
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
    with suppress(OutOfTime), Deadline(seconds).held():
        for how, parts in _searches(record, model, partial(all_of, folder, workers)):
            if is_wider and parts[0]:
                break
            return how, _tell(record, how, *parts)
    return "", (None, None)


def _tell(record: Record, how: str, listed: Sets, count: Fraction) -> Found:
    """The number of sets and of orbits, on a torus without; both are None where the record has no sets."""
    problem = record.problem
    if any(problem.objective(problem.read(each)) != record.optimum for each in listed):
        raise SystemExit(f"{problem}: {how} found something better than {record.optimum}")
    if record.sets is None:
        return None, None
    if count.denominator != 1:
        raise SystemExit(f"{problem}: {how} counted {count} sets")
    orbits = {find_canonical(problem.placed(each), problem.symmetries) for each in listed}
    return int(count), None if "torus" in record.board else len(orbits)


def _searches(record: Record, model: rk.Model, ask: Ask) -> Iterator[tuple[str, Listed]]:
    """What each second search lists, and for how many sets that stands; raises `OutOfTime`."""
    if (record.sets or 0) <= SAT_SETS:
        answer = rk.solve_model(model, "sat", "all", seconds=SAT_SECONDS)
        if answer.complete:
            yield "SAT", (answer.solutions, Fraction(answer.count))
    if KINDS[record.kind].is_domination:
        yield "middle", from_the_middle(record.problem, model, ask)
    elif record.plan in (("queen", "two armies", False), ("queen", "larger army", False)):
        yield "owners", by_owners(record, model, ask)
    else:
        found = ask(model, OTHER_ORDER)
        yield "order", (found, Fraction(len(found)))


def all_of(folder: Path | None, workers: int, model: rk.Model, options: Mapping[str, str]) -> Sets:
    """All solutions by our own search, which a folder keeps; raises `OutOfTime`."""
    problem, question = as_problem(model), Question.of(want="all", options=options, workers=workers)
    run = start(problem, "backtracking", question, **continued(folder, problem, question))
    found = list(run.stream())
    if not run.answer(most=0).complete:
        raise OutOfTime
    return found


def by_owners(record: Record, model: rk.Model, ask: Ask) -> Listed:
    """Two armies of queens of which all others are images, and the number of all.

    The rows and columns in the middle go to one army each, in every way: they are barred to the other. Where nobody
    stands both ways hold, so each solution is met. Of ways that are images of each other one is searched. The search
    branches on other groups than the first one, and forces no owners.
    """
    problem, side = record.problem, record.side
    near = [at for at in range(side) if abs(2 * at + 1 - side) <= 2]
    lines = [*(range(at * side, at * side + side) for at in near), *(range(at, side * side, side) for at in near)]
    ways = product((0, side * side), repeat=len(lines))  # where the variables begin of the army that is barred
    barred = ([start + at for start, line in zip(way, lines, strict=True) for at in line] for way in ways)
    listed: list[frozenset[int]] = []
    for given in dict.fromkeys(find_canonical(frozenset(each), problem.symmetries) for each in barred):
        out = (rk.AtMost(0, (at,)) for at in sorted(given))
        listed += ask(replace(model, constraints=(*model.constraints, *out)), OTHER_ORDER)
    placed = {problem.placed(each) for each in listed}
    return listed, Fraction(len({frozenset(move[at] for at in each) for each in placed for move in problem.symmetries}))


def from_the_middle(problem: rk.Problem, model: rk.Model, ask: Ask) -> Listed:
    """Solutions up to symmetry, and the number of all.

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
        givens = (rk.AtLeast(1, (guard,)), rk.AtMost(0, tuple(sorted(forbidden))))
        found = ask(replace(model, constraints=(*model.constraints, *givens)), {})
        listed += found
        count += sum(Fraction(len(ring), len(ring & each)) for each in found)
        forbidden |= ring
    return listed, count


def _guards(problem: rk.Problem) -> Iterator[int]:
    """The squares from which the middle one is guarded, nearest first; all variables that hit its constraint."""
    board = problem.board
    assert isinstance(board, Rectangle)
    middle = board.index(rk.Square(board.rows // 2, board.columns // 2))
    item: Sequence[int] = problem.model.constraints[middle].literals
    yield from sorted(item, key=lambda square: abs(square - middle))
