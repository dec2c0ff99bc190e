"""What-if: what holds in some and in every solution, as pieces are tried on squares, is what all solutions say."""

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
        rk.maximal_placement("rook", 2),
        rk.placement("queen", 3, count=3),
        rk.domination("guard", PATH),
    ],
    ids=str,
)
@pytest.mark.parametrize("listed", [True, False])
def test_answers_are_those_of_all_solutions(problem: rk.Problem, listed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_board_is_asked_in_names_and_each_solution_is_refereed_once() -> None:
    with rk.what_if(rk.placement("queen", 6, count=6)) as board:
        board.fix("b6")
        assert (board.possible("c4"), board.possible("d5"), board.forced("d5", "queen")) == (False, True, True)
        assert board.solution() == rk.solve(rk.placement("queen", 6, count=6, fixed=["b6"])).best
        board.undo()
        assert len(board.in_some()) == 24
        assert board.in_every() == ()
        assert repr(board) == f"WhatIf({board.problem!r}, 0 moves)"


def test_what_cannot_be_asked_is_refused_in_a_line() -> None:
    problem = rk.placement({"queen": 1, "rook": 1}, 3)
    with rk.what_if(problem) as board:
        for ask, message in (
            (lambda: board.possible("h8"), "lies off the board of 3x3"),
            (lambda: board.possible("a1", "king"), "king is not a piece of this problem: queen, rook"),
            (lambda: board.fix("a1"), "fix takes the piece as well: queen, rook"),
            (board.undo, "undo: no square was fixed or forbidden"),
        ):
            with pytest.raises(rk.BadInput, match=message):
                ask()
        assert board.solution() is not None
    with pytest.raises(RookeryError, match="this board is closed"):
        board.possible("a1")
    with pytest.raises(rk.BadInput, match=r"expected a Problem|a problem"):
        rk.what_if("queens")  # type: ignore[arg-type]
    with pytest.raises(rk.BadInput, match="no best solution"):
        rk.what_if(rk.domination("knight", 2, forbidden=[(0, 0), (0, 1), (1, 0), (1, 1)]))


def test_the_limit_of_a_question_ends_it_and_what_was_found_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    for problem in (rk.placement("queen", 40, count=40), rk.domination("queen", 8)):
        with pytest.raises(OutOfTime):
            rk.what_if(problem, seconds=1e-9)
    monkeypatch.setattr(what_if, "MAX_KEPT", 60)  # fewer than there are solutions, so that a solver is asked
    board = rk.what_if(rk.placement("queen", 8, count=8))
    board._seconds = 1e-9
    with pytest.raises(OutOfTime):
        board.in_some()
    assert len(board.still_open()) == 64
    board._seconds = None
    assert board.possible("a1")
    assert 0 < len(board.still_open("queen")) < 64
    assert len(board.in_some()) == 64
    assert board.still_open() == ()
    board.fix("a1")
    board.fix("a2")
    assert board.solution() is None
    assert board.still_open() == ()
    board.undo()
    board.undo()
    board._seconds = 1e-9
    assert len(board.in_some()) == 64  # nothing is left to be asked
    board.close()
