"""Campaigns made of declared problems: the text that is written of them asks the same runs when it is read again."""

from typing import Any

import pytest

from rookery.compare.campaign.backends import distrust
from rookery.compare.campaign.campaign import decode_campaign
from rookery.compare.campaign.reader import campaign_of_problems
from rookery.models import (
    BadInput,
    Board,
    Piece,
    Ride,
    Step,
    armies,
    cheapest_domination,
    domination,
    k_fold_domination,
    maximal_placement,
    most_unguarded,
    placement,
    sighted_placement,
    weighted_placement,
)
from rookery.models.pieces.piece import KNIGHT, QUEEN, ROOK
from rookery.models.problems.plain import plain

GNU = Piece.from_betza("gnu", "NC", "G")
HOPPER = Piece("hopper", "H", rides=[Ride(Step(1, 2), 3), Ride(Step(-1, 0), None)])
PROBLEMS = (
    placement({QUEEN: 2, ROOK: None}, Board(5, holes=[(0, 0)]), fixed={(1, 1): ROOK}, forbidden=[(2, 2)]),
    placement(HOPPER, Board(3, 4, torus=True)),
    domination(GNU, Board(4), "total"),
    sighted_placement({QUEEN: 4, ROOK: None}, Board(4), 1),
    maximal_placement([ROOK, GNU], Board(3)),
    weighted_placement({ROOK: 5}, Board(3), 2, fixed={(0, 0): ROOK}),
    k_fold_domination(KNIGHT, Board(3), 3, closed=True),
    cheapest_domination({ROOK: 5, QUEEN: 9}, Board(3), False),
    most_unguarded(QUEEN, Board(4), 0),
    armies((QUEEN, KNIGHT), Board(3), 0),
    armies((GNU, GNU, KNIGHT), Board(4)),
)

CONDITIONS: dict[str, Any] = {
    "name": "comparison",
    "backends": ["sat", "backtracking"],
    "want": "count",
    "seeds": [3, 5],
    "workers": [1, 2],
    "seconds": 20,
    "memory": "2G",
    "up-to-symmetry": True,
    "options": {"sat": {"solver": ["cadical195", "glucose4"]}},
}


def test_the_text_asks_the_same_runs() -> None:
    problems = [plain(problem) for problem in PROBLEMS]
    campaign = campaign_of_problems(problems, CONDITIONS)
    again = decode_campaign(campaign.text, distrust)
    assert [task.as_plain() for task in again.tasks()] == [task.as_plain() for task in campaign.tasks()]
    assert len(campaign.tasks()) == len(problems) * 2 * 2 * (2 + 1)  # seeds, workers; two solvers of sat, one other
    assert again.text == campaign.text


def test_problems_are_asked_as_they_are_given() -> None:
    """What a call compares is what it was given, not what a reader made of it."""
    problems = [plain(problem) for problem in PROBLEMS]
    campaign = campaign_of_problems(problems, {"backends": "sat"})
    assert [part.problems for part in campaign.parts] == [(problem,) for problem in problems]


def test_two_pieces_of_one_name_are_refused() -> None:
    gnus = [Piece.from_betza("gnu", betza, "G") for betza in ("NC", "NZ")]
    asked = [plain(placement(gnu, Board(3))) for gnu in gnus]
    with pytest.raises(BadInput, match="two different pieces are named gnu; give one of them another name"):
        campaign_of_problems(asked, CONDITIONS)


def test_no_problem_is_no_campaign() -> None:
    with pytest.raises(BadInput, match="a campaign asks at least one problem"):
        campaign_of_problems([], CONDITIONS)
