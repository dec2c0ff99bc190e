"""The search for rivals: against published values and against brute force, its leaves, groups and symmetries."""

from itertools import combinations
from random import Random

import pytest
from rookery_tests.forced import force
from rookery_tests.small_models import asked, check, solutions_of

import rookery as rk
from rookery.backends import Ask, Want, backend
from rookery.backends.engine.choose import choose
from rookery.backends.engine.rivals.leaves import list_images
from rookery.backends.engine.rivals.search import RivalsProgram
from rookery.backends.presolve.reductions.reduce import reduce
from rookery.backends.presolve.structure.rivals import recognise_rivals
from rookery.models import AtLeast, AtMost, Board, Exactly, Linear, Maximize, Minimize, Model, Piece, Satisfy
from rookery.models.model.constraints import Constraint
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN

OWN = backend("backtracking")


def program_of(model: Model, **options: str) -> RivalsProgram:
    program = choose(model, Ask(options=options))
    assert isinstance(program, RivalsProgram)
    return program


@pytest.mark.parametrize(
    ("pieces", "sizes"),
    [
        ([QUEEN] * 2, [0, 0, 1, 2, 4, 5]),  # OEIS A250000, from n = 1
        ([QUEEN] * 3, [0, 0, 0, 1]),  # OEIS A328283
        ([KNIGHT] * 2, [0, 2, 3, 6]),  # OEIS A355509
    ],
)
def test_published_sizes_of_armies(pieces: list[Piece], sizes: list[int]) -> None:
    for n, size in enumerate(sizes, 1):
        problem = rk.armies(pieces, Board(n))
        answer = rk.solve(problem, "backtracking")
        assert (answer.objective, answer.bound, answer.complete) == (size, size, True)
        assert recognise_rivals(problem.model) is not None


@pytest.mark.parametrize(("n", "orbits"), [(1, 1), (3, 1), (4, 10), (5, 3)])  # OEIS A260680, from n = 1
def test_published_orbits_of_largest_armies(n: int, orbits: int) -> None:
    answer = rk.solve(rk.armies([QUEEN, QUEEN], Board(n)), "backtracking", "count", up_to_symmetry=True)
    assert (answer.complete, answer.orbits) == (True, orbits)


def require_all(problem: rk.Problem, best: int | None, expected: set[frozenset[int]]) -> None:
    assert recognise_rivals(problem.model) is not None
    assert rk.solve(problem, "backtracking").objective == best
    listed = rk.solve(problem, "backtracking", "all")
    assert (listed.count, listed.complete) == (len(expected), True)
    assert {problem.write(each) for each in listed.solutions} == expected
    assert rk.solve(problem, "backtracking", "count").count == len(expected)


@pytest.mark.parametrize(
    ("names", "board"),
    [(["rook", "rook"], "4x4"), (["bishop", "rook"], "4x4:torus"), (["camel", "ferz"], "4x4:cylinder")],
)
def test_armies_with_more_symmetries_than_are_used_are_counted(names: list[str], board: str) -> None:
    problem = rk.armies(names, board)
    every = rk.solve(problem, "sat", "all")
    assert every.objective is not None
    program = program_of(problem.model.at_optimum(every.objective))
    assert list_images(program.rivals, program.symmetries) is None
    require_all(problem, every.objective, {problem.write(each) for each in every.solutions})


def test_armies_are_counted_where_images_of_places_are_no_group() -> None:
    problem = rk.armies(["king", "king"], "2x5:torus")
    every = rk.solve(problem, "sat", "all")
    assert every.count == 50
    require_all(problem, every.objective, {problem.write(each) for each in every.solutions})


def test_leaves_that_hold_too_much_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = rk.armies([QUEEN] * 2, Board(4), 2)
    every = rk.solve(problem, "backtracking", "all")
    assert every.count == 112  # also by `sat` and `cpsat`
    force(monkeypatch, "leaves")
    require_all(problem, None, {problem.write(each) for each in every.solutions})


def test_pairs_of_equal_armies_are_exchanged_together() -> None:
    """Four armies on a path of three squares, the first two of one size and the last two."""
    beside = [(a * 3 + at, b * 3 + to) for a, b in combinations(range(4), 2) for at in range(3) for to in range(3)]
    conflicts = [AtMost(1, pair) for pair in beside if abs(pair[0] % 3 - pair[1] % 3) < 2]
    same = [Linear((1,) * 3 + (-1,) * 3, tuple(range(start, start + 6)), 0, 0) for start in (0, 6)]
    model = Model(12, (*conflicts, *same))
    expected = set(solutions_of(model))
    assert recognise_rivals(model) is not None
    assert set(asked(OWN, model, Want.ALL)[0]) == expected
    assert asked(OWN, model, Want.COUNT)[1].count == len(expected)


