"""The search for rivals: against published values, against trying everything, cut short, in pieces, without ideas."""

from itertools import combinations, product
from random import Random

import pytest
from rookery_tests.small_models import asked, solutions_of
from rookery_tests.strategies import examples

import rookery as rk
from rookery.backends import Deadline, Outcome, Request, Status, Want, backend
from rookery.backends.contract.reductions import read_switches
from rookery.backends.engine.compile import compile_model
from rookery.backends.engine.rivals import compiling, leaves
from rookery.backends.engine.rivals.compiling import sort_into_classes
from rookery.backends.engine.rivals.search import RivalsProgram, bound_goal, search_rivals
from rookery.backends.presolve.reductions.reduce import reduce_model
from rookery.backends.presolve.structure.rivals import Rivals, recognise_rivals
from rookery.core.kernels.jit import PLAIN
from rookery.core.numbers import bits
from rookery.models import AtLeast, AtMost, Board, Exactly, Linear, Maximize, Minimize, Model, Piece, Satisfy
from rookery.models.boards.cuboid import Cuboid
from rookery.models.boards.glued import Cylinder
from rookery.models.boards.ground import Ground
from rookery.models.model.model import Constraint
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK
from rookery.models.referee.walking import reach

OWN = backend("backtracking")
KNIGHT_GUARDS = [{Board(3).index(at), *(Board(3).index(to) for to in reach(KNIGHT, at, Board(3)))} for at in Board(3)]
IDEAS = ["", "symmetry", "losses", "forcing", "all"]


def program_of(model: Model, **options: str) -> RivalsProgram:
    program = compile_model(model, Request(options=options))
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
def test_published_sizes(pieces: list[Piece], sizes: list[int]) -> None:
    for n, size in enumerate(sizes, 1):
        problem = rk.armies(pieces, Board(n))
        answer = rk.solve(problem, "backtracking")
        assert (answer.objective, answer.bound, answer.complete) == (size, size, True)
        assert recognise_rivals(problem.model) is not None


@pytest.mark.parametrize(("n", "orbits"), [(1, 1), (3, 1), (4, 10), (5, 3)])  # OEIS A260680, from n = 1
def test_published_orbits_of_largest_armies(n: int, orbits: int) -> None:
    answer = rk.solve(rk.armies([QUEEN, QUEEN], Board(n)), "backtracking", "count", up_to_symmetry=True)
    assert (answer.complete, answer.orbits) == (True, orbits)


@pytest.mark.parametrize(("n", "most"), list(enumerate([0, 0, 0, 1, 3, 5], 1)))  # OEIS A001366
def test_published_numbers_of_squares_left_alone(n: int, most: int) -> None:
    problem = rk.most_unguarded(QUEEN, Board(n), n)
    answer = rk.solve(problem, "backtracking")
    assert (answer.objective, answer.complete, recognise_rivals(problem.model) is None) == (most, True, False)


@pytest.mark.parametrize(("n", "larger"), list(enumerate([0, 0, 2, 3, 4], 1))[2:])
def test_published_sizes_of_the_larger_army(n: int, larger: int) -> None:
    """OEIS A308632: the largest army against one of the size of A250000."""
    problem = rk.armies([QUEEN] * 2, Board(n), against=[0, 0, 1, 2, 4][n - 1])
    answer = rk.solve(problem, "backtracking")
    assert (answer.objective, answer.complete, program_of(problem.model).rivals.bounds.equal) == (larger, True, (0, 1))


@pytest.mark.parametrize("backend", ["backtracking", "cpsat", "sat"])
@pytest.mark.parametrize(("size", "status"), [(3, Status.SATISFIED), (4, Status.INFEASIBLE)])
def test_armies_of_two_sizes(backend: str, size: int, status: Status) -> None:
    """OEIS A308632: 3 is the most against 2 on 4x4."""
    answer = rk.solve(rk.armies([QUEEN] * 2, Board(4), size, against=2), backend)
    assert (answer.status, answer.complete) == (status, True)
    assert [len(group) for group in map(list, answer.solutions)] == [5] * len(answer.solutions)


GROUNDS: list[Ground] = [
    Board(1),
    Board(1, 5),
    Board(2, 3),
    Board(3, torus=True),
    Board(3, 4, holes=[(1, 1), (0, 3), (2, 0), (2, 3), (0, 1)]),
    Cylinder(2, 3),
    Cuboid(2, 2, 2),
]
PIECES: list[list[Piece]] = [
    [QUEEN, QUEEN],
    [KNIGHT, KNIGHT],
    [KING, KING],
    [QUEEN, KNIGHT],
    [ROOK, BISHOP],
    [ROOK] * 3,
    [QUEEN, QUEEN, ROOK],
]


