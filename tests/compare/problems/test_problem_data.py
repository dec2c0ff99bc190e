"""Problems as plain data: declared again the same, keyed stably, and asked by a command."""

import json
import shlex
from dataclasses import replace
from typing import Any

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.isolated import comes_back

from rookery import armies, cheapest_domination, coverage, domination, k_fold_domination, placement, sighted_placement
from rookery.backends import Question, Want
from rookery.compare.campaign.backends import distrust
from rookery.compare.campaign.campaign import decode_campaign
from rookery.compare.campaign.entries import Side, command, compare_command, family, find_among, label, read_problems
from rookery.compare.campaign.reader import campaign_of_problems
from rookery.models import BadInput, Board, Model, Piece, Problem, Ride, Step
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK
from rookery.models.problems.family import Family, Places, Wording, declares
from rookery.models.problems.plain import declare_plain, goal, plain, stable

GNU = Piece.from_betza("gnu", "NC", "G")
HOPPER = Piece("hopper", "H", rides=[Ride(Step(1, 2), 3), Ride(Step(-1, 0), None)])
WHITE_KNIGHT = Piece.from_betza("white knight", "N", "W")

PROBLEMS = {
    "8 queens on 8x8": placement(QUEEN, Board(8), 8),
    "as many knights as possible on 4x5": placement(KNIGHT, Board(4, 5)),
    "5 queens on 5x5:torus": placement(QUEEN, Board(5, torus=True), 5),
    "2 queens and as many rooks as possible on 5x5 without 0,0, fixed rook@1,1, forbidden 2,2": placement(
        {QUEEN: 2, ROOK: None}, Board(5, holes=[(0, 0)]), fixed={(1, 1): ROOK}, forbidden=[(2, 2)]
    ),
    "independent domination by knights on 4x4, fixed knight@0,0": domination(
        KNIGHT, Board(4), "independent", fixed=[(0, 0)]
    ),
    "total domination by gnus on 6x6": domination(GNU, Board(6), "total"),
    "perfect domination by hoppers on 3x3": domination(HOPPER, Board(3), "perfect"),
    "4 queens, as many rooks as possible and 1 pawn, none in sight of another on 4x4": sighted_placement(
        {QUEEN: 4, ROOK: None}, Board(4), 1
    ),
    "3-tuple domination by kings on 3x3": k_fold_domination(KING, Board(3), 3, closed=True),
    "cheapest domination by queens (9) and bishops (3) on 3x3": cheapest_domination({QUEEN: 9, BISHOP: 3}, Board(3)),
    "fewest squares attacked or occupied by 3 queens on 4x4": coverage(QUEEN, Board(4), 3, goal="fewest"),
    "largest two peaceable queen armies on 4x4": armies((QUEEN, QUEEN), Board(4)),
    "peaceable armies of 1 king, 1 white knight and 1 king on 3x3": armies((KING, WHITE_KNIGHT, KING), Board(3), 1),
}


def test_goal_of_a_problem_is_a_sign() -> None:
    problems = placement(QUEEN, Board(3), 2), domination(QUEEN, Board(3)), placement(QUEEN, Board(3))
    assert [goal(problem) for problem in problems] == [0, -1, 1]


@pytest.mark.parametrize("title", PROBLEMS)
def test_problem_comes_back_from_its_data(title: str) -> None:
    data = plain(PROBLEMS[title])
    assert comes_back(PROBLEMS[title])
    assert label(data, "one") == title
    (part,) = decode_campaign(campaign_of_problems([data], {"backends": "sat"}).text, distrust).parts
    assert stable(part.problems[0]) == stable(data)


@pytest.mark.parametrize("title", [title for title in PROBLEMS if "hopper" not in title])
def test_command_asks_the_same_problem(title: str) -> None:
    """A notation is all that a command takes of a piece of one's own."""
    for want in [*Want] if title.startswith("8") else [Want.ONE]:
        words = shlex.split(command(plain(PROBLEMS[title]), "sat", Question(want, seed=1, seconds=20)))
        shown: dict[str, Any] = json.loads(rookery(*words[1:], "--json").out)
        assert (shown["want"], shown["seed"]) == (want, 1)
        named = PROBLEMS[title].title.replace("white knight", "N")
        assert shown["problem"]["title"].replace("pieces NC", "gnus") == named


