"""Calls as people write them: text and numbers for pieces, boards and squares, and the contract of the public names."""

import pickle
from typing import Any

import numpy as np
import pytest

import rookery as rk
from rookery.models.problems.family import FAMILIES, family
from rookery.models.reading.given import BoardLike, FixedLike, PieceLike, SquaresLike

PROBLEM = rk.placement(rk.QUEEN, rk.Board(5), 5)
MODEL = rk.Model(2, (rk.AtLeast(1, (0, 1)),))
NAMES = {"rk": rk, "np": np, "p": PROBLEM, "m": MODEL}

# The call as people write it, and with every type spelled out.
ALIKE = {
    'rk.placement("queen", 8)': "rk.placement(rk.QUEEN, rk.Board(8))",
    'rk.placement("queen", 8, np.int64(8))': "rk.placement(rk.QUEEN, rk.Board(8), 8)",
    'rk.placement("queen", "8x11:torus", 5)': "rk.placement(rk.QUEEN, rk.Board(8, 11, torus=True), 5)",
    'rk.placement({"queen": 5, "knight": 2}, 8)': "rk.placement({rk.QUEEN: 5, rk.KNIGHT: 2}, rk.Board(8))",
    'rk.placement("queen", 8, 8, fixed=["4,4", "A8"])': "rk.placement(rk.QUEEN, 8, 8, fixed=[(4, 4), (0, 0)])",
    'rk.placement("queen", 8, fixed={"a1": "queen"})': "rk.placement(rk.QUEEN, rk.Board(8), fixed=[(7, 0)])",
    'rk.placement("queen", 3, forbidden=iter(["a1"]))': "rk.placement(rk.QUEEN, rk.Board(3), forbidden=[(2, 0)])",
    'rk.placement("queen", 3, forbidden=[np.array([2, 0])])': "rk.placement(rk.QUEEN, 3, forbidden=[(2, 0)])",
    'rk.armies(["queen", "queen"], 4)': "rk.armies([rk.QUEEN, rk.QUEEN], rk.Board(4))",
    'rk.sighted("queen", 4)': "rk.sighted({rk.QUEEN: None}, rk.Board(4))",
    'rk.domination("rook", 2, allowed=["b2", "a1"])': "rk.domination(rk.ROOK, 2, allowed=[(1, 0), (0, 1)])",
    'rk.Placement(8, {"e4": "queen"})': "rk.Placement(rk.Board(8), {(4, 4): rk.QUEEN})",
    'rk.Placement(rk.Graph([("a", "b")]), {"a": rk.GUARD})["a"]': "rk.GUARD",
    '"e4" in rk.Placement(8, {"e4": "queen"})': "True",
    "5 in rk.Placement(8, {(4, 4): rk.QUEEN})": "False",
    'rk.Placement(8, {(4, 4): rk.QUEEN})["e4"]': "rk.QUEEN",
    'rk.Placement(8, {(4, 4): rk.QUEEN}).get("z9", 5)': "5",
    'rk.domination("queen", 4).objective({"a1": "queen"})': "1",
    'rk.domination("queen", 4).write({"a4": "queen"})': "{0}",
    'rk.solve(p, "sat")[-1]': 'rk.solve(p, "sat").best',
    'rk.solve(p, "sat", limit=2).count': "2",
    'rk.solve_model(m, "sat", limit=2).count': 'rk.solve_model(m, "sat", "all", limit=2).count',
    'rk.board("8x11:torus", holes=["a1"])': "rk.Board(8, 11, torus=True, holes=[(7, 0)])",
    "rk.piece(rk.QUEEN)": "rk.QUEEN",
    'rk.Question(seconds="1.5h").seconds': "5400",
    'rk.Question(want="count", options={"a": 3}).options': '(("a", "3"),)',
    'rk.solve(p, "sat", hint={"a1": "queen"}).complete': "True",
    'len(list(rk.Run(p, "sat", rk.Question("all"))))': "10",
    'rk.solve_model(m, "sat", hint=[0]).count': "1",
    "rk.read_board(rk.Position(rk.Board(1, 8)).fen()).board": "rk.Board(1, 8)",
    'rk.read_board("8/3P4/8", [rk.Piece("pillar", "P", rides=())]).fixed[1, 3].name': '"pillar"',
}  # fmt: skip


@pytest.mark.parametrize("written", ALIKE)
def test_call_means_what_its_long_form_says(written: str) -> None:
    found, expected = eval(written, dict(NAMES)), eval(ALIKE[written], dict(NAMES))
    assert found == expected
    if isinstance(expected, rk.Problem):
        assert str(found) == str(expected)
        assert pickle.loads(pickle.dumps(found)) == expected


def test_calls_of_the_contract_answer() -> None:
    problem = rk.placement(rk.QUEEN, rk.Board(8), count=8, fixed=[(2, 2)], forbidden=[])
    answer = rk.solve(problem, backend="cpsat", want="one", limit=None, seconds=None, workers=1, seed=0)
    assert answer.complete
    assert rk.Square(2, 2) in answer.solutions[0]
    assert next(iter(rk.solutions(problem, backend="sat")))
    assert rk.Piece.from_betza("gnu", "NC", symbol="G").symbol == "G"
    assert rk.Board(8, 11, holes=[(0, 0)]) != rk.Board(11, torus=True)
    assert set(rk.list_backends()) >= {"backtracking", "cpsat", "sat", "python-constraint"}


def test_repr_of_an_answer_is_short_and_lists_nothing_that_was_counted() -> None:
    answer = rk.solve(PROBLEM, backend="backtracking", want="all")
    assert len(repr(answer)) < 400
    counted = repr(rk.solve(PROBLEM, want="count", backend="backtracking"))
    assert "10 solutions" in counted
    assert "Placement" not in counted


def test_function_of_a_plugin_family_takes_text_and_numbers() -> None:
    @family(name="test-calls")
    def own(piece: PieceLike, board: BoardLike, fixed: FixedLike = (), forbidden: SquaresLike = ()) -> rk.Problem:
        assert isinstance(piece, rk.Piece)
        assert isinstance(board, rk.Board)
        return rk.domination(piece, board, fixed=fixed, forbidden=forbidden)

    made: Any = own
    del FAMILIES["test-calls"]  # other tests ask every family
    assert made("rook", "2x3", fixed=["a1"]).fixed == {(1, 0): rk.ROOK}
    with pytest.raises(TypeError, match="kind"):
        made("rook", 3, kind="plain")
