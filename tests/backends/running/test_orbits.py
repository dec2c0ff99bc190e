"""Orbits: the number of solutions up to symmetry, against maps of the board that are tried out one by one."""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rookery_tests.maps_of_boards import every_map
from rookery_tests.strategies import boards, examples, models, pieces
from rookery_tests.yardstick import with_time_enough

import rookery as rk
from rookery.backends import Backend, Status, solve
from rookery.backends.conformance import as_problem, best_of
from rookery.backends.running.checker import Checker
from rookery.backends.running.orbits import invariant_model, symmetry_classes
from rookery.models import AtMost, Board, Exactly, Model, Piece, Placement, Problem, Square
from rookery.models.model.model import Constraint
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK
from rookery.models.referee.rules import SightGuarded
from rookery.models.referee.walking import sight

pytestmark = pytest.mark.slow

Map = Callable[[Square], Square]
Told = frozenset[tuple[Square, str]]
LANCE = Piece("lance", "L", rides=[(-1, 0)])
B_AGAIN = Piece.from_betza("again", "BbF2", "B")


def maps(problem: Problem) -> Iterator[dict[Square, Square]]:
    """Every map of the board onto itself that keeps each attack, and the fixed and forbidden squares."""
    assert isinstance(problem.board, Board)
    return (image for image in every_map(problem.board) if _keeps(image, problem))


def _keeps(image: dict[Square, Square], problem: Problem) -> bool:
    board = problem.board
    ways = (
        range(3) if SightGuarded() in problem.rules else range(1)
    )  # how many pieces stand in the way: two tell enough
    attacks = all(
        {image[t] for t in sight(piece, s, dict.fromkeys(there, QUEEN), board)}
        == sight(piece, image[s], {image[square]: QUEEN for square in there}, board)
        for size in ways
        for there in combinations(board, size)
        for piece in problem.pieces
        for s in board
    )
    fixed = {image[square]: piece for square, piece in problem.fixed.items()}
    return attacks and fixed == problem.fixed and {image[s] for s in problem.forbidden} == problem.forbidden


def orbits_of(problem: Problem, placements: Sequence[Placement]) -> int:
    """How many orbits placements fall into, by joining each to its images."""
    group, left, found = list(maps(problem)), {shown(placement) for placement in placements}, 0
    while left:
        one = next(iter(left))
        left -= {frozenset((image[square], name) for square, name in one) for image in group}
        found += 1
    return found


def shown(placement: Placement) -> Told:
    return frozenset((square, piece.name) for square, piece in placement.items())


BOARDS = [
    Board(1, 5), Board(2, 3), Board(3), Board(3, 4), Board(1, 6, torus=True), Board(2, 4, torus=True),
    Board(3, torus=True), Board(4, holes=[(1, 1), (2, 2)]), Board(3, torus=True, holes=[(1, 2)]),
]  # fmt: skip
PROBLEMS: list[Callable[[Piece, Board], Problem]] = [
    lambda p, b: rk.placement(p, b),
    lambda p, b: rk.placement(p, b, 3),
    lambda p, b: rk.placement(p, b, b.rows),
    lambda p, b: rk.placement(p, b, 2, fixed=[next(iter(b))]),
    lambda p, b: rk.placement(p, b, 2, forbidden=[list(b)[-1], next(iter(b))]),
    lambda p, b: rk.domination(p, b),
    lambda p, b: rk.domination(p, b, "independent"),
    lambda p, b: rk.domination(p, b, "total"),
    lambda p, b: rk.domination(p, b, "perfect"),
    lambda p, b: rk.border_domination(p, b),
    lambda p, b: rk.k_fold_domination(p, b, 2),
    lambda p, b: rk.k_fold_domination(p, b, 2, closed=True),
    lambda p, b: rk.placement({p: 2, KING: 1}, b),
    lambda p, b: rk.weighted_placement({p: 3, KING: 2}, b),
    lambda p, b: rk.cheapest_domination({p: 2, KING: 3}, b),
    lambda p, b: rk.connected_domination(p, b),
    lambda p, b: rk.upper_domination(p, b),
    lambda p, b: rk.maximal_placement(p, b),
    lambda p, b: rk.most_unguarded(p, b, 2),
    lambda p, b: rk.armies((p, KING), b),
]


