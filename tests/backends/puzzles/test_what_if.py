"""`what_if` tells what holds in some and in every solution while pieces are tried on squares."""

from random import Random

import pytest

import rookery as rk
from rookery.backends.evidence.explaining import what_if
from rookery.core.deadline import OutOfTime
from rookery.models import RookeryError

PATH = rk.Graph([("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")])


@pytest.mark.parametrize(
    "problem",
    [
        rk.placement("queen", 6, count=6),
        rk.placement({"queen": 1, "rook": 2}, 3, forbidden=[(0, 0)]),
        rk.regions("AABB/ABBB/CDDD/CCCD", fixed=[(0, 1)]),
        rk.domination("knight", 4),
        rk.armies(["queen", "queen"], 3),
        rk.placement("queen", 3, count=3),
        rk.domination("guard", PATH),
    ],
    ids=str,
)
@pytest.mark.parametrize("listed", [True, False])
def test_what_if_agrees_with_all_solutions(problem: rk.Problem, listed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether its solutions are all listed when the board opens, or a solver is asked and few of them are kept."""
    monkeypatch.setattr(what_if, "MAX_KEPT", 5_000 if listed else 3)
    monkeypatch.setattr(what_if, "MAX_COUNTING", 1e9)
    left = [dict(each) for each in rk.solve(problem, want="all").solutions]
    random, stack, squares = Random(3), [left], list(problem.board)
    with rk.what_if(problem) as board:
        for _ in range(12):
            square, piece = random.choice(squares), random.choice(problem.pieces)
            for named in (None, piece):
                held = {s: [each.get(s) not in ((None,) if named is None else (None, *set(problem.pieces) - {named}))
                            for each in stack[-1]] for s in squares}  # fmt: skip
                assert board.in_some(named) == tuple(s for s in squares if any(held[s]))
                assert board.in_every(named) == tuple(s for s in squares if held[s] and all(held[s]))
                assert board.possible(square, named) == any(held[square])
                assert board.forced(square, named) == bool(held[square] and all(held[square]))
                assert board.still_open(named) == ()
            found = board.solution()
            assert dict(found) in stack[-1] if found is not None else not stack[-1]
            move = random.choice(["fix", "forbid", "empty", "undo"])
            if move == "undo" and len(stack) > 1:
                board.undo()
                stack.pop()
            elif move == "fix":
                board.fix(square, piece)
                stack.append([each for each in stack[-1] if each.get(square) == piece])
            elif move == "forbid":
                board.forbid(square, piece)
                stack.append([each for each in stack[-1] if each.get(square) != piece])
            elif move == "empty":
                board.forbid(square)
                stack.append([each for each in stack[-1] if square not in each])


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


def test_time_limit_leaves_squares_open(monkeypatch: pytest.MonkeyPatch) -> None:
    for problem in (rk.placement("queen", 40, count=40), rk.domination("queen", 8)):
        with pytest.raises(OutOfTime):
            rk.what_if(problem, seconds=1e-9)
    monkeypatch.setattr(what_if, "MAX_KEPT", 60)  # fewer than there are solutions, so that a solver is asked
    with rk.what_if(rk.placement("queen", 8, count=8)) as board:
        board._seconds = 1e-9
        with pytest.raises(OutOfTime):
            board.in_some()
        assert len(board.still_open()) == 64
        board._seconds = None
        assert board.possible("a1")
        assert 0 < len(board.still_open("queen")) < 64
        assert len(board.in_some()) == 64
        assert board.still_open() == ()
        board._seconds = 1e-9
        assert len(board.in_some()) == 64  # nothing is left to be asked
