"""Models that are no chess: solved without a board by every backend, and the guide that tells how."""

import re
import runpy
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import pytest

from rookery.backends import Backend, Status, WrongAnswer, solve, solve_model
from rookery.models import AtLeast, AtMost, BadInput, Board, Exactly, Linear, Maximize, Minimize, Model, Problem
from rookery.models.pieces.piece import ROOK
from rookery.models.referee.rules import Holds, Peaceful

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples" / "own-problems"
GUIDE = (ROOT / "docs" / "own-problems.md").read_text(encoding="utf-8")


def example(name: str) -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


def test_the_exact_cover(backend: Backend[Any]) -> None:
    """OEIS A005178: domino tilings of 4x6."""
    shown = example("exact_cover")
    answer = solve_model(shown["model"](), backend, "all")
    assert (answer.complete, answer.count, answer.objective) == (True, 281, None)
    for chosen in answer.solutions:
        assert sorted(cell for place in chosen for cell in shown["PLACES"][place]) == shown["CELLS"]


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("exact_cover", "python-constraint: 281 tilings, "),
        ("colouring", "python-constraint: 120 colourings, 20 up to exchanging colours, "),
        ("set_packing", "python-constraint: worth 18: chess + symmetry + keynote, "),
    ],
)
def test_each_program_prints_what_its_readme_says(name: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    assert printed in capsys.readouterr().out
    shown = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert printed.removeprefix("python-constraint: ").removesuffix(", ") in shown


def test_the_colouring(backend: Backend[Any]) -> None:
    """The chromatic polynomial of the Petersen graph is 120 at 3."""
    shown = example("colouring")
    answer = solve_model(shown["model"](), backend, "all", up_to_symmetry=True)
    assert (answer.complete, answer.count, answer.run.orbits, len(answer.solutions)) == (True, 120, 20, 20)
    proper = (c for c in product(range(3), repeat=10) if all(c[v] != c[w] for v, w in shown["EDGES"]))
    first_met = {min(tuple(order[shade] for shade in each) for order in permutations(range(3))) for each in proper}
    assert {tuple(v % 3 for v in sorted(chosen)) for chosen in answer.solutions} == first_met


def test_the_set_packing(backend: Backend[Any]) -> None:
    shown = example("set_packing")
    talks, names = shown["TALKS"], shown["NAMES"]
    best: dict[int, set[frozenset[str]]] = {}
    for size in range(len(names) + 1):
        for heard in combinations(names, size):
            hours = [hour for name in heard for hour in talks[name][0]]
            if len(set(hours)) == len(hours):
                best.setdefault(sum(talks[name][1] for name in heard), set()).add(frozenset(heard))
    answer = solve_model(shown["model"](), backend, "all")
    assert answer.objective == max(best)
    assert set(map(frozenset, answer.names())) == best[max(best)]


@pytest.mark.parametrize("name", ["exact_cover", "colouring", "set_packing"])
def test_an_example_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    assert len(capsys.readouterr().out.splitlines()) >= 4


@pytest.mark.parametrize("block", re.findall(r"^```python\n(.*?)^```$", GUIDE, re.S | re.M))
def test_the_guide_is_true(block: str) -> None:
    exec(compile(block, "docs/own-problems.md", "exec"), {})


@pytest.mark.parametrize(
    ("model", "status", "count", "objective"),
    [
        (Model(0, ()), Status.SATISFIED, 1, None),
        (Model(0, (AtLeast(1, ()),)), Status.INFEASIBLE, 0, None),
        (Model(2, ()), Status.SATISFIED, 4, None),
        (Model(2, (Exactly(1, (0, 1)), AtMost(0, (0, 1)))), Status.INFEASIBLE, 0, None),
        (Model(3, (Linear((2, 3, -1), (0, 1, ~2), 2, 4),)), Status.SATISFIED, 4, None),
        (Model(3, (AtLeast(2, (0, 1, 2)),), Minimize(range(3))), Status.OPTIMAL, 3, 2),
        (Model(3, (AtMost(1, (0, 1)),), Maximize((0, ~1, 2), (2, 1, 2))), Status.OPTIMAL, 1, 5),
    ],
)
def test_a_bare_model(model: Model, status: Status, count: int, objective: int | None, backend: Backend[Any]) -> None:
    answer = solve_model(model, backend, "all")
    assert (answer.status, answer.complete, answer.count, answer.objective) == (status, True, count, objective)
    assert len(answer.solutions) == count
    assert all(model.accepts(chosen) for chosen in answer.solutions)
    assert solve_model(model, backend, "one").complete


def test_a_question_is_checked() -> None:
    with pytest.raises(BadInput, match="unknown want 'some'"):
        solve_model(Model(1, ()), want="some")  # type: ignore[arg-type]


def test_a_declaration_that_forgets_a_rule_is_found_out(backend: Backend[Any]) -> None:
    """The model puts two rooks anywhere; the referee of chess wants them in peace."""
    board = Board(1, 2)
    problem = Problem("own", "two rooks", board, (Holds(ROOK, 2), Peaceful()), Model(2, (Exactly(2, (0, 1)),)))
    with pytest.raises(WrongAnswer, match="the rook on 0,0 attacks the rook on 0,1"):
        solve(problem, backend)
