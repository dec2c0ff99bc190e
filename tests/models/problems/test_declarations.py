"""Declarations: goals, choices, names of variables, and the plain data from which a problem is declared again."""

import json
import re
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from rookery_tests.random_problems import draw_arguments, draw_board, draw_problems

import rookery as rk
from rookery.models import BadInput, Board, Exactly, Piece, Placement, Problem
from rookery.models.pieces.piece import KING, QUEEN, ROOK
from rookery.models.problems.family import stable
from rookery.models.problems.registry import OURS, find_family
from rookery.models.referee.rules import Holds


def test_full_lines_are_named_choices() -> None:
    for problem, count in (
        (rk.placement("queen", 4, count=4), 8),  # rows and columns
        (rk.placement("rook", "3x5", count=5), 5),  # columns only
        (rk.placement("queen", Board(4, holes=[(1, 1)]), count=4), 0),  # lines are cut in two
        (rk.placement("queen", Board(4, holes=[(0, 0)]), count=4), 8),
        (rk.placement("queen", "4:torus", count=4), 8),
    ):
        choices = [c.choice for c in problem.model.constraints if isinstance(c, Exactly) and c.choice is not None]
        assert len(choices) == len(set(choices)) == count, problem.title


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
def test_plain_data_of_random_problems_declare_the_same_problem() -> None:
    """Equal problems have equal data, whatever form their arguments had."""
    families, boards, by_data = Counter[str](), Counter[str](), dict[str, Problem]()
    for problem in draw_problems(0, 500):
        data = json.loads(json.dumps(problem.asked))
        again = rk.declare(data)
        assert again == problem
        assert again.asked == data
        assert spell_out(again) == spell_out(problem), data
        assert by_data.setdefault(stable(data), problem) == problem
        families[problem.family] += 1
        boards[type(problem.board).__name__] += 1
    assert len({hash_free(problem) for problem in by_data.values()}) == len(by_data)
    assert set(families) == set(OURS)
    assert set(boards) == {"Board", "RegionBoard", "Graph"}


def hash_free(problem: Problem) -> str:
    """All by which problems are compared, as text."""
    rules = sorted(repr(rule) for rule in problem.rules)
    board = stable(problem.board.plain())
    return repr((problem.family, problem.phrase, board, rules, repr(problem.aim), spell_out(problem)[1:3]))


INSIDE = re.compile("stands twice|literal|constraint|variable|auxiliary|clause|\n")  # words of the model, not of chess


def test_family_is_declared_or_refused_in_words_of_chess() -> None:
    """Every family with odd pieces and arguments on odd boards."""
    refused = []
    for name in OURS:
        for seed in range(150):
            random = Random(seed)
            try:
                find_family(name).function(**draw_arguments(random, find_family(name), draw_board(random)))
            except rk.RookeryError as error:
                refused.append(str(error))
    assert not [each for each in refused if INSIDE.search(each)]


SAME: list[tuple[Problem, Problem]] = [
    (rk.placement("queen", 8, 8), rk.placement({rk.QUEEN: "n"}, "8x8")),
    (rk.placement("Q", (4, 4), fixed=["a1", (1, 2)]), rk.placement(["queen"], 4, fixed=[(1, 2), "3,0"])),
    (rk.placement(["queen=2", "knight"], 4, fixed=["a1=queen", "c2=knight"]),
     rk.placement({"Q": 2, "N": None}, 4, fixed={(2, 2): "N", (3, 0): "queen"})),
    (rk.domination("queen", 4, allowed=["b2", "a1"]), rk.domination("queen", 4, allowed=[(3, 0), (2, 1)])),
    (rk.domination("guard", rk.Graph([(1, 2), (3, 2)], [1, 2, 3])),
     rk.domination("guard", rk.Graph([(2, 3), (2, 1)], [1, 2, 3]))),
    (rk.regions("2/AABB/AABB/CCDD/CCDD", piece="star"), rk.regions("2\nAABB\nAABB\nCCDD\nCCDD", 2, "star")),
    (rk.k_fold("king", np.int64(4), np.int64(2)), rk.k_fold("king", 4, 2, fixed=iter([]))),  # type: ignore[arg-type]
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SAME)
def test_equal_problems_have_equal_plain_data(one: Problem, other: Problem) -> None:
    assert one == other
    assert stable(one.asked) == stable(other.asked)
    assert one.model.constraints == other.model.constraints


def test_plain_data_is_short_and_complete() -> None:
    ox = Piece.from_betza("ox", "NC", symbol="N", plural="oxen")
    problem = rk.placement(
        {"knight": 1, ox: None}, Board(3, holes=[(0, 0)]), fixed={"c1": "ox"}, forbidden=["a1", "b3"]
    )
    assert problem.asked == {
        "family": "placement",
        "pieces": [["knight", 1], {"name": "ox", "symbol": "O", "betza": "NC", "plural": "oxen"}],
        "board": {"size": "3", "holes": [[0, 0]]},
        "fixed": [[[2, 2], "ox"]],
        "forbidden": [[0, 1], [2, 0]],
    }
    assert replace(problem, rules=problem.rules[:1]).asked is None
    graph = rk.domination("guard", rk.Graph([("a", "b")], weights={"b": 2}), fixed=["b"], forbidden=["a"])
    data = {"vertices": ["a", "b"], "edges": [["a", "b"]], "weights": [["b", 2]]}
    given = {"fixed": ["b"], "forbidden": ["a"]}
    assert rk.placement("king", 4, 2, forbidden="DARK").asked["forbidden"] == "dark"  # type: ignore[index]
    assert graph.asked == {"family": "domination", "piece": "guard", "board": data, **given}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"family": "domnation"}, "did you mean domination"),
        ({"family": "domination", "piece": "queen"}, "missing a required argument: 'board'"),
        ({"family": "domination", "piece": "queen", "board": 4, "kinds": 1}, "unexpected keyword argument 'kinds'"),
        ({"family": "domination", "piece": {"name": "x"}, "board": 4}, "expected a name, or a dictionary"),
        ({"family": "domination", "piece": "queen", "board": {"size": 3, "holes": 2}}, "expected rk.Board"),
        ({"family": "placement", "pieces": [["queen", "x"]], "board": 4}, "count of queen 'x'"),
        ({"family": "placement", "pieces": "queen", "board": 4, "fixed": 3}, "fixed 3"),
        ({"family": 3}, "a dictionary with the name of a family"),
    ],
    ids=str,
)
def test_wrong_plain_data_is_refused(data: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        rk.declare(data)


def test_names_of_pieces_are_one_line() -> None:
    for text in ("a\nb", "a\x1b[2J", "\u202eqeen", "a\tb", "\u2028", "a\x00"):
        for named in ({"name": text}, {"name": "lady", "plural": text}, {"name": "lady", "glyph": text}):
            with pytest.raises(BadInput, match="one line of signs"):
                Piece(symbol="Q", leaps=[(0, 1)], **named)  # type: ignore[arg-type]
