"""`what_if` tells what holds in some and in every solution while pieces are tried on squares."""

import pytest

import rookery as rk
from rookery.core.deadline import OutOfTime
from rookery.models import RookeryError


def test_what_if_takes_names_of_squares() -> None:
    with rk.what_if(rk.placement("queen", 6, count=6)) as board:
        board.fix("b6")
        assert (board.possible("c4"), board.possible("d5"), board.forced("d5", "queen")) == (False, True, True)
        assert board.solution() == rk.solve(rk.placement("queen", 6, count=6, fixed=["b6"])).best
        board.undo()
        assert len(board.in_some()) == 24
        assert board.in_every() == ()
        assert repr(board) == f"WhatIf({board.problem!r}, 0 moves)"


def test_what_if_refuses_unknown_squares_and_pieces() -> None:
    with rk.what_if(rk.placement({"queen": 1, "rook": 1}, 3)) as board:
        for ask, message in (
            (lambda: board.possible("h8"), "off the board"),
            (lambda: board.possible("a1", "king"), "king"),
            (lambda: board.fix("a1"), "piece as well"),
            (board.undo, "undo"),
        ):
            with pytest.raises(rk.BadInput, match=message):
                ask()
        assert board.solution() is not None
    with pytest.raises(RookeryError, match="closed"):
        board.possible("a1")
    with pytest.raises(rk.BadInput, match="no best solution"):
        rk.what_if(rk.domination("knight", 2, forbidden=[(0, 0), (0, 1), (1, 0), (1, 1)]))


def test_questions_keep_the_time_limit() -> None:
    for problem in (rk.placement("queen", 40, count=40), rk.domination("queen", 8)):
        with pytest.raises(OutOfTime):
            rk.what_if(problem, seconds=1e-9)
    with rk.what_if(rk.placement("queen", 8, count=8)) as board:
        board._seconds = 1e-9
        with pytest.raises(OutOfTime):
            board.in_some()
        board._seconds = None
        assert len(board.in_some("queen")) == 64
