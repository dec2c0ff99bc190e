from collections.abc import Callable
from typing import Any

import pytest

from rookery.models import (
    AtLeast,
    BadInput,
    Board,
    Exactly,
    Maximize,
    Minimize,
    Placement,
    Problem,
    Satisfy,
    domination,
    placement,
)
from rookery.models.pieces.standard import KING, KNIGHT, QUEEN, ROOK
from rookery.models.referee.rules import Holds

BAD = [
    (lambda: placement(QUEEN, Board(3), count=10), "10 pieces do not fit on a board of 3x3 with 9 squares"),
    (lambda: placement(QUEEN, Board(3), count=-1), "-1 of queen: a count must be at least 0"),
    (lambda: placement({QUEEN: 5, KING: 5}, Board(3)), "10 pieces do not fit"),
    (lambda: placement({QUEEN: 5}, Board(3), count=2), "a count and a mapping with counts"),
    (lambda: placement({}, Board(3)), "no piece to place"),
    (lambda: placement(QUEEN, Board(3), fixed=[(3, 0)]), "fixed square 3,0 lies off the board of 3"),
    (lambda: placement(QUEEN, Board(3, holes=[(0, 0)]), fixed=[(0, 0)]), "fixed square 0,0 is a hole of the board"),
    (lambda: placement(QUEEN, Board(3), fixed=[(1, 0), (1, 0)]), "square 1,0 is fixed twice"),
    (lambda: placement(QUEEN, Board(3), fixed=[(1, 0)], forbidden=[(1, 0)]), "1,0 is both fixed and forbidden"),
    (lambda: placement(QUEEN, Board(3), forbidden=[(1, 0), (1, 0)]), "square 1,0 is forbidden twice"),
    (lambda: placement(QUEEN, Board(3), forbidden=[(1, 7)]), "forbidden square 1,7 lies off"),
    (lambda: placement({QUEEN: 1, KING: 1}, Board(3), fixed=[(0, 0)]), "a fixed square needs its piece"),
    (lambda: placement(QUEEN, Board(3), fixed={(0, 0): KING}), "a king is fixed on 0,0, but the problem places queen"),
    (lambda: domination(QUEEN, Board(3), kind="loose"), "unknown kind of domination 'loose'; known are plain, ind"),  # type: ignore[arg-type]
    (lambda: domination(QUEEN, Board(3), fixed=[(0, 0), (0, 0)]), "square 0,0 is fixed twice"),
]


@pytest.mark.parametrize(("declare", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_questions_are_refused(declare: Callable[[], Problem], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        declare()


@pytest.mark.parametrize(
    ("problem", "title"),
    [
        (placement(QUEEN, Board(8), count=8), "8 queens on an 8x8 board"),
        (placement(QUEEN, Board(8), count=1), "1 queen on an 8x8 board"),
        (placement(KING, Board(3, 5)), "As many kings as possible on a 3x5 board"),
        (placement({ROOK: 2, KING: None}, Board(4)), "2 rooks and as many kings as possible on a 4x4 board"),
        (domination(KNIGHT, Board(8, 11), "total"), "Total domination of an 8x11 board with knights"),
    ],
    ids=str,
)
def test_problems_have_a_title(problem: Problem, title: str) -> None:
    assert str(problem) == title


@pytest.mark.parametrize(
    ("problem", "goal"),
    [
        (placement(QUEEN, Board(3), count=2), Satisfy()),
        (placement(QUEEN, Board(3)), Maximize(range(9))),
        (placement({QUEEN: 1, KING: None}, Board(3)), Maximize(range(9, 18))),
        (domination(QUEEN, Board(3)), Minimize(range(9))),
    ],
    ids=str,
)
def test_goals(problem: Problem, goal: Any) -> None:
    assert problem.model.goal == goal or list(problem.model.goal.literals) == list(goal.literals)  # type: ignore[union-attr]
    assert type(problem.model.goal) is type(goal)


def choices(problem: Problem) -> list[str]:
    return [c.choice for c in problem.model.constraints if isinstance(c, Exactly) and c.choice is not None]


@pytest.mark.parametrize(
    ("problem", "count"),
    [
        (placement(QUEEN, Board(4), count=4), 8),  # rows and columns
        (placement(QUEEN, Board(4), count=3), 0),
        (placement(ROOK, Board(3, 5), count=3), 3),  # rows only
        (placement(ROOK, Board(3, 5), count=5), 5),  # columns only
        (placement(KING, Board(4), count=4), 0),
        (placement(QUEEN, Board(4, holes=[(1, 1)]), count=4), 0),  # lines are cut in two
        (placement(QUEEN, Board(4, holes=[(0, 0)]), count=4), 8),
        (placement(QUEEN, Board(4, torus=True), count=4), 8),
        (placement({QUEEN: 4, KING: 1}, Board(4)), 8),
    ],
    ids=str,
)
def test_full_lines_are_named_choices(problem: Problem, count: int) -> None:
    assert len(choices(problem)) == len(set(choices(problem))) == count


def test_variables_are_named_by_piece_and_square() -> None:
    problem = placement({QUEEN: 1, KING: 2}, Board(2, 3, holes=[(0, 1)]))
    assert [problem.model.name(v) for v in (0, 1, 5, 9)] == ["queen@0,0", "queen@0,2", "king@0,0", "king@1,2"]
    assert problem.pieces == (QUEEN, KING)
    assert Holds(KING, 2) in problem.rules


def test_solutions_are_read_and_written_back() -> None:
    problem = placement({QUEEN: 1, KING: 2}, Board(2, 3, holes=[(0, 1)]))
    placed = Placement(problem.board, {(0, 2): QUEEN, (1, 2): KING})
    assert problem.write(placed) == {1, 9}
    assert problem.read({1, 9}) == placed
    with pytest.raises(BadInput, match="rook is not a piece of this problem: queen, king"):
        problem.write(Placement(problem.board, {(0, 0): ROOK}))


def test_givens_are_remembered() -> None:
    problem = domination(QUEEN, Board(4), fixed=[(0, 0)], forbidden=[(1, 2), (3, 3)])
    assert problem.fixed == {(0, 0): QUEEN}
    assert problem.forbidden == {(1, 2), (3, 3)}
    assert problem.declare_seconds > 0


def test_domination_guards_each_square_by_one_clause() -> None:
    clauses = [c for c in domination(KNIGHT, Board(3)).model.constraints if isinstance(c, AtLeast)]
    assert clauses[0] == AtLeast(1, (0, 5, 7))
    assert clauses[4] == AtLeast(1, (4,))
    assert len(clauses) == 9