def everything(problem: rk.Problem) -> tuple[int, set[frozenset[int]]]:
    """The best objective and all placements that have it, by a walk over all armies that leave each other in peace."""
    ground, pieces = problem.board, problem.pieces
    reached = [
        [{ground.index(to) for to in reach(piece, at, ground)} | {ground.index(at)} for at in ground]
        for piece in pieces
    ]
    armies: list[tuple[frozenset[int], ...]] = [()]
    equal = problem.asked is None or problem.asked.parameters.get("against") is None
    for number in range(len(pieces)):
        armies = [(*before, army) for before in armies for army in _armies_beside(before, reached, number, equal)]
    placed = (frozenset(at + i * len(ground) for i, army in enumerate(each) for at in army) for each in armies)
    valued = {
        each: problem.objective(problem.read(each)) or 0 for each in placed if not problem.faults(problem.read(each))
    }
    most = max(valued.values(), default=-1)
    return most, {each for each, value in valued.items() if value == most}


def _armies_beside(
    before: tuple[frozenset[int], ...], reached: list[list[set[int]]], number: int, equal: bool
) -> list[frozenset[int]]:
    """All armies that neither attack those before nor are attacked, where all are equal those as large as these."""
    own = reached[number]
    free = [
        at
        for at in range(len(own))
        if not any(other in own[at] or at in reached[i][other] for i, army in enumerate(before) for other in army)
    ]
    sizes = [len(before[0])] if before and equal else range(len(own) + 1)
    return [frozenset(army) for size in sizes for army in combinations(free, size)]


def require_all(problem: rk.Problem, best: set[frozenset[int]], **options: str) -> None:
    listed = rk.solve(problem, "backtracking", "all", options=options)
    assert (listed.count, listed.complete) == (len(best), True)
    assert {problem.write(each) for each in listed.solutions} == best
    assert rk.solve(problem, "backtracking", "count", options=options).count == len(best)


@pytest.mark.parametrize("ground", GROUNDS, ids=str)
@pytest.mark.full
def test_all_best_on_small_grounds(ground: Ground) -> None:
    seen = 0
    for pieces in PIECES:
        if (isinstance(ground, Cuboid) and KNIGHT in pieces) or (len(pieces) > 2 and len(ground) > 6):
            continue
        problem = rk.armies(pieces, ground)
        most, best = everything(problem)
        assert rk.solve(problem, "backtracking").objective == most
        require_all(problem, best)
        seen += recognise_rivals(problem.model) is not None
    assert seen >= (2 if len(ground) > 1 else 0)


@pytest.mark.parametrize("against", [0, 1, 2])
@pytest.mark.parametrize("pieces", [[QUEEN] * 2, [KNIGHT, ROOK], [KING] * 3], ids=str)
def test_all_largest_armies_against_others(pieces: list[Piece], against: int) -> None:
    problem = rk.armies(pieces, Board(2, 3), against=against)
    most, best = everything(problem)
    assert recognise_rivals(problem.model) is not None
    assert rk.solve(problem, "backtracking").objective == most
    require_all(problem, best)


@pytest.mark.nojit
@pytest.mark.parametrize("given", [{}, {"fixed": [(0, 1)]}, {"forbidden": [(0, 0)]}], ids=str)
@pytest.mark.parametrize("piece", [QUEEN, KNIGHT, KING], ids=str)
@pytest.mark.parametrize("count", [1, 3])
def test_all_squares_left_alone(piece: Piece, count: int, given: dict[str, list[tuple[int, int]]]) -> None:
    problem = rk.most_unguarded(piece, Board(3), count, **given)
    assert recognise_rivals(problem.model) is not None
    most, best = everything(problem)
    assert rk.solve(problem, "backtracking").objective == most
    require_all(problem, best)


@pytest.mark.parametrize("least", [2, 5])
def test_few_squares_left_alone_are_enough(least: int) -> None:
    """Fewer than can be: each pair of knights that leaves enough is met once."""
    model = rk.most_unguarded(KNIGHT, Board(3), 2).model
    assert isinstance(model.goal, Maximize)
    wanted = Model(model.variables, (*model.constraints, AtLeast(least, model.goal.literals)))
    found = recognise_rivals(wanted)
    assert found is not None
    assert found.bounds.decided >= 0
    pairs = [{*one, *other} for one, other in combinations(KNIGHT_GUARDS, 2)]
    expected = sum(9 - len(guarded) >= least for guarded in pairs)
    listed = asked(OWN, wanted, Want.ALL)[0]
    assert (len(listed), len(set(listed))) == (expected, expected)
    assert asked(OWN, wanted, Want.COUNT)[1].count == expected