@pytest.mark.parametrize("piece", [QUEEN, LANCE, B_AGAIN], ids=str)
@pytest.mark.parametrize("declare", range(len(PROBLEMS)))
@pytest.mark.share(8)
@pytest.mark.full
def test_orbits_of_all_families(declare: int, piece: Piece) -> None:
    """Counted, and listed."""
    for board in BOARDS:
        problem = PROBLEMS[declare](piece, board)
        listed = solve(problem, want="all", seconds=60)
        expected = orbits_of(problem, listed.solutions)
        counted = solve(problem, want="count", up_to_symmetry=True)
        assert (counted.complete, counted.count, counted.orbits) == (True, listed.count, expected), problem.title
        assert solve(problem, want="all", up_to_symmetry=True).orbits == expected, problem.title


@settings(max_examples=examples(50))
@given(piece=pieces(), board=boards(most=12), count=st.none() | st.integers(0, 4), total=st.booleans())
@pytest.mark.full
def test_orbits_of_random_pieces(piece: Piece, board: Board, count: int | None, total: bool) -> None:
    some = rk.placement(piece, board, None if count is None else min(count, len(board)))
    for problem in (some, rk.domination(piece, board, "total" if total else "plain")):
        listed = solve(problem, want="all")
        expected = orbits_of(problem, listed.solutions)
        counted = solve(problem, want="count", up_to_symmetry=True)
        assert (counted.count, counted.orbits) == (listed.count, expected)


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("piece", [QUEEN, ROOK, BISHOP, KNIGHT, LANCE], ids=str)
def test_what_a_symmetry_keeps_is_counted(board: Board, piece: Piece) -> None:
    """Burnside's lemma itself: the models of all classes, on every kind of bound."""
    for problem in (rk.placement(piece, board, min(3, board.rows)), rk.k_fold_domination(piece, board, 2)):
        model = problem.model
        solutions = [problem.write(found) for found in solve(problem, want="all").solutions]
        if problem.aim is not None and solutions:
            model = model.at_optimum(len(solutions[0]))
        for permutation in list(problem.symmetries)[:60]:
            fixed = sum({permutation[v] for v in found} == found for found in solutions)
            assert solve(as_problem(invariant_model(model, permutation)), want="count").count == fixed


@given(model=models(), data=st.data())
def test_what_any_permutation_keeps_of_random_models(model: Model, data: st.DataObject) -> None:
    """Negations, weights, bounds that nothing meets: with all variables moved, and with the first few."""
    model = Model(model.variables, model.constraints)
    _, solutions = best_of(model)
    first = data.draw(st.integers(1, model.variables))
    permutation = data.draw(st.permutations(range(first)))
    moved = {v: permutation[v] if v < first else v for v in range(model.variables)}
    fixed = [s for s in solutions if {v for v in s if v < first} == {moved[v] for v in s if v < first}]
    assert len(best_of(invariant_model(model, permutation))[1]) == len(fixed)


@pytest.mark.parametrize(
    ("constraints", "permutation", "count"),
    [
        ((Exactly(2, (0, 1)), Exactly(2, (0, 1, 2))), (1, 0, 2), 1),  # the whole leaves no room beside its part
        ((AtMost(1, (~0, 1, 2)),), (0, 2, 1), 2),  # a negation, and two variables that are one cycle
    ],
)
def test_what_a_permutation_keeps_by_hand(
    constraints: tuple[Constraint, ...], permutation: tuple[int, ...], count: int
) -> None:
    assert len(best_of(invariant_model(Model(3, constraints), permutation))[1]) == count


