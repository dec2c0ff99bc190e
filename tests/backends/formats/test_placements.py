"""Placements in every form that others write: recognised, and refused in one line where something is wrong."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rookery_tests.yardstick import within

import rookery as rk
from rookery.backends.formats.placements import Outside, read_placements
from rookery.models import Placement, Problem
from rookery.models.reading.drawn import Position

QUEENS = rk.placement(rk.QUEEN, rk.Board(4), count=4)
TWO = rk.placement({rk.QUEEN: 1, rk.KNIGHT: 1}, rk.Board(3))
FOUND = {(0, 1), (1, 3), (2, 0), (3, 2)}


def read(text: str, problem: Problem = QUEENS) -> list[Outside]:
    return read_placements(text, problem, rk.piece)


def values(problem: Problem, chosen: set[int]) -> list[int]:
    return [v + 1 if v in chosen else -(v + 1) for v in range(problem.model.variables)]


CHOSEN = {rk.Board(4).index(square) for square in FOUND}
DIMACS = f"c by hand\ns SATISFIABLE\nv {' '.join(map(str, values(QUEENS, CHOSEN)[:9]))}\n"
DIMACS += f"v {' '.join(map(str, values(QUEENS, CHOSEN)[9:]))} 0\n"
EVERY = "".join(f"x{v + 1} {int(v in CHOSEN)}\n" for v in range(16))
ROWS = "".join(f"c{row} 1\n" for row in range(1, 5))
HIGHS = f"""Model status
Optimal

# Primal solution values
Feasible
Objective 0
# Columns 16
{EVERY.replace(" 1", " 0.9999999999").replace("x4 0", "x4 -0")}# Rows 4
{ROWS}
# Dual solution values
None

# Basis
HiGHS v1
None
"""
SCIP = "solution status: optimal solution found\nobjective value:                                    0\n"
SCIP += "".join(f"x{v + 1}                                                 1 \t(obj:0)\n" for v in CHOSEN)
CBC = "Optimal - objective value 0.00000000\n"
CBC += "".join(f"{v:7} x{v + 1}                       1                       0\n" for v in CHOSEN)
GUROBI = f"# Solution for model ROOKERY\n# Objective value = 0\n{EVERY}"
GLPK = """Problem:    ROOKERY
Rows:       4
Columns:    16 (16 integer, 16 binary)
Non-zeros:  64
Status:     INTEGER OPTIMAL
Objective:  obj = 0 (MINimum)

   No.   Row name        Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 c1                          1             1             =

   No. Column name       Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
COLUMNS
Integer feasibility conditions:

KKT.PE: max.abs.err = 0.00e+00 on row 0
End of output
"""
GLPK = GLPK.replace("COLUMNS", "".join(f"{v + 1:6} x{v + 1}    *    {int(v in CHOSEN)}   0   1\n" for v in range(16)))
GLPK_W = "c Problem:    ROOKERY\nc Rows:       4\nc\ns mip 4 16 o 0\ni 1 1\ni 2 1\n"
GLPK_W += "".join(f"j {v + 1} {int(v in CHOSEN)}\n" for v in range(16)) + "e o f\n"
FORMS = {
    "drawing": ".Q..\n...Q\nQ...\n..Q.\n",
    "drawing with blanks": "· Q · ·\n· · · Q\nQ · · ·\n· · Q ·\n",
    "FEN": "1Q2/3Q/Q3/2Q1",
    "pairs": "0,1 1,3 2,0 3,2",
    "pairs in brackets": "(0, 1), (1, 3), (2, 0), (3, 2)",
    "pairs with pieces": "0,1=queen\n1,3=Q\n2,0 = queen\n3,2\n",
    "names of squares": "b4 d3 a2 c1\n",
    "names with commas": "b4, d3, a2; c1=queen",
    "JSON": json.dumps({"solutions": [[["queen", *square] for square in sorted(FOUND)]], "objective": None}),
    "JSON, one placement": json.dumps([["queen", *square] for square in FOUND]),
    "JSON, pairs": json.dumps(sorted(FOUND)),
    "JSON, texts": '["0,1", "d3", "2,0=queen", "c1"]',
    "DIMACS": DIMACS,
    "v lines alone": "".join(f"{line}\n" for line in DIMACS.splitlines() if line[0] == "v"),
    "WCNF digits": f"s OPTIMUM FOUND\no 4\nv {''.join(str(int(v in CHOSEN)) for v in range(16))}\n",
    "OPB names": "s SATISFIABLE\nv " + " ".join(f"{'' if v in CHOSEN else '-'}x{v + 1}" for v in range(16)),
    "HiGHS": HIGHS,
    "SCIP": SCIP,
    "CBC": CBC,
    "CBC, every variable": CBC + "".join(f"** {v:7} x{v + 1} 1e-07 0\n" for v in range(16) if v not in CHOSEN),
    "Gurobi": GUROBI,
    "Gurobi, floats": GUROBI.replace(" 1\n", " 1.0000000000000000e+00\n"),
    "MIPLIB": "=obj= 0\n" + "".join(f"x{v + 1} 1\n" for v in CHOSEN),
    "GLPK -o": GLPK,
    "GLPK -w": GLPK_W,
}


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_recognised(form: str) -> None:
    (found,) = read(FORMS[form])
    assert {tuple(square) for square, _ in found.pieces} == FOUND
    assert {piece for _, piece in found.pieces} == {rk.QUEEN}
    assert found.claimed is None


@given(placed=st.dictionaries(st.sampled_from(list(rk.Board(3))), st.sampled_from([rk.QUEEN, rk.KNIGHT]), min_size=1))
def test_what_we_write_of_two_pieces_is_read_back(placed: dict[rk.Square, rk.Piece]) -> None:
    placement = Placement(rk.Board(3), dict(placed.items()))
    chosen = set(TWO.write(placement))
    written = [
        str(placement),
        Position(rk.Board(3), placed).fen(),
        " ".join(f"{square}={piece}" for square, piece in placed.items()),
        json.dumps([[piece.name, *square] for square, piece in placed.items()]),
        f"v {' '.join(map(str, values(TWO, chosen)))} 0",
    ]
    for text in written:
        (found,) = read(text, TWO)
        assert dict(found.pieces) == placed, text


def test_several_solutions_are_all_read_with_what_is_claimed_of_each() -> None:
    data = {"solutions": [[], [["queen", 0, 0]]], "objective": 1}
    assert [(len(each.pieces), each.claimed) for each in read(json.dumps(data))] == [(0, 1), (1, 1)]


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("s OPTIMUM FOUND\nv 1 -2\nv -3 -4 0\n", [[(0, 0)]]),
        ("v 1 -2 -3 -4 0\nv -1 2 -3 -4 0\n", [[(0, 0)], [(0, 1)]]),
        ("v 1 -2 -3 -4 0 -1 2 -3 -4 0", [[(0, 0)], [(0, 1)]]),
        ("o 1\nv 1000\no 1\nv 0001\n", [[(0, 0)], [(1, 1)]]),
        ("s SATISFIABLE\nv x1 -x2\nv -x3 -x4\n", [[(0, 0)]]),
        ("v x1 -x2 -x3 -x4\nv -x1 x2 -x3 -x4\n", [[(0, 0)], [(0, 1)]]),
        ("s SATISFIABLE\nv x1\ns SATISFIABLE\nv x2 x3\n", [[(0, 0)], [(0, 1), (1, 0)]]),
    ],
)
def test_each_solution_of_v_lines_is_a_placement(text: str, squares: list[list[tuple[int, int]]]) -> None:
    found = read_placements(text, rk.domination("queen", 2), rk.piece)
    assert [[tuple(square) for square, _ in each.pieces] for each in found] == squares


def test_two_pieces_on_one_square_stay_two() -> None:
    (found,) = read(f"v {' '.join(map(str, values(TWO, {0, 9})))} 0", TWO)
    assert found.pieces == (((0, 0), rk.QUEEN), ((0, 0), rk.KNIGHT))


BAD = [
    ("", "it is empty"),
    ("   \n", "it is empty"),
    ("?", "it draws a board of 1x1"),
    ("?" * 16, "it draws"),
    ("....\n" * 3 + "...?", "line 4, column 4"),
    ("." * 200, "too long to draw"),
    ("Q..", "it draws a board of 1x3"),
    (".R..\n....\n....\n....", "is the symbol of no piece"),
    ("{", "line 1: no JSON"),
    ("[" * 100_000, "too deep"),
    ("{}", "not an answer of Rookery"),
    ('{"solutions": 5}', "expected a list"),
    ('{"solutions": []}', "no placement in it"),
    ('{"solutions": [[]], "objective": "x"}', "objective 'x'"),
    ('[["queen", 0, "1"]]', "expected \\[piece, row, column\\]"),
    ('[["queen", 0, 1.5]]', "expected \\[piece, row, column\\]"),
    ('[[["queen", 0, true]]]', "expected \\[piece, row, column\\]"),
    ('[["emperor", 0, 1]]', "unknown piece"),
    ("0,1=emperor", "unknown piece"),
    ("s UNSATISFIABLE\n", "it says 's UNSATISFIABLE'|it has no `v` line"),
    ("v 1 2 3\n", "cut short"),
    ("v 1 2 " + "9" * 40 + " 0\n", "is not a variable"),
    ("v 1 -1e400 0\n", "'-1e400' is not a variable"),
    ("s SATISFIABLE\nv 1 -1e400\nv 0\n", "'-1e400' is not a variable"),
    ("v 1_0 0\n", "'1_0' is not a variable"),
    ("v １ 0\n", "'１' is not a variable"),
    ("v 1x0 -x2\n", "'1x0' is not a variable"),
    ("v 1 -1 0\n", "have 1 as well as -1"),
    ('[["queen", 0, 1e400]]', "expected \\[piece, row, column\\]"),
]
WRITTEN = {"HiGHS": HIGHS, "SCIP": SCIP, "CBC": CBC, "Gurobi": GUROBI, "GLPK": GLPK, "GLPK -w": GLPK_W}
BAD += [
    (HIGHS.split("x9")[0], "cut short: x9 has no value; expected one for each of x1 to x16"),
    (GUROBI.split("x9")[0], "cut short: x9 has no value"),
    (GLPK.split("     9 x9")[0], "cut short: x9 has no value"),
    (GLPK_W.split("j 9")[0], "cut short: x9 has no value"),
    (GUROBI + "x3", "line 19: 'x3'; expected a variable and its value: x1 0"),
    (GUROBI + "x3 0\n", "line 19: x3 has a second value; expected one"),
    (GUROBI + "x17 0\n", "line 19: 'x17' is none of the 16 variables"),
    (GUROBI + "y 0\n", "line 19: 'y' is none of the 16 variables"),
    (SCIP + "x99999999999999999999 1\n", "line 7: 'x9+' is none of the 16 variables"),
    *[
        (text.replace("x2 ", "x1 ").replace("x2\t", "x1\t"), "x1 has a second value")
        for text in (HIGHS, GUROBI, GLPK, SCIP.replace("x5 ", "x2 ") + "x2 1\n")
    ],
    *[
        (GUROBI.replace("x3 0", f"x3 {value}"), "line 5: x3 has a value of .*; expected 0 or 1")
        for value in ("nan", "inf", "1e400", "-1", "2", "0.5", "1e-3", "1_0", "９", "0x1", "1" * 100, "1e99999", "--1")
    ],
    ("Model status\nInfeasible\n\n# Primal solution values\nNone\n", "it has no values, but says 'Model status Inf"),
    ("solution status: infeasible\nno solution available\n", "it has no values, but says 'solution status: inf"),
    ("Infeasible - objective value 0.00000000\n", "it has no values, but says 'Infeasible"),
    ("# Objective value = 3\n", "it has no values"),
]


@pytest.mark.parametrize(("text", "message"), BAD, ids=lambda text: text[:20])
def test_what_is_wrong_is_told_in_one_sentence(text: str, message: str) -> None:
    with pytest.raises(rk.BadInput, match=message) as caught:
        read(text)
    assert len(str(caught.value)) < 300


def read_or_refuse(text: str) -> str:
    """What is wrong with a text, empty where it is read."""
    try:
        assert read(text)
    except rk.BadInput as error:
        return str(error) or "?"
    return ""


@given(text=st.text(alphabet='Qx.#/0123456789,=; ()[]{}"\nvs-ab~', max_size=60) | st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert len(read_or_refuse(text)) < 400


HOSTILE = (
    "v ", "v\n", "\n", " \n", "1,2   ", "(1,2  ", "1 , ", "a1=", "s SATISFIABLE\n",
    "-", "[", "{", "9", "v 1 ", "Q/", "1/", '["",', "c \n",
    "# Objective value = 1\n", "=obj= 1\nx1 1\n", " - objective value ", "solution status: ", "x1 ", "Model status\n",
    "Problem:\n",
)  # fmt: skip


@pytest.mark.parametrize("part", HOSTILE)
@pytest.mark.part(6)
def test_a_long_hostile_text_is_read_or_refused_soon(part: str) -> None:
    """A quarter of a megabyte; a search that goes back would take an hour."""
    many = 250_000 // len(part)
    with within(20):
        for text in (part * many, part * many + "!"):
            assert len(read_or_refuse(text)) < 400


def test_what_is_claimed_is_compared_where_less_is_better() -> None:
    least = rk.domination("queen", 2)
    for text in ("# Objective value = 7\nx1 1\nx2 0\nx3 0\nx4 0\n", "=obj= 7\nx1 1\n"):
        assert not rk.check(least, text)
        assert rk.check(least, text.replace("7", "1"))
    assert read(SCIP)[0].claimed is None


def test_a_constant_of_the_goal_is_a_variable_more() -> None:
    """The files of this problem have a last variable that is always 1."""
    problem = replace(least := rk.domination("queen", 2), model=replace(least.model, goal=rk.Minimize((0, ~1, 2, 3))))
    (found,) = read("# Objective value = 3\nx1 0\nx2 1\nx3 0\nx4 0\nx5 1\n", problem)
    assert [tuple(square) for square, _ in found.pieces] == [(0, 1)]


@pytest.mark.parametrize("solver", WRITTEN)
@given(data=st.data())
def test_a_damaged_file_of_a_solver_is_read_or_refused(solver: str, data: st.DataObject) -> None:
    text = WRITTEN[solver]
    at, to = (data.draw(st.integers(0, len(text))) for _ in range(2))
    put = data.draw(st.sampled_from(["", "nan", "1e400", "x1 1\n", "\x00", "9" * 30, "-"]))
    assert len(read_or_refuse(text[: min(at, to)] + put + text[max(at, to) :])) < 400
