"""MPS: what is written comes back, what others write is read, what is wrong has its line."""

import sys
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from random import Random
from time import process_time

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.foreign_tools import asked, run
from rookery_tests.random_problems import draw_statement

import rookery as rk
from rookery.backends.formats.read_mps import read_mps
from rookery.models import Maximize, Model
from rookery.models.problems.registry import FAMILIES

GUARDS = rk.domination("queen", 4)  # two queens, in 12 ways: OEIS A002564


def count(model: Model) -> tuple[int, int]:
    answer = rk.solve_model(model, "sat", "count")
    return answer.count, answer.objective or 0


@pytest.mark.parametrize("family", FAMILIES)
def test_a_problem_of_each_family_comes_back(family: str) -> None:
    """As many solutions and the same optimum, negated if it is a maximum."""
    random, problem = Random(27), None
    for _ in range(1000):
        try:
            problem = FAMILIES[family].declare(draw_statement(random, FAMILIES[family], rk.Board(2, 3)))
        except rk.BadInput:
            continue
        if problem.model.variables and rk.solve(problem).status != "infeasible":
            break
    assert problem is not None
    found, best = count(problem.model)
    sign = -1 if isinstance(problem.model.goal, Maximize) else 1
    assert count(read_mps(rk.export(problem, "mps"))) == (found, sign * best)


MPS = """NAME
ROWS
 N obj
 G c1
COLUMNS
 x obj 1 c1 1
 y c1 1
RHS
 rhs c1 1
BOUNDS
 BV bnd x
 BV bnd y
ENDATA
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("RHS\n", "RANGES\n rng c1 0\nRHS\n", (1, 0)),  # c1 becomes an equation
        (" BV bnd y\n", " FX bnd y 1\n UI bnd y 1\n", (1, 0)),
        (" BV bnd y\n", " LI bnd y -1\n UI bnd y 2\n", (2, 0)),  # y is 1 or 2
        ("ROWS\n", "OBJSENSE\n    MAX\nROWS\n", (2, 1)),
        (" rhs c1 1", " rhs c1 1 obj -5", (1, 5)),
        (" rhs c1 1", " c1 1", (1, 0)),  # the set has no name
        (" y c1 1", " y c1 0.5", (2, 1)),  # x + y/2 >= 1
        (" y c1 1", " M 'MARKER' 'INTORG'\n y c1 1e0\n M 'MARKER' 'INTEND'", (1, 0)),
    ],
)
def test_what_mps_has_besides(old: str, new: str, expected: tuple[int, int]) -> None:
    assert old in MPS
    assert count(read_mps(MPS.replace(old, new))) == expected


INTEGERS = """NAME
OBJSENSE
    MAX
ROWS
 N obj
 G c1
 L c2
 L c3
 G c4
 E c5
COLUMNS
 M 'MARKER' 'INTORG'
 a obj 2 c1 1
 a c2 1 c3 0.1
 a c4 1 c5 1
 b obj -3 c1 1
 b c3 .2
 c obj 1 c2 -5
 c c5 1
 d c3 1e-1 c4 -1
 M 'MARKER' 'INTEND'
RHS
 rhs obj -4 c1 1
 rhs c3 0.3 c4 -3
 rhs c5 1
RANGES
 rng c4 8
BOUNDS
 BV bnd a
 UP bnd b 1
 UP bnd c 1
 LO bnd d -2
 UP bnd d 3
