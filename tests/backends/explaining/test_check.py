"""`check` names each broken rule and takes placements in every form (`tests/answers` compares it with the oracle)."""

from dataclasses import replace

import pytest

import rookery as rk
from rookery.models import AtLeast, AtMost, Board, Placement

PAIR = rk.placement({"rook": 1, "knight": None}, "2x3")


def test_each_broken_rule_is_named_and_its_squares_are_marked() -> None:
    judged = rk.check(rk.placement("queen", 4, count=4), [(0, 0), (1, 1), (2, 3)])
    assert [each.rule for each in judged.violations] == ["4 queens stand on the board", "no piece attacks another"]
    assert judged.squares == ((0, 0), (1, 1))
    assert judged.drawing().splitlines() == ["Q...   !...", ".Q..   .!..", "...Q   ....", "....   ...."]
    assert judged.svg().count('class="conflict"') == 1
    assert len(judged.as_dict()["violations"]) == 2


def test_foreign_pieces_and_doubled_squares_are_refused() -> None:
    problem = rk.placement("queen", 3)
    judged = rk.check(problem, {(0, 0): rk.ROOK})
    assert [each.rule for each in judged.violations] == ["only queens are placed"]
    assert judged.squares == ((0, 0),)
    judged = rk.check(problem, [(0, 0), (0, 0)])
    assert [each.rule for each in judged.violations] == ["each square holds one piece at most"]


def test_model_that_demands_more_than_the_rules_refuses_too() -> None:
    problem = rk.placement("rook", 2)
    more = replace(problem.model, constraints=(*problem.model.constraints, AtLeast(1, (3,))))
    bare = replace(problem, model=more, demands=())
    assert rk.check(bare, [(1, 1)]).accepted
    (violation,) = rk.check(bare, [(0, 0)]).violations
    assert violation.faults == ("at least 1 of rook@1,1",)


def test_placement_that_is_not_the_best_is_accepted_with_a_note() -> None:
    """A constraint of no rule looks for small placements alone; chess has nothing against a large one."""
    problem = rk.domination("rook", 3)
    model = problem.model
    small = replace(problem, model=replace(model, constraints=(*model.constraints, AtMost(8, range(9)))))
    judged = rk.check(small, list(Board(3)))
    assert (judged.accepted, judged.value) == (True, 9)
    assert "not a best solution" in str(judged)


@pytest.mark.parametrize(
    ("problem", "placement", "message"),
    [
        (PAIR, [(0, 0)], "without their pieces"),
        (PAIR, Placement(Board(5), {}), "on a board of 5"),
        (PAIR, '{"solutions": [[], []]}', "2 placements"),
    ],
)
def test_check_refuses_what_is_no_placement_of_the_problem(problem: object, placement: object, message: str) -> None:
    with pytest.raises(rk.BadInput, match=message):
        rk.check(problem, placement)  # type: ignore[arg-type]


def test_check_takes_placements_in_every_form() -> None:
    problem = rk.placement({"rook": 1, "knight": 1}, 3)
    for placement in (
        {"a3": "rook", "b2": "knight"},
        {(0, 0): rk.ROOK, (1, 1): rk.KNIGHT},
        "R..\n.N.\n...",
        "a3=R b2=N",
    ):
        assert rk.check(problem, placement).placement == Placement(Board(3), {(0, 0): rk.ROOK, (1, 1): rk.KNIGHT})
