"""Outside placements before both referees, held against the referee of chess on every small placement."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rookery as rk
from rookery.models import AtLeast, Board, Placement

BOARD = Board(2, 3)
PROBLEMS = [
    rk.placement(rk.ROOK, BOARD, count=2),
    rk.placement({rk.ROOK: 1, rk.KNIGHT: None}, BOARD),
    rk.domination(rk.KING, BOARD, kind="total"),
    rk.domination(rk.KNIGHT, BOARD, kind="independent", fixed=[(0, 0)]),
    rk.connected_domination(rk.ROOK, BOARD, forbidden=[(1, 1)]),
    rk.upper_domination(rk.QUEEN, BOARD),
    rk.sighted_placement({rk.ROOK: 2}, BOARD, 1),
    rk.cheapest_domination({rk.QUEEN: 9, rk.ROOK: 5}, BOARD),
    rk.most_unguarded(rk.BISHOP, BOARD, 2),
    rk.armies([rk.ROOK, rk.ROOK], BOARD),
    rk.k_fold_domination(rk.KING, BOARD, 2),
    rk.maximal_placement(rk.BISHOP, BOARD),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_a_placement_is_accepted_where_the_referee_of_chess_finds_nothing(problem: rk.Problem) -> None:
    """Every placement of the board; where one is refused, each fault of the referee is told once."""
    for chosen in product([None, *problem.pieces], repeat=len(BOARD)):
        placement = Placement(BOARD, {s: p for s, p in zip(BOARD, chosen, strict=True) if p is not None})
        judged = rk.check(problem, placement)
        faults = problem.faults(placement)
        assert judged.accepted is bool(judged) is (not faults)
        assert [str(fault) for each in judged.violations for fault in each.faults] == faults
        if judged.accepted:
            assert judged.value == problem.objective(placement)


def test_each_broken_rule_is_named_and_its_squares_are_marked() -> None:
    judged = rk.check(rk.placement(rk.QUEEN, rk.Board(4), count=4), [(0, 0), (1, 1), (2, 3)])
    assert [each.rule for each in judged.violations] == ["4 queens stand on the board", "no piece attacks another"]
    assert judged.squares == ((0, 0), (1, 1))
    assert judged.drawing().splitlines() == ["Q...   !...", ".Q..   .!..", "...Q   ....", "....   ...."]
    assert judged.svg().count('class="conflict"') == 1
    assert judged.as_dict()["violations"][0]["faults"] == ["3 of queen on the board, 4 wanted"]


def test_a_piece_of_another_problem_is_refused() -> None:
    judged = rk.check(rk.placement(rk.QUEEN, rk.Board(3)), {(0, 0): rk.ROOK})
    assert [each.rule for each in judged.violations] == ["only queens are placed"]
    assert judged.squares == ((0, 0),)


def test_two_pieces_on_one_square_are_refused() -> None:
    judged = rk.check(rk.placement(rk.QUEEN, rk.Board(3)), [(0, 0), (0, 0)])
    assert [each.rule for each in judged.violations] == ["each square holds one piece at most"]


def test_the_referee_of_the_model_is_heard_too() -> None:
    """A model that demands more than the rules say: the placement breaks it, in the words of the model."""
    problem = rk.placement(rk.ROOK, rk.Board(2))
    more = replace(problem.model, constraints=(*problem.model.constraints, AtLeast(1, (3,))))
    bare = replace(problem, model=more, demands=())
    assert rk.check(bare, [(1, 1)]).accepted
    (violation,) = rk.check(bare, [(0, 0)]).violations
    assert violation.faults == ("at least 1 of rook@1,1",)


def test_a_placement_that_is_not_the_best_is_accepted_with_a_note() -> None:
    """The model of connected domination looks for small placements alone; chess has nothing against a large one."""
    problem = rk.connected_domination(rk.ROOK, rk.Board(3))
    judged = rk.check(problem, list(rk.Board(3)))
    assert judged.accepted
    assert judged.value == 9
    assert "not a best solution" in str(judged)


@pytest.mark.parametrize(
    ("problem", "placement", "message"),
    [
        ("8 queens", [], "takes a problem"),
        (PROBLEMS[0], [(5, 5)], "lies off the board"),
        (PROBLEMS[1], [(0, 0)], "without their pieces"),
        (PROBLEMS[0], Placement(Board(5), {}), "a placement on a board of 5"),
    ],
)
def test_what_cannot_be_checked_is_refused_in_a_sentence(problem: object, placement: object, message: str) -> None:
    with pytest.raises(rk.BadInput, match=message):
        rk.check(problem, placement)  # type: ignore[arg-type]


@given(squares=st.sets(st.sampled_from(list(Board(4)))))
def test_the_answer_of_a_backend_is_accepted_and_nothing_else(squares: set[tuple[int, int]]) -> None:
    problem = rk.placement(rk.QUEEN, rk.Board(4), count=4)
    known = {tuple(sorted(each)) for each in rk.solve(problem, "sat", "all").solutions}
    assert rk.check(problem, squares).accepted is (tuple(sorted(squares)) in known)


def test_squares_and_pieces_are_taken_in_every_form() -> None:
    problem = rk.placement({rk.ROOK: 1, rk.KNIGHT: 1}, rk.Board(3))
    for placement in (
        {"a3": "rook", "b2": "knight"},
        {(0, 0): rk.ROOK, (1, 1): rk.KNIGHT},
        "R..\n.N.\n...",
        "a3=R b2=N",
    ):
        assert rk.check(problem, placement).placement == Placement(rk.Board(3), {(0, 0): rk.ROOK, (1, 1): rk.KNIGHT})
    with pytest.raises(rk.BadInput, match="2 placements in one text"):
        rk.check(problem, '{"solutions": [[], []]}')
