"""Models and problems of users that are no chess: the examples, and the guide that explains them."""

import re
import runpy
from pathlib import Path

import pytest

import rookery as rk
from rookery.models import Exactly, Model, Problem
from rookery.models.pieces.piece import ROOK
from rookery.models.referee.rules import Holds, Peaceful

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "own-problems.md").read_text(encoding="utf-8")
BACKENDS = ("backtracking", "sat", "cpsat", "python-constraint")


def test_example_prints_the_same_for_each_backend(capsys: pytest.CaptureFixture[str]) -> None:
    """The Petersen graph in three colours."""
    runpy.run_path(str(ROOT / "examples" / "colouring.py"), run_name="__main__")
    out = capsys.readouterr().out
    for backend in BACKENDS:
        assert f"{backend}: 120 colourings, 20 up to exchanging colours, " in out


@pytest.mark.parametrize("block", re.findall(r"^```python\n(.*?)^```$", GUIDE, re.S | re.M))
def test_guide_runs(block: str) -> None:
    exec(compile(block, "docs/own-problems.md", "exec"), {})


@pytest.mark.parametrize("backend", BACKENDS)
def test_declaration_that_forgets_a_rule_is_refuted(backend: str) -> None:
    """The model puts two rooks anywhere; the referee of chess wants them in peace."""
    board = rk.Board(1, 2)
    problem = Problem("own", "two rooks", board, (Holds(ROOK, 2), Peaceful()), Model(2, (Exactly(2, (0, 1)),)))
    with pytest.raises(rk.WrongAnswer, match="attack"):
        rk.solve(problem, backend)