def test_leaves_count_many_solutions_at_once() -> None:
    """In a model without conflicts but for one pair: each army has what it likes."""
    model = Model(26, (AtLeast(1, (~0, ~13)), AtLeast(2, range(13)), AtLeast(2, range(13, 26))))
    answer = asked(OWN, model, Want.COUNT)[1]
    few = 1 + 13  # sets of less than two of 13; of those with a given place, 1
    assert answer.count == (2**13 - few) ** 2 - (2**12 - 1) ** 2


def draw_armies_with_given_pieces(random: Random) -> Model:
    """Two armies of three places that own lines, some of one place; pieces and bounds are given in every way."""
    lines = [random.sample(range(3), random.randint(1, 3)) for _ in range(2)]
    rules: list[Constraint] = [AtMost(1, (at, at + 3)) for at in range(3)]
    for line, pair in zip(lines, ((6, 7), (8, 9)), strict=True):
        for start, owner in zip((0, 3), pair, strict=True):
            members = [start + place for place in line]
            rules += [AtLeast(1, (~owner, *members)), *(AtLeast(1, (owner, ~each)) for each in members)]
        rules.append(AtLeast(1, [~owner for owner in pair]))
    given = random.sample(range(6), random.randint(1, 2))
    rules += (random.choice((AtLeast(1, (at,)), Exactly(1, (at,)), AtMost(0, (at,)))) for at in given)
    if random.random() < 0.5:
        rules.append(Linear((1,) * 3 + (-1,) * 3, (*range(6),), 0, 0))
    else:
        rules += (AtLeast(random.randint(1, 2), army) for army in (range(3), range(3, 6)))
    return Model(10, rules, random.choice((Maximize(range(3, 6)), Satisfy())))


def test_armies_with_given_pieces_are_searched_and_not_reduced() -> None:
    random, seen = Random(5), 0
    for _ in range(30):
        model = draw_armies_with_given_pieces(random)
        is_recognised = recognise_rivals(model) is not None
        reduced = reduce(model, Ask())
        assert not is_recognised or reduced.model is model
        check(OWN, model, bounds=False)
        seen += is_recognised
    assert seen > 8


@pytest.mark.parametrize(
    "model",
    [
        Model(4, (AtMost(1, (0, 2)), AtMost(1, (0, 1))), Maximize(range(2))),  # a conflict within a set
        Model(4, (AtMost(1, (0, 2)),), Minimize(range(2))),
        Model(4, (AtMost(1, (0, 2)), Linear((1, 2), (0, 2), 0, 0)), Maximize(range(2))),
        Model(4, (AtLeast(1, (0, 2)),), Maximize(range(2))),
        Model(4, (AtMost(1, (0, 2)), AtLeast(1, (1, 2))), Maximize(range(2))),
        Model(4, (AtMost(1, (0, 2)),), Maximize(range(2), (1, 2))),
        Model(4, (AtMost(1, (0, 2)), Exactly(0, (1,)), Exactly(1, (1,))), Maximize(range(2))),
    ],
)
def test_recognise_rivals_rejects_other_models(model: Model) -> None:
    assert recognise_rivals(model) is None


@pytest.mark.parametrize(
    ("piece", "n", "squares", "size"), [(KING, 3, [3, 6, 7, 8], 2), (KNIGHT, 4, [1, 8, 9, 11, 12, 15], 5)], ids=str
)
def test_mirror_that_exchanges_armies(piece: Piece, n: int, squares: list[int], size: int) -> None:
    """What is forbidden to one army is forbidden to the other in the mirror: the mirror alone is no symmetry."""
    model = rk.armies([piece] * 2, Board(n)).model
    mirrored = [at + n - 1 - 2 * (at % n) for at in squares]
    barred = [Exactly(0, (each,)) for each in (*squares, *(n * n + at for at in mirrored))]
    given = Model(model.variables, (*model.constraints, *barred), model.goal)
    assert len(program_of(given).tables.image) == 1
    for each in ("backtracking", "sat"):
        assert rk.solve_model(given, each).objective == size
