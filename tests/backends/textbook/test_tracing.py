"""The traced search of `rows`: the numbers of the books, replayed step by step by the rules of backtracking."""

import pytest
from rookery_tests import known_values

import rookery as rk
from rookery.backends import Unsupported
from rookery.backends.solvers.textbook.rows import Move, Trace, trace
from rookery.models.pieces.piece import KNIGHT, QUEEN, ROOK

PER_LEVEL = {4: [1, 4, 6, 4, 2], 8: [1, 8, 42, 140, 344, 568, 550, 312, 92]}  # nodes of the tree, OEIS A319284


def queens(n: int, most: int = 100_000) -> Trace:
    return trace(rk.placement(QUEEN, rk.Board(n), count=n).model, most)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_trace_finds_all_solutions(n: int) -> None:
    found = queens(n)
    assert found.number(Move.SOLUTION) == known_values.values("queen.count")[n]
    assert found.number(Move.TRY) == found.number(Move.CONFLICT) + found.number(Move.PLACE)
    assert found.number(Move.RETRACT) == found.number(Move.PLACE)
    assert not found.cut


@pytest.mark.parametrize("n", [4, 8])
def test_trace_has_published_numbers_of_nodes(n: int) -> None:
    assert queens(n).number(Move.PLACE) == sum(PER_LEVEL[n][1:])


@pytest.mark.parametrize(
    "problem",
    [
        rk.placement(QUEEN, rk.Board(5), count=5),
        rk.placement(ROOK, rk.Board(3, 4), count=3),
        rk.placement(QUEEN, rk.Board(6, holes=[(3, 5)]), count=6, fixed=[(0, 1)]),
        rk.placement(rk.AMAZON, rk.Board(5), count=5),
    ],
    ids=str,
)
def test_trace_follows_the_rules_of_backtracking(problem: rk.Problem) -> None:
    found = trace(problem.model, 100_000)
    chosen: list[int] = []
    solutions = set()
    tried = -1
    for step in found.steps:
        match step.move:
            case Move.TRY:
                assert step.variable in found.rows[len(chosen)]
                tried = step.variable
            case Move.CONFLICT:
                assert step.variable == tried
                assert (
                    set(step.against)
                    == {other for other in chosen if attack_each_other(problem, other, tried)}
                    != set()
                )
            case Move.PLACE:
                assert step.variable == tried
                assert not any(attack_each_other(problem, other, tried) for other in chosen)
                chosen.append(tried)
            case Move.RETRACT:
                assert chosen.pop() == step.variable
            case Move.SOLUTION:
                solutions.add(problem.read(found.forced | set(chosen)))
    assert chosen == []
    assert solutions == set(rk.solve(problem, want="all").solutions)


def attack_each_other(problem: rk.Problem, one: int, other: int) -> bool:
    """Whether the referee of chess says that two pieces attack each other."""
    piece = problem.pieces[0]
    pair = rk.placement(piece, problem.board, count=2)
    return bool(pair.faults(pair.read({one, other})))


@pytest.mark.parametrize(("most", "cut"), [(1, True), (137, True), (138, False), (500, False)])
def test_trace_is_cut_after_its_limit(most: int, cut: bool) -> None:
    found = queens(4, most)
    assert (len(found.steps), found.cut) == (min(most, 138), cut)


@pytest.mark.parametrize(
    ("problem", "shown"),
    [
        (rk.placement(KNIGHT, rk.Board(4), count=4), "one choice a row"),
        (rk.placement(QUEEN, rk.Board(4)), "one choice a row"),
        (rk.placement(QUEEN, rk.Board(1), count=1), "decided on sight, with one solution"),
        (rk.placement(QUEEN, rk.Board(4), count=4, fixed=[(0, 0), (1, 1)]), "decided on sight, with no solution"),
        (rk.placement({QUEEN: 1, KNIGHT: None}, rk.Board(4)), "only a choice a row can be traced"),
    ],
    ids=lambda each: str(each)[:30],
)
def test_trace_refuses_other_problems(problem: rk.Problem, shown: str) -> None:
    with pytest.raises(Unsupported, match=shown):
        trace(problem.model, 100)
