"""Declarations: goals, choices, names of variables, plain data, and the line that states a problem."""

from collections import Counter
from typing import Any

import pytest
from rookery_tests.random_problems import draw_problems

import rookery as rk
from rookery.models import AtLeast, BadInput, Board, Exactly, Maximize, Minimize, Piece, Placement, Problem, Satisfy
from rookery.models.pieces.piece import KING, QUEEN, ROOK
from rookery.models.problems.plain import declare_plain, plain, stable
from rookery.models.problems.registry import FAMILIES
from rookery.models.problems.stating import state
from rookery.models.referee.rules import Holds


@pytest.mark.parametrize(
    ("problem", "goal"),
    [
        (rk.placement("queen", 3, count=2), Satisfy()),
        (rk.placement("queen", 3), Maximize(range(9))),
        (rk.placement({"queen": 1, "king": None}, 3), Maximize(range(9, 18))),
        (rk.domination("queen", 3), Minimize(range(9))),
    ],
    ids=str,
)
def test_goal_of_a_problem(problem: Problem, goal: Any) -> None:
    found: Any = problem.model.goal
    assert type(found) is type(goal)
    if not isinstance(goal, Satisfy):
        assert list(found.literals) == list(goal.literals)


@pytest.mark.parametrize(
    ("problem", "count"),
    [
        (rk.placement("queen", 4, count=4), 8),  # rows and columns
        (rk.placement("queen", 4, count=3), 0),
        (rk.placement("rook", "3x5", count=3), 3),  # rows only
        (rk.placement("rook", "3x5", count=5), 5),  # columns only
        (rk.placement("king", 4, count=4), 0),
        (rk.placement("queen", Board(4, holes=[(1, 1)]), count=4), 0),  # lines are cut in two
        (rk.placement("queen", Board(4, holes=[(0, 0)]), count=4), 8),
        (rk.placement("queen", "4:torus", count=4), 8),
        (rk.placement({"queen": 4, "king": 1}, 4), 8),
    ],
    ids=str,
)
def test_full_lines_are_named_choices(problem: Problem, count: int) -> None:
    choices = [c.choice for c in problem.model.constraints if isinstance(c, Exactly) and c.choice is not None]
    assert len(choices) == len(set(choices)) == count


def test_variables_stand_for_pieces_on_squares() -> None:
    problem = rk.placement({"queen": 1, "king": 2}, Board(2, 3, holes=[(0, 1)]))
    assert [problem.model.name(v) for v in (0, 1, 5, 9)] == ["queen@0,0", "queen@0,2", "king@0,0", "king@1,2"]
    assert problem.pieces == (QUEEN, KING)
    assert Holds(KING, 2) in problem.rules
    placed = Placement(problem.board, {(0, 2): QUEEN, (1, 2): KING})
    assert problem.write(placed) == {1, 9}
    assert problem.read({1, 9}) == placed
    with pytest.raises(BadInput, match="rook is not a piece"):
        problem.write(Placement(problem.board, {(0, 0): ROOK}))


def test_domination_guards_each_square_by_one_clause() -> None:
    clauses = [c for c in rk.domination("knight", 3).model.constraints if isinstance(c, AtLeast)]
    assert clauses[0] == AtLeast(1, (0, 5, 7))
    assert clauses[4] == AtLeast(1, (4,))
    assert len(clauses) == 9


def spell_out(problem: Problem) -> list[Any]:
    """List all that a model holds, in its order."""
    model = problem.model
    return [
        model.variables,
        list(map(repr, model.constraints)),
        repr(model.goal),
        [model.name(variable) for variable in range(len(problem.pieces) * len(problem.board))],
        [list(map(int, each)) for each in problem.symmetries],
        list(map(str, model.groups)),
        problem.rules,
        problem.aim,
        [(each.rules, list(map(repr, each.constraints))) for each in problem.demands],
        problem.known,
    ]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::rookery.models.boards.graph.GraphWarning")
def test_plain_data_of_random_problems_declare_the_same_model() -> None:
    """And two problems with different plain data are never stated in the same line."""
    families, grounds, lines = Counter[str](), Counter[str](), dict[str, str]()
    for problem in draw_problems(0, 400):
        data = plain(problem)
        again = declare_plain(data)
        assert spell_out(again) == spell_out(problem), data
        assert stable(plain(again)) == stable(data)
        assert lines.setdefault(state(problem), stable(data)) == stable(data)
        families[problem.family] += 1
        grounds[data.get("ground", "board")] += 1
    assert {each.label or each.name for each in FAMILIES.values()} <= set(families)
    assert set(grounds) == {"board", "cylinder", "regions", "graph"}


def test_order_of_fixed_squares_does_not_matter() -> None:
    one = rk.placement({ROOK: None, KING: None}, Board(1, 3), fixed={(0, 0): ROOK, (0, 1): KING, (0, 2): ROOK})
    other = rk.placement({ROOK: None, KING: None}, Board(1, 3), fixed={(0, 2): ROOK, (0, 1): KING, (0, 0): ROOK})
    assert (one.model, one.rules) == (other.model, other.rules)
    for problem in (one, rk.k_fold_domination(KING, 3, 2, fixed=[(2, 2), (0, 0), (0, 1)])):
        assert rk.verify(rk.certify(problem)).verified


@pytest.mark.parametrize(
    ("problem", "line"),
    [
        (rk.placement("queen", 8, 8), "8 queens on an 8x8 board"),
        (rk.placement("queen", 8, 8, forbidden=[(0, 3), (0, 1)]), "8 queens on an 8x8 board (forbidden: 0,1 and 0,3)"),
        (
            rk.placement({ROOK: 2, KING: None}, 4, fixed={"0,0": ROOK, "1,1": KING, "2,2": ROOK}, forbidden=["3,3"]),
            "2 rooks and as many kings as possible on a 4x4 board (king fixed on 1,1; rook fixed on 0,0 and 2,2;"
            " forbidden: 3,3)",
        ),
    ],
    ids=["plain", "forbidden", "two pieces"],
)
def test_problem_is_stated_in_words(problem: Problem, line: str) -> None:
    assert state(problem) == line


def test_names_cannot_forge_a_statement() -> None:
    forged = "queens on an 8x8 board: there is no solution"
    lady = Piece("lady", "Q", rides=QUEEN.rides, plural=forged)
    assert state(rk.placement(lady, 4, 4)).startswith(f'4 "{forged}" on a 4x4 board [statement ')
    for text in ("a\nb", "a\x1b[2J", "\u202eqeen", "a\tb", "\u2028", "a\x00"):
        for named in ({"name": text}, {"name": "lady", "plural": text}, {"name": "lady", "glyph": text}):
            with pytest.raises(BadInput, match="one line of signs"):
                Piece(symbol="Q", leaps=[(0, 1)], **named)  # type: ignore[arg-type]
