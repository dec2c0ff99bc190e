"""Answers as values: iterated, hashed, shown as text, as HTML and as a table."""

import copy
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError
from typing import Any
from xml.etree import ElementTree

import pytest

import rookery as rk
from rookery.backends import start
from rookery.models import AtLeast, BadInput, Minimize, Model

FOUR = rk.placement(rk.QUEEN, rk.Board(4), 4)
BOTH = rk.solve(FOUR, want="all")
NONE = rk.solve(rk.placement(rk.QUEEN, rk.Board(3), 3))
FEWEST = rk.solve(rk.domination(rk.QUEEN, rk.Board(5)))


def test_an_answer_is_iterated_for_its_solutions() -> None:
    assert list(BOTH) == list(BOTH.solutions)
    assert len(BOTH) == 2
    assert BOTH.best == BOTH.solutions[0]
    assert FEWEST.best is not None
    assert len(FEWEST.best) == FEWEST.objective == 3
    assert rk.solve(FOUR, want="count").count == 2
    assert len(rk.solve(FOUR, want="count")) == 0


def test_an_answer_without_solutions_is_true() -> None:
    assert bool(NONE)
    assert (len(NONE), NONE.best, list(NONE)) == (0, None, [])


def test_nothing_in_an_answer_changes() -> None:
    assert {BOTH: 1}[BOTH] == 1
    again = pickle.loads(pickle.dumps(BOTH))
    assert (again, hash(again)) == (BOTH, hash(BOTH))
    assert copy.deepcopy(BOTH) == BOTH
    with pytest.raises(TypeError):
        BOTH.versions["rookery"] = "0"  # type: ignore[index]
    with pytest.raises(TypeError):
        BOTH.program["variables"] = 0  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        BOTH.count = 3  # type: ignore[misc]
    assert BOTH.versions == dict(BOTH.versions)


def test_an_answer_says_what_is_known() -> None:
    assert str(FEWEST) == "Dominating a 5x5 board with queens: 3 (optimal)"
    assert repr(BOTH).startswith("Answer('4 queens on a 4x4 board: 2 solutions, complete', 'auto', 2 solutions, ")
    large = rk.solve(rk.domination(rk.QUEEN, rk.Board(14, holes=[(0, 0)])), "cpsat", seconds=0.05)
    assert len(repr(large)) < 400
    model = rk.solve_model(Model(900, [AtLeast(1, range(900))], Minimize(range(900))), "sat")
    assert repr(model).startswith("ModelAnswer('1 (optimal)', 'sat', 1 solution, ")
    assert len(repr(model)) < 400
    run = start(FOUR, "backtracking", rk.Question())
    assert repr(run).startswith("Run(Problem('4 queens on a 4x4 board', Model(16 variables")


def test_the_page_of_an_answer_has_boards_words_and_times() -> None:
    page = BOTH._repr_html_()
    ElementTree.fromstring(page)
    assert page.count("<svg") == 2
    assert "4 queens on a 4x4 board: 2 solutions, complete" in page
    assert "auto: backtracking (" in page
    assert "total " in page
    assert FEWEST._repr_html_().count("<svg") == 1
    none = NONE._repr_html_()
    ElementTree.fromstring(none)
    assert ("no solution" in none, "<svg" in none) == (True, False)


def test_the_page_of_many_solutions_shows_the_first() -> None:
    page = rk.solve(rk.placement(rk.QUEEN, rk.Board(6), 6), want="all", limit=3)._repr_html_()
    assert page.count("<svg") == 3
    page = rk.solve(rk.placement(rk.QUEEN, rk.Board(5), 5), want="all")._repr_html_()
    assert page.count("<svg") == 4
    assert "The first 4 of 10 solutions; answer.show(n) shows n of them." in page


def test_a_piece_with_a_name_like_a_tag_is_escaped() -> None:
    odd = rk.Piece("<img onerror=x>", "X", leaps=[(1, 0)])
    page = rk.solve(rk.placement(odd, rk.Board(2), 1))._repr_html_()
    ElementTree.fromstring(page)
    assert "<img" not in page


def test_boards_are_shown_side_by_side(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    BOTH.show()
    assert capsys.readouterr().out == ".Q..   ..Q.\n...Q   Q...\nQ...   ...Q\n..Q.   .Q..\n"
    BOTH.show(1)
    assert capsys.readouterr().out == ".Q..\n...Q\nQ...\n..Q.\n"
    monkeypatch.setenv("COLUMNS", "6")
    BOTH.show()
    assert capsys.readouterr().out.count("\n\n") == 1
    NONE.show()
    assert capsys.readouterr().out == "no solution to show\n"


def test_the_table_has_a_row_for_each_piece_of_each_solution() -> None:
    table = BOTH.to_frame()
    assert list(table.columns) == ["solution", "piece", "row", "column", "square"]
    assert len(table) == 8
    for number, solution in enumerate(BOTH):
        rows = table[table.solution == number]
        assert {(row, column) for row, column in zip(rows.row, rows.column, strict=True)} == set(solution)
        assert list(rows.square) == list(solution.squares("algebraic"))
    assert len(NONE.to_frame()) == 0
    assert rk.solve(rk.placement(rk.ROOK, rk.Board(1, 30), 1)).to_frame().square.isna().all()


def test_pandas_is_imported_for_a_table_alone() -> None:
    code = (
        "import sys, rookery as rk; answer = rk.solve(rk.placement(rk.QUEEN, rk.Board(4), 4), 'python-constraint')\n"
        "repr(answer), answer._repr_html_(), answer.show()\n"
        "print('pandas' in sys.modules, 'IPython' in sys.modules); answer.to_frame(); print('pandas' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.endswith("False False\nTrue\n")


def test_a_table_without_pandas_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(BadInput, match=r"a table needs pandas: pip install 'rookery-cp\[pandas\]'"):
        rk.solve(rk.placement(rk.QUEEN, 4, count=4)).to_frame()


@pytest.mark.parametrize(
    ("problem", "asked", "line"),
    [
        (rk.placement("queen", 6, count=6), {"want": "count"}, "6 4\n"),
        (rk.placement("queen", 6, count=6), {"want": "count", "up_to_symmetry": True}, "6 1\n"),
        (rk.domination("queen", 6), {}, "6 3\n"),
        (rk.domination("camel", "4:cylinder"), {}, f"4 {rk.solve(rk.domination('camel', '4:cylinder')).objective}\n"),
    ],
    ids=["count", "orbits", "optimum", "cylinder"],
)
def test_an_answer_is_a_line_of_a_b_file(problem: rk.Problem, asked: dict[str, Any], line: str) -> None:
    answer = rk.solve(problem, **asked)
    assert answer.to_bfile() == line
    assert answer.to_bfile(17).startswith("17 ")


def test_a_b_file_holds_what_is_proven_alone() -> None:
    board = rk.domination("queen", "3x4")
    with pytest.raises(rk.BadInput, match="to_bfile needs an index for a 3x4 board"):
        rk.solve(board).to_bfile()
    assert rk.solve(board).to_bfile(3) == "3 2\n"
    queens = rk.placement("queen", 6, count=6)
    with pytest.raises(rk.BadInput, match="holds counts and optima that are proven"):
        rk.solve(queens).to_bfile()
    with pytest.raises(rk.BadInput, match="holds counts and optima that are proven"):
        rk.solve(queens, want="count", limit=2).to_bfile()