def test_data_does_not_depend_on_order() -> None:
    one = placement(QUEEN, Board(4, holes=[(0, 0), (3, 3)]), 2, fixed=[(1, 0), (0, 2)], forbidden=[(2, 2), (1, 1)])
    other = placement(QUEEN, Board(4, holes=[(3, 3), (0, 0)]), 2, fixed=[(0, 2), (1, 0)], forbidden=[(1, 1), (2, 2)])
    assert stable(plain(one)) == stable(plain(other))


def test_series_leave_out_the_size() -> None:
    assert {family(plain(placement(QUEEN, Board(n), n))) for n in (4, 5, 9)} == {"n queens"}
    assert family(plain(placement(QUEEN, Board(9), 8))) == "8 queens"
    assert family(plain(domination(KNIGHT, Board(3, 7, torus=True)))) == "domination by knights on 3xn on a torus"
    assert family(plain(placement(QUEEN, Board(4), 4, fixed=[(0, 1)]))) == "n queens with givens"
    assert family(plain(coverage(QUEEN, Board(3), 3))) == "most squares attacked or occupied by n queens"
    assert family(plain(armies((QUEEN, QUEEN), Board(3)))) == "largest two peaceable queen armies"


def test_border_and_restricted_domination_have_names_of_their_own() -> None:
    border = {"family": "domination", "pieces": ["queen"], "boards": "8", "allowed": "border"}
    squares = {**border, "pieces": ["rook"], "boards": "3", "allowed": ["0,0", "1,1"], "kinds": ["total"]}
    for entry, problem, title in (
        (border, domination(QUEEN, Board(8), allowed="border"), "border"),
        (squares, domination(ROOK, Board(3), "total", allowed=[(0, 0), (1, 1)]), "total restricted"),
    ):
        (data,) = read_problems(entry, find_among({}))
        assert declare_plain(data) == problem
        assert label(data, "one").startswith(f"{title} domination by")
        assert declare_plain(plain(problem)).rules == problem.rules


def test_problem_without_a_known_family_is_refused() -> None:
    @declares(Family("own queens", "Place a queen.", Places(), describe=lambda asked: Wording("own", "own")))
    def own_queens(piece: Piece, board: Board) -> Problem:
        return replace(placement(piece, board, 1), title="x")

    usual = domination(QUEEN, Board(2))
    for problem, keyword in (
        (Problem("own", "x", Board(1), (), Model(1, ())), "families"),
        (own_queens(QUEEN, Board(2)), "entry point"),
        (Problem("domination", "odd", usual.board, usual.rules, Model(4, ())), "not a usual"),
    ):
        with pytest.raises(BadInput, match=keyword):
            plain(problem)


def test_commands_of_comparisons() -> None:
    sides = [
        Side("sat", "", Question(Want.COUNT, seconds=2, options={"solver": "glucose4"})),
        Side("own", "/a/b.py:Own", Question(Want.COUNT, seconds=2, seed=3, workers=2)),
    ]
    assert compare_command(plain(placement({QUEEN: 2, ROOK: 1}, Board(5))), sides) == (
        "rookery compare placement --piece queen --piece rook --count 2 --count 1 --boards 5 --together "
        "--backends sat,/a/b.py:Own --want count --seeds 0,3 --workers 1,2 --seconds 2 --option sat.solver=glucose4"
    )
    data = plain(PROBLEMS["perfect domination by hoppers on 3x3"])
    assert command(data, "sat", Question()).startswith("# piece hopper")
    assert compare_command(data, [Side("sat", "", Question())]).startswith("# piece hopper")
    assert compare_command(plain(armies((QUEEN, KNIGHT), Board(3), 1)), [Side("sat", "", Question())]) == (
        "rookery compare armies --piece queen --piece knight --size 1 --boards 3 --backends sat --want one"
    )
