"""Every family of problems as plain data: it comes back the same, with a title and a command of its own."""

import json
import shlex
from typing import Any

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.isolated import comes_back

from rookery.backends import Question
from rookery.compare.campaign.backends import distrust
from rookery.compare.campaign.campaign import decode_campaign
from rookery.compare.campaign.entries import Side, command, compare_command, family, find_among, label, read_problems
from rookery.compare.campaign.reader import campaign_of_problems
from rookery.models import (
    BadInput,
    Board,
    Maximize,
    Model,
    Piece,
    Problem,
    armies,
    border_domination,
    cheapest_domination,
    connected_domination,
    k_fold_domination,
    maximal_placement,
    most_unguarded,
    restricted_domination,
    sighted_placement,
    upper_domination,
    weighted_placement,
)
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK
from rookery.models.problems.plain import declare_plain, plain, stable

GNU = Piece.from_betza("gnu", "NC", "G")
SOLDIER = Piece.from_betza("soldier", "fsW", "S")
WHITE_KNIGHT = Piece.from_betza("white knight", "N", "W")

PROBLEMS = {
    "4 queens, as many rooks as possible and 1 pawn, none in sight of another on 4x4": sighted_placement(
        {QUEEN: 4, ROOK: None}, Board(4), 1
    ),
    "2 gnus, none in sight of another on 3x4:torus": sighted_placement({GNU: 2}, Board(3, 4, torus=True)),
    "maximal placement of rooks and soldiers on 3x3": maximal_placement([ROOK, SOLDIER], Board(3)),
    "heaviest queens (9) and knights (3) on 3x3": weighted_placement({QUEEN: 9, KNIGHT: 3}, Board(3)),
    "heaviest rooks (5) and 2 pawns on 3x3, fixed rook@0,0": weighted_placement(
        {ROOK: 5}, Board(3), 2, fixed={(0, 0): ROOK}
    ),
    "connected domination by kings on 3x5, forbidden 1,1": connected_domination(KING, Board(3, 5), forbidden=[(1, 1)]),
    "upper domination by gnus on 3x3": upper_domination(GNU, Board(3)),
    "2-fold domination by kings on 3x3": k_fold_domination(KING, Board(3), 2),
    "3-tuple domination by kings on 3x3": k_fold_domination(KING, Board(3), 3, closed=True),
    "cheapest domination by queens (9) and bishops (3) on 3x3": cheapest_domination({QUEEN: 9, BISHOP: 3}, Board(3)),
    "cheapest domination by rooks (5), through other pieces on 3x3": cheapest_domination({ROOK: 5}, Board(3), False),
    "most squares unattacked by 3 queens on 4x4": most_unguarded(QUEEN, Board(4), 3),
    "largest two peaceable queen armies on 4x4": armies((QUEEN, QUEEN), Board(4)),
    "largest peaceable armies of gnus and knights on 4x4": armies((GNU, KNIGHT), Board(4)),
    "peaceable armies of 1 king, 1 white knight and 1 king on 3x3": armies((KING, WHITE_KNIGHT, KING), Board(3), 1),
    "peaceable armies of 0 white knights and 0 knights on 2x2": armies((WHITE_KNIGHT, KNIGHT), Board(2), 0),
}


@pytest.mark.parametrize("title", PROBLEMS)
def test_a_problem_comes_back_from_its_data(title: str) -> None:
    assert comes_back(PROBLEMS[title])
    assert label(plain(PROBLEMS[title]), "one") == title


@pytest.mark.parametrize("title", PROBLEMS)
def test_a_problem_comes_back_from_a_campaign(title: str) -> None:
    data = plain(PROBLEMS[title])
    written = campaign_of_problems([data], {"backends": "sat"}).text
    (part,) = decode_campaign(written, distrust).parts
    assert stable(part.problems[0]) == stable(data)


@pytest.mark.parametrize("title", [title for title in PROBLEMS if "gnu" not in title])
def test_the_command_asks_the_same(title: str) -> None:
    problem = PROBLEMS[title]
    words = shlex.split(command(plain(problem), "sat", Question(seconds=20)))
    shown: dict[str, Any] = json.loads(rookery(*words[1:], "--json").out)
    named = problem.title  # but a notation is what a command takes
    for name, notation in (("soldiers", "pieces fsW"), ("white knights", "knights"), ("white knight", "N")):
        named = named.replace(name, notation)
    assert shown["problem"]["title"] == named


def test_border_and_restricted_domination_are_domination_with_forbidden_squares() -> None:
    for problem in (border_domination(QUEEN, Board(4)), restricted_domination(ROOK, Board(2), [(0, 0)], "total")):
        data = plain(problem)
        assert data["family"] == "domination"
        assert declare_plain(data).rules == problem.rules
        assert len(data["forbidden"]) in (4, 3)


def test_in_a_campaign_they_are_families_of_their_own() -> None:
    (border,) = read_problems({"family": "border", "pieces": ["queen"], "boards": "8"}, find_among({}))
    allowed = {"family": "restricted", "pieces": ["rook"], "boards": "3", "allowed": ["0,0", "1,1"], "kinds": ["total"]}
    (restricted,) = read_problems(allowed, find_among({}))
    assert declare_plain(border) == border_domination(QUEEN, Board(8))
    assert declare_plain(restricted) == restricted_domination(ROOK, Board(3), [(0, 0), (1, 1)], "total")
    assert label(border, "one") == "border domination by queens on 8x8"
    assert label(restricted, "one") == "total restricted domination by rooks on 3x3, allowed 0,0 1,1"
    assert family(restricted) == "total restricted domination by rooks with givens"
    assert command(restricted, "sat", Question()) == (
        "rookery solve restricted --piece rook --kind total --allow 0,0 --allow 1,1 --board 3 --backend sat"
    )


def test_families_leave_out_the_size() -> None:
    assert {family(plain(most_unguarded(QUEEN, Board(n), n))) for n in (3, 4)} == {
        "most squares unattacked by n queens"
    }
    assert {family(plain(armies((QUEEN, QUEEN), Board(n)))) for n in (3, 4)} == {"largest two peaceable queen armies"}


def test_the_command_of_a_comparison_puts_pieces_together_where_it_must_be_said() -> None:
    sides = [Side("sat", "", Question())]
    assert compare_command(plain(armies((QUEEN, KNIGHT), Board(3), 1)), sides) == (
        "rookery compare armies --piece queen --piece knight --size 1 --boards 3 --backends sat --want one"
    )
    assert compare_command(plain(maximal_placement([ROOK, KING], Board(3))), sides) == (
        "rookery compare maximal --piece rook --piece king --boards 3 --together --backends sat --want one"
    )
    assert compare_command(plain(cheapest_domination({ROOK: 5, KING: 4}, Board(3), False)), sides) == (
        "rookery compare cheapest --piece rook --piece king --cost 5 --cost 4 --through --boards 3 --backends sat"
        " --want one"
    )


def test_a_problem_that_its_family_does_not_know_is_refused() -> None:
    usual = upper_domination(QUEEN, Board(2))
    odd = Problem("upper domination", "odd", usual.board, usual.rules, Model(4, (), Maximize(range(4))))
    with pytest.raises(BadInput, match="it is not a usual upper domination, and cannot be compared so far"):
        plain(odd)