@pytest.mark.parametrize("without", IDEAS)
def test_each_idea_can_be_left_out(without: str) -> None:
    options = {"without": without} if without else {}
    assert rk.solve(rk.armies([QUEEN] * 2, Board(5)), "backtracking", options=options).objective == 4
    assert rk.solve(rk.armies([QUEEN] * 3, Board(4)), "backtracking", options=options).objective == 1
    assert rk.solve(rk.armies([QUEEN] * 2, Board(4)), "backtracking", "count", options=options).count == 112
    assert rk.solve(rk.most_unguarded(QUEEN, Board(5), 5), "backtracking", options=options).objective == 3


@pytest.mark.nojit
@pytest.mark.parametrize("size", [1, 2, 3])
def test_armies_of_a_size(size: int) -> None:
    problem = rk.armies([QUEEN, ROOK], Board(2, 3), size)
    require_all(problem, everything(problem)[1])


@pytest.mark.parametrize(("limit", "value"), [("MAX_CHOICES", 0), ("MAX_SOLUTIONS", 20), ("MAX_IMAGES", 1)])
def test_where_leaves_hold_too_much_all_are_met_one_by_one(
    limit: str, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = rk.armies([QUEEN] * 2, Board(4), 2)
    every = rk.solve(problem, "backtracking", "all")
    assert every.count == 112  # as in `records.md`
    monkeypatch.setattr(leaves, limit, value)
    require_all(problem, {problem.write(each) for each in every.solutions})


def test_armies_of_one_size_are_exchanged_together() -> None:
    """Four armies on a path of four squares, the first two of one size and the last two."""
    beside = [(a * 4 + at, b * 4 + to) for a, b in combinations(range(4), 2) for at in range(4) for to in range(4)]
    conflicts = [AtMost(1, pair) for pair in beside if abs(pair[0] % 4 - pair[1] % 4) < 2]
    same = [Linear((1,) * 4 + (-1,) * 4, tuple(range(start, start + 8)), 0, 0) for start in (0, 8)]
    model = Model(16, (*conflicts, *same))
    expected = set(solutions_of(model))
    assert recognise_rivals(model) is not None
    assert set(asked(OWN, model, Want.ALL)[0]) == expected
    assert asked(OWN, model, Want.COUNT)[1].count == len(expected)


def test_many_solutions_are_counted_and_not_met() -> None:
    """In a model without conflicts but for one pair: each army has what it likes."""
    model = Model(26, (AtLeast(1, (~0, ~13)), AtLeast(2, range(13)), AtLeast(2, range(13, 26))))
    answer = asked(OWN, model, Want.COUNT)[1]
    few = 1 + 13  # sets of less than two of 13; of those with a given place, 1
    assert answer.count == (2**13 - few) ** 2 - (2**12 - 1) ** 2


def random_rivals(random: Random) -> Model:
    """Two or three sets with conflicts of any shape, and bounds of all kinds."""
    size, armies = random.randint(2, 4), random.choice((2, 2, 3))
    layers = [range(at * size, (at + 1) * size) for at in range(armies)]
    pairs = [pair for a, b in combinations(layers, 2) for pair in product(a, b) if random.random() < 0.35]
    conflicts = [random.choice((AtMost(1, pair), AtLeast(1, (~pair[0], ~pair[1])))) for pair in pairs]
    bounds = [
        random.choice((AtLeast(random.randint(0, 2), layer), Exactly(random.randint(0, 2), layer), AtMost(3, layer)))
        for layer in layers
    ]
    same = [Linear((1,) * size + (-1,) * size, (*layers[0], *layers[1]), 0, 0)] if random.random() < 0.5 else []
    given = [Exactly(random.randint(0, 1), (random.randrange(size * armies),))] if random.random() < 0.4 else []
    goal = Maximize(random.choice(layers))
    every = (*conflicts, *bounds, *same, *given)
    return Model(size * armies, every, goal) if random.random() < 0.5 else Model(size * armies, every)


def armies_with_given_pieces(random: Random) -> Model:
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


@pytest.mark.nojit
@pytest.mark.drawn
@pytest.mark.full
def test_random_models() -> None:
    """Reductions leave armies with given pieces as they are."""
    random, seen, each = Random(5), 0, 5 if PLAIN else examples(20)
    for draw in [random_rivals] * 4 * each + [armies_with_given_pieces] * 3 * each:
        model = draw(random)
        is_recognised = recognise_rivals(model) is not None
        reduced = reduce_model(model, Request(), read_switches({}, OWN.capabilities.options))
        assert not is_recognised or reduced.model is model
        require_answers(model)
        seen += is_recognised
    assert 2 * seen > 9 * each


def require_answers(model: Model) -> None:
    every, (found, outcome) = solutions_of(model), asked(OWN, model, Want.ONE)
    assert (bool(found), outcome.proven or bool(found)) == (bool(every), True)
    if isinstance(model.goal, Maximize):
        assert not every or model.value(found[-1]) == max(model.value(each) or 0 for each in every)
        return
    listed = asked(OWN, model, Want.ALL)[0]
    assert (len(listed), set(listed)) == (len(every), every)
    counted, outcome = asked(OWN, model, Want.COUNT)
    assert (outcome.count if outcome.count is not None else len(counted)) == len(every)


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
def test_what_is_no_army_is_left_to_other_searches(model: Model) -> None:
    assert recognise_rivals(model) is None


def conflicts_of(found: Rivals) -> set[tuple[int, int]]:
    """The pairs that groups forbid, by places of all sets one after the other."""
    every = [
        [found.starts[at] + place for at, mask in enumerate(group) for place in bits(mask)] for group in found.groups
    ]
    army = [at for at, each in enumerate(found.sets) for _ in each]
    return {(a, b) for places in every for a, b in combinations(places, 2) if army[a] != army[b]}


@pytest.mark.parametrize("pieces", PIECES, ids=lambda pieces: " ".join(map(str, pieces)))
def test_groups_say_what_the_constraints_say(pieces: list[Piece]) -> None:
    for board in (Board(5), Board(4, 6), Board(5, torus=True)):
        found = recognise_rivals(rk.armies(pieces, board).model)
        assert found is not None
        starts, stacked = found.starts, found.conflicts
        expected = {
            (at, starts[army] + place)
            for at, row in enumerate(stacked)
            for army, mask in enumerate(row)
            for place in bits(mask)
            if at < starts[army]
        }
        assert conflicts_of(found) == expected
        for each in sort_into_classes(found.groups):
            places = [(army, place) for group in each for army, mask in enumerate(group) for place in bits(mask)]
            assert len(places) == len(set(places))


def test_lines_are_found_in_pairs() -> None:
    """Queens against rooks are declared pair by pair: 9 rows, 9 columns and 30 diagonals."""
    found = recognise_rivals(rk.armies([QUEEN, ROOK], Board(9)).model)
    assert found is not None
    assert sorted(group[0].bit_count() for group in found.groups) == sorted([9] * 18 + [9] * 2 + [*range(2, 9)] * 4)
    assert all(one == other for one, other in found.groups)


@pytest.mark.parametrize("pieces", [[QUEEN] * 2, [KING] * 2, [ROOK, BISHOP], [QUEEN] * 3])
def test_bounds_hold_before_the_search(pieces: list[Piece]) -> None:
    model = rk.armies(pieces, Board(4)).model
    program = program_of(model)
    *_, outcome = search_rivals(program, Request(deadline=Deadline(0.0)))
    assert isinstance(outcome, Outcome)
    best = rk.solve(rk.armies(pieces, Board(4)), "backtracking").objective
    assert (outcome.proven, outcome.bound) == (False, bound_goal(program))
    assert best is not None
    assert best <= bound_goal(program) <= 12


def test_symmetries_are_those_of_board_and_armies() -> None:
    for pieces, many in (([QUEEN] * 2, 16), ([QUEEN] * 3, 48), ([KNIGHT] * 2, 16)):
        assert len(program_of(rk.armies(pieces, Board(5)).model).tables.image) + 1 == many
    assert not len(program_of(rk.armies([QUEEN] * 2, Board(5)).model, without="symmetry").tables.image)
    fixed = rk.armies([QUEEN] * 2, Board(5), forbidden=[(0, 1)])
    assert len(program_of(fixed.model).tables.image) + 1 == 2


@pytest.mark.parametrize(("most", "many"), [(0, 1), (5000, 48), (compiling.MAX_IMAGES, 4704)])
def test_symmetries_of_a_torus_are_a_group(monkeypatch: pytest.MonkeyPatch, most: int, many: int) -> None:
    """As many are kept as fit, and no answer depends on how many: armies exchanged, shifts, and maps of lines to lines,
    of which 48 keep a square: eight exchange rows, columns and diagonals, and six multiply.
    """
    monkeypatch.setattr(compiling, "MAX_IMAGES", most)
    found = recognise_rivals(rk.armies([QUEEN] * 2, Board(7, torus=True)).model)
    assert found is not None
    groups = [group for each in sort_into_classes(found.groups) for group in each]
    kept = compiling.find_symmetries(found, groups)
    assert len(kept) == len({tuple(each) for each in kept.tolist()})
    assert many <= len(kept) <= 2 * 49 * 48
    if most > 5000:
        every = {tuple(each) for each in kept.tolist()}
        some = kept[Random(2).sample(range(len(kept)), 20)]
        assert {tuple(other[one]) for one, other in product(some, some)} <= every
    for n in (4, 5):
        answers = [
            rk.solve(rk.armies([QUEEN] * 2, Board(n, torus=True)), "backtracking", options=options).objective
            for options in ({}, {"without": "symmetry"})
        ]
        assert answers[0] == answers[1]


@pytest.mark.full
def test_armies_on_a_torus() -> None:
    """By every set of white queens, chosen one by one, that leaves enough squares: 3.9 million sets at n = 9."""
    boards = [Board(n, torus=True) for n in range(3, 10)]
    found = [rk.solve(rk.armies([QUEEN] * 2, board), "backtracking").objective for board in boards]
    assert found == [0, 2, 2, 4, 4, 8, 7]


@pytest.mark.parametrize(("n", "many"), [(5, 1600), pytest.param(11, 19360, marks=pytest.mark.full)])
def test_symmetries_of_a_torus_begin_alike_and_stand_together(n: int, many: int) -> None:
    """2 * n^2 * 8 (n - 1) for a prime. On 5x5 others keep all conflicts, but take lines to what are no lines."""
    tables = program_of(rk.armies([QUEEN] * 2, Board(n, torus=True)).model).tables
    rows = [(*side, *image) for side, image in zip(tables.side.tolist(), tables.image.tolist(), strict=True)]
    assert len(rows) + 1 == many
    assert rows == sorted(set(rows))
    for at in (0, 1, len(tables.order) - 1):
        for row in Random(at).sample(range(len(rows)), 20):
            alike = [other for other in range(row, len(rows)) if rows[other][: at + 4] == rows[row][: at + 4]]
            assert tables.after[row, at] == alike[-1] + 1


@pytest.mark.parametrize(
    ("piece", "n", "squares", "size"), [(KING, 3, [3, 6, 7, 8], 2), (KNIGHT, 4, [1, 8, 9, 11, 12, 15], 5)], ids=str
)
def test_a_mirror_that_exchanges_armies(piece: Piece, n: int, squares: list[int], size: int) -> None:
    """What is forbidden to one army is forbidden to the other in the mirror: the mirror alone is no symmetry."""
    model = rk.armies([piece] * 2, Board(n)).model
    mirrored = [at + n - 1 - 2 * (at % n) for at in squares]
    barred = [Exactly(0, (each,)) for each in (*squares, *(n * n + at for at in mirrored))]
    given = Model(model.variables, (*model.constraints, *barred), model.goal)
    assert len(program_of(given).tables.image) == 1
    for each in ("backtracking", "sat"):
        assert rk.solve_model(given, each).objective == size


@pytest.mark.long
@pytest.mark.parametrize(("n", "orbits"), [(6, 35), (7, 19), (8, 71), (9, 18), (10, 380)])  # OEIS A260680
def test_published_orbits_on_larger_boards(n: int, orbits: int) -> None:
    answer = rk.solve(rk.armies([QUEEN, QUEEN], Board(n)), "backtracking", "count", up_to_symmetry=True)
    assert (answer.complete, answer.orbits) == (True, orbits)


@pytest.mark.long
@pytest.mark.parametrize(
    ("pieces", "n", "size"),
    [([QUEEN] * 2, 11, 17), ([QUEEN] * 3, 8, 4), ([KING] * 2, 9, 36), ([QUEEN, ROOK], 9, 12), ([KNIGHT] * 2, 7, 18)],
)
def test_larger_boards(pieces: list[Piece], n: int, size: int) -> None:
    assert rk.solve(rk.armies(pieces, Board(n)), "backtracking", workers=2).objective == size
