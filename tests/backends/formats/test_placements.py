"""Placements are read in every form that people and solvers write."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
def test_form_is_recognised(form: str) -> None:
    (found,) = read(FORMS[form])
    assert {tuple(square) for square, _ in found.pieces} == FOUND
    assert {piece for _, piece in found.pieces} == {rk.QUEEN}
    assert found.claimed is None


@given(placed=st.dictionaries(st.sampled_from(list(rk.Board(3))), st.sampled_from([rk.QUEEN, rk.KNIGHT]), min_size=1))
def test_placement_that_we_write_is_read(placed: dict[rk.Square, rk.Piece]) -> None:
    placement = Placement(rk.Board(3), dict(placed.items()))
    written = [
        str(placement),
        Position(rk.Board(3), placed).fen(),
        " ".join(f"{square}={piece}" for square, piece in placed.items()),
        json.dumps([[piece.name, *square] for square, piece in placed.items()]),
        f"v {' '.join(map(str, values(TWO, set(TWO.write(placement)))))} 0",
    ]
    for text in written:
        (found,) = read(text, TWO)
        assert dict(found.pieces) == placed, text


def test_every_solution_is_read_with_its_claim() -> None:
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
def test_v_lines_hold_several_solutions(text: str, squares: list[list[tuple[int, int]]]) -> None:
    found = read_placements(text, rk.domination("queen", 2), rk.piece)
    assert [[tuple(square) for square, _ in each.pieces] for each in found] == squares


def test_two_pieces_on_one_square_stay_two() -> None:
    (found,) = read(f"v {' '.join(map(str, values(TWO, {0, 9})))} 0", TWO)
    assert found.pieces == (((0, 0), rk.QUEEN), ((0, 0), rk.KNIGHT))


def test_claimed_objective_is_compared() -> None:
    least = rk.domination("queen", 2)
    for text in ("# Objective value = 7\nx1 1\nx2 0\nx3 0\nx4 0\n", "=obj= 7\nx1 1\n"):
        assert not rk.check(least, text)
        assert rk.check(least, text.replace("7", "1"))
    assert read(SCIP)[0].claimed is None


def test_constant_of_a_goal_is_one_more_variable() -> None:
    """The files of this problem have a last variable that is always 1."""
    problem = replace(least := rk.domination("queen", 2), model=replace(least.model, goal=rk.Minimize((0, ~1, 2, 3))))
    (found,) = read("# Objective value = 3\nx1 0\nx2 1\nx3 0\nx4 0\nx5 1\n", problem)
    assert [tuple(square) for square, _ in found.pieces] == [(0, 1)]