ENDATA
"""


def test_integer_variables_become_bits(tmp_path: Path) -> None:
    """All solutions that trying everything finds; fractions are exact."""
    file = tmp_path / "a.mps"
    file.write_text(INTEGERS)
    right = [
        2 * a - 3 * b + c + 4
        for a, b, c, d in product((0, 1), (0, 1), (0, 1), range(-2, 4))
        if a + b >= 1 and a <= 5 * c and a + 2 * b + d <= 3 and -3 <= a - d <= 5 and c + a == 1
    ]
    answer = rk.solve_model(rk.read_model(file), want="count")
    assert (answer.objective, answer.count) == (max(right), right.count(max(right)))
    shown = rookery("solve", "model", str(file), "--all")
    assert shown.code == 0
    assert "b c d:1 d:2" in shown.out.splitlines()  # d is -2 + 1 + 2


BAD = [
    ("", "line 1: cut short: it has no ENDATA"),
    ("garbage", "line 1: 'GARBAGE'; accepted are the sections"),
    (MPS.split(" y c1")[0], "cut short: it has no ENDATA"),
    (MPS.replace("x obj 1 c1 1", "x obj nan c1 1"), "line 6: 'nan' is not a number"),
    (MPS.replace("x obj 1 c1 1", "x obj 1 c1"), "line 6: 'x obj 1 c1'; expected one or two rows"),
    (MPS.replace("x obj 1 c1 1", "x c1 1 c1 1"), "line 6: 'x' has a second number in row 'c1'"),
    (MPS.replace("x obj 1 c1 1", "x c2 1"), "line 6: 'c2' is not a row of the model"),
    (MPS.replace(" G c1\n", " G c1\n G c1\n"), "line 5: a second row 'c1'"),
    (MPS.replace(" G c1\n", " X c1\n"), "line 4: 'X c1'; expected N, L, G or E"),
    (MPS.replace(" rhs c1 1\n", " rhs c1 1\n rhs c1 1\n"), "line 10: 'c1' has a second number"),
    (MPS.replace(" BV bnd y\n", ""), "line 7: variable 'y' is not whole"),
    (MPS.replace(" BV bnd y\n", " UI bnd y -1\n"), "line 12: an upper bound below 0 without a lower one"),
    (MPS.replace(" BV bnd y\n", " SC bnd y 1\n"), "line 12: 'SC bnd y 1'; expected BV, UP, LO or FX"),
    (MPS.replace(" BV bnd y\n", " BV bnd z\n"), "line 12: 'z' is not a variable"),
    (MPS.replace(" BV bnd y\n", " LI bnd y 0\n"), "line 7: variable 'y' has no bounds"),
    (MPS.replace(" BV bnd y\n", " LI bnd y 0\n UI bnd y 9e18\n"), "line 7: variable 'y' takes 63 bits"),
    (MPS.replace("x obj 1 c1 1", "x obj 1e400 c1 1"), "line 6: '1e400' is not a number"),
    (MPS.replace("x obj 1 c1 1", "x obj 0.5 c1 1"), "line 3: the goal has fractions"),
    (" x 1\n", "line 1: 'x 1' before the first section"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD)
def test_what_is_wrong_is_told_with_its_line(text: str, message: str) -> None:
    with pytest.raises(rk.BadInput, match=message) as refused:
        read_mps(text)
    assert len(str(refused.value)) < 250


def refusal(text: str) -> str:
    """What is wrong with a text; nothing where it is read."""
    try:
        read_mps(text)
    except rk.BadInput as error:
        return str(error)
    return ""


PUT = ["", "nan", "1e400", "-", "x1", "\n", "\x00", "9" * 40, "\nRHS\n", "inf"]


def test_a_damaged_file_is_read_or_refused() -> None:
    text, random, read = rk.export(rk.domination("queen", 3), "mps"), Random(27), 0
    for _ in range(500):
        at = random.randrange(len(text))
        to = at + random.choice((0, 1, 3, 30, len(text)))
        said = refusal(f"{text[:at]}{random.choice(PUT)}{text[to:]}")
        read += not said
        assert not said or ("line " in said and len(said) < 300)
    assert 0 < read < 500


@pytest.mark.parametrize("part", ["x ", "1 ", "ROWS\n", " N a\n", " a obj 1\n", "1e9"])
def test_a_long_hostile_file_ends_soon(part: str) -> None:
    start = process_time()
    for begin in ("", "ROWS\n", "ROWS\n N obj\nCOLUMNS\n"):
        assert len(refusal(begin + part * (300_000 // len(part)))) < 300
    assert process_time() - start < 60


HIGHS = "import sys, highspy; s = highspy.Highs(); s.silent(); s.readModel(sys.argv[1]); s.writeModel(sys.argv[2])"


@pytest.mark.slow
@pytest.mark.parametrize("tool", ["highs", "glpsol", "cbc"])
def test_what_linear_solvers_write_is_read(tool: str, tmp_path: Path) -> None:
    ours, theirs = tmp_path / "a.mps", tmp_path / "b.mps"
    ours.write_text(rk.export(GUARDS, "mps"))
    if tool == "highs":
        if find_spec("highspy") is None:  # not imported here: OR-Tools has another HiGHS
            pytest.skip("highspy is not installed")
        run(sys.executable, "-P", "-c", HIGHS, str(ours), str(theirs))
    elif tool == "cbc":
        run(asked(tool), str(ours), "export", str(theirs), "quit")
    else:
        run(asked(tool), "--mps", str(ours), "--check", "--wmps", str(theirs))
    assert theirs.read_text() != ours.read_text()
    assert count(rk.read_model(theirs)) == (12, 2)
