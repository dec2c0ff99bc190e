"""The sub-commands of `rookery solve` for the family of problems."""

import json
from typing import Any

import pytest
from rookery_tests.command_line import rookery

ASKED: list[tuple[str, int | None, int]] = [
    ("sighted --piece queen --count 7 --pawns 1 --board 6 --backend sat --count-solutions", None, 16),
    ("maximal --piece queen --board 6 --count-solutions", 4, 120),
    ("maximal --piece rook --piece bishop --board 2", 2, 1),
    ("weighted --piece queen --weight 9 --piece knight --weight 3 --board 2", 12, 1),
    ("weighted --piece rook --weight 5 --piece knight --weight 1 --board 1x3 --pawns 1", 10, 1),
    ("connected --piece king --board 3x5", 3, 1),
    ("connected --piece knight --board 3", None, 0),
    ("upper --piece queen --board 4", 4, 1),
    ("k-fold --piece king --times 2 --board 3", 3, 1),
    ("k-fold --piece king --times 2 --closed --board 2 --count-solutions", 2, 6),
    ("border --piece queen --board 5", 3, 1),
    ("restricted --piece queen --board 3 --allow 1,1", 1, 1),
    ("restricted --piece queen --board 3", None, 0),
    ("cheapest --piece queen --cost 9 --piece king --cost 4 --board 3", 4, 1),
    ("cheapest --piece rook --cost 5 --piece knight --cost 3 --board 1x3 --through", 5, 1),
    ("unguarded --piece queen --count n --board 4", 1, 1),
    ("armies --piece queen --piece queen --board 4 --count-solutions --up-to-symmetry", 2, 1),
    ("armies --piece queen --piece knight --board 4 --size 1", None, 1),
    ("superqueens --side 4", None, 0),
    ("toroidal-queens --side 5 --count-solutions", None, 10),
    ("blocked-queens --side 8 --blocked 0 --count-solutions", None, 92),
    ("excluded-diagonals --side 8 --excluded 0 --count-solutions", None, 92),
    ("first --piece queen --count n --board 8 --backend sat", None, 1),
]


@pytest.mark.parametrize(("command", "objective", "count"), ASKED, ids=[command for command, _, _ in ASKED])
def test_an_answer(command: str, objective: int | None, count: int) -> None:
    ended = rookery("solve", *command.split(), "--json")
    assert ended.code == 0, ended.err
    answer: dict[str, Any] = json.loads(ended.out)
    assert (answer["objective"], answer["complete"]) == (objective, True)
    if "--up-to-symmetry" not in command:
        assert answer["count"] == count


REFUSED = [
    ("armies --piece queen --board 4", "1 armies; name the pieces of 2 to 26"),
    ("armies --piece queen --piece queen --board 4 --fix 0,0", "armies take no fixed squares"),
    ("weighted --piece queen --board 4 --weight 1 --weight 2", "2 of --weight for 1 of --piece; give one for each"),
    ("weighted --piece queen --board 4 --weight 0", "a weight of 0 for queen; it must be at least 1"),
    ("upper --piece queen --piece rook --board 4", "this problem takes one --piece, here are 2: queen, rook"),
    ("maximal --piece queen --piece queen --board 4", "a piece is named twice: queen, queen; name each once"),
    ("border --piece queen --board 4 --forbid 0,0", "--forbid has no meaning here"),
    ("restricted --piece queen --board 4 --allow 9,9", "allowed square 9,9 is not on the board of 4"),
    ("unguarded --piece queen --board 4", "Missing option '--count'"),
    ("blocked-queens --side 6 --blocked 99", "99 squares to remove from 6x6; with this seed 0 to"),
    ("k-fold --piece queen --board 4 --times 0", "--times '0': expected at least 1"),
    ("k-fold --piece queen --board 4", "Missing option '--times'"),
]


@pytest.mark.parametrize(("command", "message"), REFUSED, ids=[command for command, _ in REFUSED])
def test_bad_input_is_one_line(command: str, message: str) -> None:
    ended = rookery("solve", *command.split())
    assert ended.code == 2
    assert message in ended.err
    assert ended.err.count("\n") == 1
    assert ended.out == ""


def test_the_first_solution_is_drawn() -> None:
    ended = rookery("solve", "first", "--piece", "queen", "--count", "4", "--board", "4")
    assert ended.out.startswith(".Q..\n...Q\nQ...\n..Q.\n")


def test_a_cost_is_the_least_and_armies_are_drawn_in_two_cases() -> None:
    cheapest = rookery("solve", "cheapest", "--piece", "queen", "--cost", "9", "--board", "2")
    assert "9 (optimal)" in cheapest.out
    armies = rookery("solve", "armies", "--piece", "queen", "--piece", "queen", "--board", "3")
    assert {"Q", "q"} <= set(armies.out.split("\n\n")[0])
