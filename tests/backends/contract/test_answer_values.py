"""Answers as values: iterated, hashed, shown as text, HTML, tables and b-files."""

import sys
from typing import Any
from xml.etree import ElementTree

import pytest

import rookery as rk
from rookery.backends import start

FOUR = rk.placement("queen", 4, 4)
BOTH = rk.solve(FOUR, want="all")
NONE = rk.solve(rk.placement("queen", 3, 3))
FEWEST = rk.solve(rk.domination("queen", 5))


def test_answer_is_a_sequence_of_its_solutions() -> None:
    assert list(BOTH) == list(BOTH.solutions)
    assert (len(BOTH), BOTH.best) == (2, BOTH.solutions[0])
    assert FEWEST.best is not None
    assert len(FEWEST.best) == FEWEST.objective == 3
    assert len(rk.solve(FOUR, want="count")) == 0
    assert (bool(NONE), len(NONE), NONE.best, list(NONE)) == (True, 0, None, [])


def test_answer_is_shown_in_a_line() -> None:
    assert str(FEWEST) == "Domination by queens on a 5x5 board: 3 (optimal)"
    assert repr(BOTH).startswith("Answer('4 queens on a 4x4 board: 2 solutions, complete', 'auto', 2 solutions, ")
    large = rk.solve(rk.domination("queen", rk.Board(14, holes=[(0, 0)])), "cpsat", seconds=0.05)
    assert len(repr(large)) < 400
    model = rk.solve_model(rk.Model(900, [rk.AtLeast(1, range(900))], rk.Minimize(range(900))), "sat")
    assert repr(model).startswith("ModelAnswer('1 (optimal)', 'sat', 1 solution, ")
    assert len(repr(model)) < 400
    assert repr(start(FOUR, "backtracking", rk.Question())).startswith("Run(Problem('4 queens on a 4x4 board'")


def test_html_of_an_answer_shows_the_first_boards() -> None:
    page = BOTH._repr_html_()
    ElementTree.fromstring(page)
    assert page.count("<svg") == 2
    assert all(word in page for word in (str(BOTH), "backtracking, ", " s"))
    assert FEWEST._repr_html_().count("<svg") == 1
    none = NONE._repr_html_()
    ElementTree.fromstring(none)
    assert ("no solution" in none, "<svg" in none) == (True, False)
    page = rk.solve(rk.placement("queen", 5, 5), want="all")._repr_html_()
    assert page.count("<svg") == 4
    assert "The first 4 of 10 solutions" in page


def test_html_of_an_answer_escapes_names() -> None:
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
    assert "no solution" in capsys.readouterr().out


def test_data_frame_has_a_row_for_each_piece() -> None:
    table = BOTH.to_frame()
    assert list(table.columns) == ["solution", "piece", "row", "column", "square"]
    assert len(table) == 8
    for number, solution in enumerate(BOTH):
        rows = table[table.solution == number]
        assert {(row, column) for row, column in zip(rows.row, rows.column, strict=True)} == set(solution)
        assert list(rows.square) == list(solution.squares("algebraic"))
    assert len(NONE.to_frame()) == 0
    wide = rk.solve(rk.placement("rook", "1x30", 1, fixed=[(0, 27)])).to_frame()
    assert list(wide.square) == ["0,27"]


def test_data_frame_needs_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(rk.BadInput, match="pip install"):
        BOTH.to_frame()


CYLINDER = rk.domination("camel", "4:cylinder")


@pytest.mark.parametrize(
    ("problem", "asked", "line"),
    [
        (rk.placement("queen", 6, count=6), {"want": "count"}, "6 4\n"),
        (rk.placement("queen", 6, count=6), {"want": "count", "up_to_symmetry": True}, "6 1\n"),
        (rk.domination("queen", 6), {}, "6 3\n"),
        (CYLINDER, {}, f"4 {rk.solve(CYLINDER).objective}\n"),
    ],
    ids=["count", "orbits", "optimum", "cylinder"],
)
def test_answer_is_a_line_of_a_b_file(problem: rk.Problem, asked: dict[str, Any], line: str) -> None:
    answer = rk.solve(problem, **asked)
    assert answer.to_bfile() == line
    assert answer.to_bfile(17).startswith("17 ")


def test_b_file_holds_proven_values_of_square_boards() -> None:
    oblong = rk.solve(rk.domination("queen", "3x4"))
    with pytest.raises(rk.BadInput, match="index"):
        oblong.to_bfile()
    assert oblong.to_bfile(3) == "3 2\n"
    queens = rk.placement("queen", 6, count=6)
    for answer in (rk.solve(queens), rk.solve(queens, want="count", limit=2)):
        with pytest.raises(rk.BadInput, match="proven"):
            answer.to_bfile()
