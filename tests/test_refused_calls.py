"""Refused calls: an error of Rookery whose message is one sentence.

One row for each kind of mistake, with a word that its message must have.
"""

from pathlib import Path
from typing import Any

import pytest

import rookery as rk
from rookery.backends import registry

PROBLEM = rk.placement("queen", 4, 4)
MODEL = rk.Model(2, (rk.AtLeast(1, (0, 1)),))
ANSWER = rk.solve(PROBLEM, "sat")
NAMES = {"rk": rk, "p": PROBLEM, "m": MODEL, "a": ANSWER, "b": ANSWER.best, "Sat": type(registry.backend("sat"))}

REFUSED = {
    # boards
    'rk.Board("8")': "whole numbers",
    "rk.Board(True)": "True",
    'rk.Board(8, torus="yes")': "True or False",
    "rk.Board(8, holes=(1, 1))": "list of squares",
    'rk.board("eight")': "8x11:torus",
    'rk.read_board("8x8")': "size",
    'rk.read_board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")': "pawn",
    # pieces
    "rk.piece(3)": "piece 3",
    'rk.Piece("gnu", "G")': "attacks nothing",
    'rk.Piece("gnu", "G", [(1, 2.5)])': "2.5",
    'rk.Piece(3, "G", [(1, 2)])': "text",
    'rk.Piece("x", "X", leaps=[(0, 0)])': "x",
    'rk.Piece.from_betza("gnu", 3)': "'NC'",
    'rk.Piece.from_betza("g", "?!", symbol="G")': "Betza",
    # graphs
    "rk.Graph(5)": "list",
    "rk.Graph([(0, 0)])": "0",
    "rk.Graph([(0, 1)], weights={5: 2})": "5",
    'rk.domination("guard", 8)': "guard",
    'rk.domination("guard", rk.Graph([("a", "b")]), fixed=["c"])': "c",
    # problems
    "rk.placement(8, rk.QUEEN)": "rk.Board(8)",
    "rk.placement([rk.QUEEN, rk.KNIGHT], 8, count=[5, 2])": "{'queen': 5}",
    "rk.placement(rk.QUEEN, 8, count=8.0)": "whole number",
    'rk.placement(rk.QUEEN, 8, count="many")': "'many'",
    'rk.placement({"queen": 1, rk.QUEEN: 2}, 8)': "twice",
    "rk.placement(rk.QUEEN, 8, fixed=(2, 2))": "list of squares",
    "rk.placement(rk.QUEEN, 8, fixed=[(2, 2, 2)])": "'e4'",
    'rk.placement(rk.QUEEN, 8, fixed={"e4": "rook"})': "rook",
    'rk.placement(rk.QUEEN, 8, fixed={"e4": rk.QUEEN, (4, 4): rk.QUEEN})': "twice",
    'rk.domination("knight", 8, kind="totl")': "plain",
    'rk.domination(["knight"], 8)': "piece",
    'rk.armies("queen", 4)': "list of pieces",
    'rk.armies(["queen"], 4)': "1 army",
    "p.faults(5)": "5",
    "p.read({0, 99})": "99",
    # placements
    "rk.Placement(rk.Board(8), [(1, 1)])": "mapping",
    "b.rotated(45)": "45",
    'b.mirrored("up")': "up",
    'b.svg(coordinates="letters")': "letters",
    # models
    "rk.Model(2, 5)": "constraints",
    "rk.Model(3, [(0, 1)])": "AtMost",
    "rk.Model(3, [rk.Exactly(1, 0)])": "list of whole numbers",
    "rk.Linear((1,), (0, 1), 0, 1)": "Linear",
    "rk.Linear((1, 2), (0, 1), lower='x')": "'x'",
    "rk.Model(2, [], goal=rk.Minimize((0, 9)))": "9",
    # questions
    'rk.solve("8 queens")': "Problem",
    "rk.solve(m)": "Problem",
    "rk.solve_model(p)": "Model",
    "rk.solve(p, backend=None)": "Backend",
    "rk.solve(p, Sat)": "Sat()",
    'rk.solve(p, want="al")': "one, all, count",
    "rk.solve(p, seconds=-1)": "seconds must be greater than 0, got -1",
    'rk.solve(p, workers="2")': "whole number",
    'rk.solve(p, up_to_symmetry="yes")': "True or False",
    'rk.solve(p, options="strategy=rows")': "mapping",
    'rk.solve(p, "sat", options={"nope": 1})': "nope",
    "rk.solve(p, checkpoint=5)": "file",
    'rk.solutions(p, want="count")': "count",
    'rk.first(p, want="all")': "want",
    'rk.Run(p, "sat", "all")': "Question",
    # answers, explanations, evidence
    "a[5]": "5",
    'a.show("3")': "whole number",
    "rk.check(p, 5)": "5",
    "rk.explain(5)": "problem",
    "rk.hint(3)": "Problem",
    "rk.certify(5)": "Problem",
    "rk.Certificate.read(5)": "5",
    'rk.verify("nofile")': "No such file",
    # files and comparisons
    'rk.export("x", "dimacs")': "Problem",
    "rk.read_model(3)": "file",
    "rk.load_pieces(3)": "file",
    "rk.compare([p, 5])": "Problem",
    "rk.compare([])": "problem",
    'rk.compare(p, "sat", progress="often")': "progress",
    'rk.compare(p, "sat", options="x")': "mapping",
    'rk.compare(p, "sat", cpu_seconds=-3)': "cpu_seconds must be greater than 0",
    'rk.compare(p, "sat", up_to_symmetry="no")': "up_to_symmetry 'no': expected True or False",
}  # fmt: skip


@pytest.mark.parametrize("call", REFUSED)
def test_bad_call_is_refused_in_one_sentence(call: str) -> None:
    with pytest.raises(rk.RookeryError) as refused:
        eval(call, dict(NAMES))
    message = str(refused.value)
    assert REFUSED[call] in message
    assert "\n" not in message
    assert len(message) < 500


def test_missing_square_and_solution_raise_what_python_expects() -> None:
    with pytest.raises(KeyError, match=r"^no piece stands on 7,0$"):
        rk.Placement(8, {"e4": "queen"})["a1"]
    with pytest.raises(IndexError, match="1 solution"):
        ANSWER[1]


@pytest.mark.parametrize(
    ("call", "word"),
    {
        "rk.placement(rk.QUEEN, 8, cout=8)": "cout",
        "rk.placement(rk.QUEEN)": "board",
        "rk.Board(8, tours=True)": "tours",
        "rk.solve(p, second=5)": "second",
        "rk.compare(p, second=5)": "second",
    }.items(),
)
def test_wrong_argument_raises_the_type_error_of_python(call: str, word: str) -> None:
    with pytest.raises(TypeError, match=word):
        eval(call, dict(NAMES))


class Faulty(type(registry.backend("sat"))):  # type: ignore[misc]
    """A backend whose `run` is at fault."""

    def run(self, *arguments: Any) -> Any:
        raise TypeError("missing 1 required positional argument")


def test_fault_of_a_callback_or_a_backend_keeps_its_traceback() -> None:
    def fail(progress: object) -> Any:
        raise TypeError("an observer's own")

    for call, name in (
        (lambda: rk.compare(PROBLEM, "sat", progress=fail), "fail"),
        (lambda: rk.solve(PROBLEM, Faulty()), "run"),
    ):
        with pytest.raises(TypeError) as raised:
            call()
        assert (raised.traceback[-1].name, raised.traceback[-1].path) == (name, Path(__file__))