def test_conjugate_symmetries_are_asked_for_once() -> None:
    def sizes(problem: Problem) -> list[int]:
        return [each.size for each in symmetry_classes(problem.model, problem.symmetries, problem.model.variables)]

    assert sorted(sizes(rk.placement(QUEEN, Board(4), 4))) == [1, 1, 2, 2, 2]  # the dihedral group of order 8
    torus = sizes(rk.placement(QUEEN, Board(5, torus=True), 5))
    assert (sum(torus), torus[0]) == (200, 1)
    assert len(torus) == 14  # of Z5^2 with the dihedral group of order 8
    model = Model(3, (), symmetries=[(0, 1, 2), (1, 2, 0)])  # no group
    assert symmetry_classes(model, model.symmetries, 3) == []
    assert symmetry_classes(Model(0, ()), [()], 0) == []


@pytest.mark.parametrize(
    ("n", "count", "orbits"),
    [(8, 92, 12), (9, 352, 46), (10, 724, 92), (11, 2680, 341), (12, 14200, 1787), (13, 73712, 9233)],
)  # OEIS A000170, A002562
def test_queens_up_to_symmetry(n: int, count: int, orbits: int) -> None:
    answer = solve(rk.placement(QUEEN, Board(n), n), want="count", up_to_symmetry=True)
    assert (answer.count, answer.orbits, answer.complete) == (count, orbits, True)
    assert answer.times.check == 0  # nothing is listed


@pytest.mark.parametrize("most", [0, 1, 5, 30, 1000])
def test_long_lists_are_given_up_and_counted(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mirror leaves some kings where they are and pairs the others: no plain bound on their number."""
    monkeypatch.setattr(import_module("rookery.backends.engine"), "MAX_LISTED", most)
    for problem in (rk.placement(KING, Board(4), 3), rk.domination(KING, Board(5), "total")):
        listed = solve(problem, want="all")
        answer = solve(problem, want="count", up_to_symmetry=True)
        assert (answer.count, answer.complete) == (listed.count, True)
        assert answer.orbits == orbits_of(problem, listed.solutions)
        assert problem.aim is not None or (answer.times.check == 0) == (most == 0)


@pytest.mark.full
def test_a_list_is_given_up_though_its_orbits_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a torus of 9 two knights: 2,916 pairs of squares, orbits by the difference of the two."""
    problem, listed = rk.placement(KNIGHT, Board(9, torus=True), 2), list[int]()
    monkeypatch.setattr(Checker, "require_optimal", lambda *found: listed.append(1))
    answer = solve(problem, want="count", up_to_symmetry=True)
    assert (answer.count, answer.orbits) == (81 * (80 - 8) // 2, 13)  # 14 differences up to turns, less a knight's leap
    assert 0 < len(listed) < 2_916


def test_an_infeasible_problem_with_a_goal_has_no_orbits(backend: Backend[Any]) -> None:
    for want in ("count", "all", "one"):
        answer = solve(rk.domination(ROOK, Board(2), "perfect", forbidden=[(0, 0)]), backend, want, up_to_symmetry=True)
        assert (answer.status, answer.orbits) == (Status.INFEASIBLE, 0)


def test_time_that_runs_out_leaves_the_least_number_of_orbits() -> None:
    answer = with_time_enough(
        lambda seconds: solve(rk.placement(QUEEN, Board(18), 18), want="count", up_to_symmetry=True, seconds=seconds),
        lambda found: found.orbits,
        0.3,
    )
    assert not answer.complete
    assert answer.orbits is not None
    assert answer.orbits == -(-answer.count // 8)


def test_a_piece_has_the_same_orbits_however_it_is_written(backend: Backend[Any]) -> None:
    """Two bishops on 3x3: 36 pairs of squares, of which 10 attack each other."""
    for piece in (BISHOP, B_AGAIN):
        answer = solve(rk.placement(piece, Board(3), 2), backend, "count", up_to_symmetry=True)
        assert (answer.count, answer.orbits) == (26, 5)
