"""Problems as plain data: declared again the same, keyed stably, and asked by a command."""

import json
import shlex
from dataclasses import replace
from typing import Any

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.isolated import comes_back

from rookery.backends import Question, Want
from rookery.compare.campaign.entries import Side, command, compare_command, family, label
from rookery.models import BadInput, Board, Model, Piece, Problem, Ride, Step, domination, placement
from rookery.models.pieces.piece import KNIGHT, QUEEN, ROOK
from rookery.models.problems.family import Family, Places, Wording, declares
from rookery.models.problems.plain import goal, plain, stable

GNU = Piece.from_betza("gnu", "NC", "G")
HOPPER = Piece("hopper", "H", rides=[Ride(Step(1, 2), 3), Ride(Step(-1, 0), None)])

PROBLEMS = {
    "8 queens on 8x8": placement(QUEEN, Board(8), 8),
    "as many knights as possible on 4x5": placement(KNIGHT, Board(4, 5)),
    "5 queens on 5x5:torus": placement(QUEEN, Board(5, torus=True), 5),
    "2 queens and as many rooks as possible on 5x5 without 0,0, fixed rook@1,1, forbidden 2,2": placement(
        {QUEEN: 2, ROOK: None}, Board(5, holes=[(0, 0)]), fixed={(1, 1): ROOK}, forbidden=[(2, 2)]
    ),
    "domination by queens on 5x5": domination(QUEEN, Board(5)),
    "independent domination by knights on 4x4, fixed knight@0,0": domination(
        KNIGHT, Board(4), "independent", fixed=[(0, 0)]
    ),
    "total domination by gnus on 6x6": domination(GNU, Board(6), "total"),
    "perfect domination by hoppers on 3x3": domination(HOPPER, Board(3), "perfect"),
}


@pytest.mark.parametrize("title", PROBLEMS)
def test_a_problem_comes_back_from_its_data(title: str) -> None:
    assert comes_back(PROBLEMS[title])
    assert label(plain(PROBLEMS[title]), "one") == title


def test_data_does_not_depend_on_order() -> None:
    one = placement(QUEEN, Board(4, holes=[(0, 0), (3, 3)]), 2, fixed=[(1, 0), (0, 2)], forbidden=[(2, 2), (1, 1)])
    other = placement(QUEEN, Board(4, holes=[(3, 3), (0, 0)]), 2, fixed=[(0, 2), (1, 0)], forbidden=[(1, 1), (2, 2)])
    assert stable(plain(one)) == stable(plain(other))


def test_families_leave_out_the_size() -> None:
    counted = {family(plain(placement(QUEEN, Board(n), n))) for n in (4, 5, 9)}
    assert counted == {"n queens"}
    assert family(plain(placement(QUEEN, Board(9), 8))) == "8 queens"
    assert family(plain(domination(KNIGHT, Board(3, 7, torus=True)))) == "domination by knights on 3xn on a torus"
    assert family(plain(placement(QUEEN, Board(4), 4, fixed=[(0, 1)]))) == "n queens with givens"


def test_goals() -> None:
    problems = placement(QUEEN, Board(3), 2), domination(QUEEN, Board(3)), placement(QUEEN, Board(3))
    assert [goal(problem) for problem in problems] == [0, -1, 1]


def test_a_model_of_ones_own_cannot_be_compared() -> None:
    with pytest.raises(
        BadInput, match="only problems of these families can be compared: placement, domination, sighted"
    ):
        plain(Problem("own", "x", Board(1), (), Model(1, ())))


def test_a_family_that_no_other_process_finds_cannot_be_compared() -> None:
    @declares(Family("own queens", "Place a queen.", Places(), describe=lambda asked: Wording("own", "own")))
    def own_queens(piece: Piece, board: Board) -> Problem:
        return replace(placement(piece, board, 1), title="x")

    with pytest.raises(BadInput, match="its family own queens stands in no entry point"):
        plain(own_queens(QUEEN, Board(2)))


@pytest.mark.parametrize("title", [title for title in PROBLEMS if "hopper" not in title])
@pytest.mark.parametrize("want", Want)
def test_the_command_asks_the_same(title: str, want: Want) -> None:
    problem = PROBLEMS[title]
    words = shlex.split(command(plain(problem), "backtracking", Question(want, seed=1, seconds=20)))
    assert words[0] == "rookery"
    shown: dict[str, Any] = json.loads(rookery(*words[1:], "--json").out)
    assert (shown["want"], shown["seed"]) == (want, 1)
    assert (
        shown["problem"]["title"].replace("pieces NC", "gnus") == problem.title
    )  # a notation is all that a command takes


def test_a_piece_without_a_notation_has_no_command() -> None:
    data = plain(PROBLEMS["perfect domination by hoppers on 3x3"])
    assert (
        command(data, "sat", Question()) == "# piece hopper has no name and no Betza notation that a command could take"
    )
    assert compare_command(data, [Side("sat", "", Question())]).startswith("# piece hopper")


def test_the_command_of_a_comparison() -> None:
    data = plain(placement({QUEEN: 2, ROOK: 1}, Board(5)))
    sides = [
        Side("sat", "", Question(Want.COUNT, seconds=2, options={"solver": "glucose4"})),
        Side("own", "/a/b.py:Own", Question(Want.COUNT, seconds=2, seed=3, workers=2)),
    ]
    assert compare_command(data, sides) == (
        "rookery compare placement --piece queen --piece rook --count 2 --count 1 --boards 5 --together "
        "--backends sat,/a/b.py:Own --want count --seeds 0,3 --workers 1,2 --seconds 2 --option sat.solver=glucose4"
    )
