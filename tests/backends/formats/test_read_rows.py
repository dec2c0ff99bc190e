"""MPS, LP, FlatZinc and XCSP3: what is written comes back, what others write is read, what is wrong has its line."""

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
from rookery.backends.formats import READERS
from rookery.models import Maximize, Model
from rookery.models.problems.registry import FAMILIES

FORMATS = {".mps": "mps", ".lp": "lp", ".fzn": "flatzinc", ".xml": "xcsp3"}
GUARDS = rk.domination("queen", 4)  # two queens, in 12 ways: OEIS A002564
TEXTS = {ending: str(rk.export(rk.domination("queen", 3), form)) for ending, form in FORMATS.items()}


def count(model: Model) -> tuple[int, int]:
    answer = rk.solve_model(model, "sat", "count")
    return answer.count, answer.objective or 0


@pytest.mark.parametrize("family", FAMILIES)
def test_a_problem_of_each_family_comes_back(family: str) -> None:
    """As many solutions and the same optimum, which MPS has as what is to be made small."""
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
    for ending, form in FORMATS.items():
        sign = -1 if form == "mps" and isinstance(problem.model.goal, Maximize) else 1
        assert count(READERS[ending](str(rk.export(problem, form)))) == (found, sign * best), form


LP = "Minimize\n obj: x\nSubject To\n c1: x + y >= 1\nBinary\n x y\nEnd\n"
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
FZN = "var 0..1: x;\nvar bool: y;\nconstraint int_lin_le([-1,-1],[x,y],-1);\nsolve minimize x;\n"
XML = """<instance format="XCSP3" type="COP"> <variables>
<var id="x"> 0 1 </var>
<array id="y" size="[2][2]"> 0..1 </array>
</variables> <constraints>
<sum> <list> x y[0][1] </list> <condition> (ge,1) </condition> </sum>
<sum> <list> y[1][] y[0][0..0] </list> <coeffs> 1 1 1 </coeffs> <condition> (in,0..0) </condition> </sum>
</constraints>
<objectives> <minimize> x </minimize> </objectives> </instance>
"""


def test_small_files_of_each_kind_ask_the_same() -> None:
    for ending, text in ((".lp", LP), (".mps", MPS), (".fzn", FZN), (".xml", XML)):
        assert count(READERS[ending](text)) == (1, 0), ending


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
    assert count(READERS[".mps"](MPS.replace(old, new))) == expected


def test_whole_variables_become_bits(tmp_path: Path) -> None:
    """All solutions beside those that trying everything finds; fractions are exact."""
    file = tmp_path / "a.lp"
    file.write_text(
        "Maximize obj: 2 a - 3 b + c + 4 + d\nst\n a + b >= 1\n c3: -5 c + a <= 0 \\ why\n"
        " 0.1 a + .2 b + 1e-1 d <= 0.3\n"
        " -3 <= a - d <= 5\n c + a = 1\nbounds\n 0 <= c <= 1\n -2 <= d <= 3\n b <= 1\nbin a b\ngeneral\nc\nd\nend\n"
    )
    right = [
        2 * a - 3 * b + c + 4 + d
        for a, b, c, d in product((0, 1), (0, 1), (0, 1), range(-2, 4))
        if a + b >= 1 and a <= 5 * c and a + 2 * b + d <= 3 and -3 <= a - d <= 5 and c + a == 1
    ]
    answer = rk.solve_model(rk.read_model(file), want="count")
    assert (answer.objective, answer.count) == (max(right), right.count(max(right)))
    shown = rookery("import", str(file), "--all")
    assert shown.code == 0
    assert shown.out.splitlines()[0] == "b c d:1 d:2"  # d is -2 + 1 + 2


REIFIED = """predicate mine(var int: x);
int: three = 3; array [1..2] of int: w = [1,-1];
var 0..three_: a; var {0,1,2,3}: b; var bool: r; var bool: s; var bool: t; var bool: u; var bool: v :: is_defined_var;
array [1..2] of var int: ab :: output_array([1..2]) = [a,b];
constraint int_lin_le_reif(w,ab,0,r) :: defines_var(r);  % a <= b
constraint int_eq_reif(a,b,s);
constraint int_lin_ne([1,1],ab,three);
constraint bool_clause([r,s],[t]);
constraint array_bool_and([r,s],u); constraint bool_xor(s,t,v);
constraint int_lt(a,3); constraint bool_not(false,true); constraint bool2int(t,1);
var int: goal = a; solve :: int_search(ab, input_order, indomain_min) maximize goal;
""".replace("three_", "3")


def test_constraints_of_truth_values_are_rows() -> None:
    right = [a for a, b in product(range(4), repeat=2) if a + b != 3 and a < 3 and a <= b]
    assert count(READERS[".fzn"](REIFIED)) == (right.count(max(right)), max(right))
    every = REIFIED.replace("maximize goal", "satisfy").replace("var int: goal = a; ", "")
    assert count(READERS[".fzn"](every)) == (len(right), 0)


BAD = [
    (".lp", "", "line 1: cut short: it has no Minimize"),
    (".lp", "garbage", "line 1: 'garbage' before Minimize or Maximize"),
    (".lp", LP.removesuffix("End\n"), "line 7: cut short: it has no End"),
    (".lp", LP.replace("obj: x", "obj: nan x"), "line 2: 'x'; expected . or -"),
    (".lp", LP.replace("obj: x", "obj: 1e400 x"), "line 2: '1e400' is not a number"),
    (".lp", LP.replace("obj: x", "obj: 0.5 x"), "line 2: the goal has fractions"),
    (".lp", LP.replace("obj: x", "obj: [ x ^ 2 ]"), "line 2: '\\['; expected a weight or a variable"),
    (".lp", LP.replace("x + y >= 1", "x + y"), "line 4: the end; expected <=, >= or ="),
    (".lp", LP.replace("x + y >= 1", "x + y >="), "line 4: the end; expected a number"),
    (".lp", LP.replace("x + y >= 1", "x + y >= z"), "line 4: 'z' is not a number"),
    (".lp", LP.replace("x + y >= 1", "x + y >= inf"), "line 4: a side that no sum reaches"),
    (".lp", LP.replace("x + y >= 1", "x + y + z >= 1"), "line 4: variable 'z' is not whole; accepted are whole ones"),
    (".lp", LP.replace("Binary", "General"), "line 2: variable 'x' has no bounds"),
    (".lp", LP.replace("Binary", "Bounds\n y <= 1e30\nGeneral"), "variable 'x' has no bounds"),
    (".lp", LP.replace("Binary", "Bounds\n y free\n x + y <= 1\nBinary"), "line 7: expected one bound, such as"),
    (".lp", LP.replace("Binary", "Bounds\n 0 <= y <= 9e18\n x <= 1\nGeneral"), "line 4: variable 'y' takes 63 bits"),
    (".lp", LP.replace("End", "Semi-continuous\n x\nEnd"), "line 8: 'x' in a section that is not read"),
    (".lp", LP.replace("End", "Subject To\nEnd"), "line 7: a second 'Subject To'"),
    (".lp", LP.replace("x y\n", "x y 3\n"), "line 6: '3'; expected variables, or End"),
    (".lp", LP + "more", "line 8: 'more' behind End"),
    (".mps", "", "line 1: cut short: it has no ENDATA"),
    (".mps", "garbage", "line 1: 'GARBAGE'; accepted are the sections"),
    (".mps", MPS.split(" y c1")[0], "cut short: it has no ENDATA"),
    (".mps", MPS.replace("x obj 1 c1 1", "x obj nan c1 1"), "line 6: 'nan' is not a number"),
    (".mps", MPS.replace("x obj 1 c1 1", "x obj 1 c1"), "line 6: 'x obj 1 c1'; expected one or two rows"),
    (".mps", MPS.replace("x obj 1 c1 1", "x c1 1 c1 1"), "line 6: 'x' has a second number in row 'c1'"),
    (".mps", MPS.replace("x obj 1 c1 1", "x c2 1"), "line 6: 'c2' is not a row of the model"),
    (".mps", MPS.replace(" G c1\n", " G c1\n G c1\n"), "line 5: a second row 'c1'"),
    (".mps", MPS.replace(" G c1\n", " X c1\n"), "line 4: 'X c1'; expected N, L, G or E"),
    (".mps", MPS.replace(" rhs c1 1\n", " rhs c1 1\n rhs c1 1\n"), "line 10: 'c1' has a second number"),
    (".mps", MPS.replace(" BV bnd y\n", ""), "line 7: variable 'y' is not whole"),
    (".mps", MPS.replace(" BV bnd y\n", " UI bnd y -1\n"), "line 12: an upper bound below 0 without a lower one"),
    (".mps", MPS.replace(" BV bnd y\n", " SC bnd y 1\n"), "line 12: 'SC bnd y 1'; expected BV, UP, LO or FX"),
    (".mps", MPS.replace(" BV bnd y\n", " BV bnd z\n"), "line 12: 'z' is not a variable"),
    (".mps", " x 1\n", "line 1: 'x 1' before the first section"),
    (".fzn", "", "line 1: cut short: it has no `solve`"),
    (".fzn", "garbage", "line 1: a statement that does not end with ;"),
    (".fzn", "garbage;", "line 1: 'garbage'; expected a variable, a constraint or `solve`"),
    (".fzn", FZN.replace("solve minimize x;\n", ""), "cut short: it has no `solve`"),
    (".fzn", FZN.replace("-1)", "nan)"), "line 3: 'nan' is not a variable"),
    (".fzn", FZN.replace("[-1,-1]", "[-1]"), "line 3: int_lin_le: 2 weights for 3 terms"),
    (".fzn", FZN.replace("[-1,-1],", ""), "line 3: 'int_lin_le' of 2; accepted are linear constraints"),
    (".fzn", FZN.replace("bool: y", "bool: x"), "line 2: a second 'x'"),
    (".fzn", FZN.replace("var bool: y", "var int: y"), "line 2: variable 'y' has no bounds"),
    (".fzn", FZN.replace("var bool: y", "var {0,2}: y"), "line 2: values '0 2'; accepted are whole numbers"),
    (".fzn", FZN.replace("int_lin_le", "int_times"), "line 3: 'int_times' of 3; accepted are linear constraints"),
    (".fzn", FZN.replace("bool: y", "int: y").replace("lin_le", "lin_ne"), "line 3: a reified sum of variables"),
    (".xml", "", "line 1: no XML: no element found"),
    (".xml", XML.replace("(ge,1)", "(ne,1)"), "line 5: condition ' .ne,1. '; expected such as .le,3."),
    (".xml", XML.replace("(ge,1)", "(ge,z)"), "line 5: 'z' is not a variable"),
    (".xml", XML.replace("y[0][1]", "y[0][2]"), "line 5: 'y\\[0\\]\\[2\\]' is not a variable"),
    (".xml", XML.replace("1 1 1", "1 1"), "line 6: 2 coefficients for 3 variables"),
    (".xml", XML.replace("[2][2]", "[2][9999999]"), "line 3: 19,999,998 variables; at most"),
    (".xml", XML.replace("[2][2]", "2"), "line 3: size '2'; expected such as"),
    (".xml", XML.replace('id="x"', 'id="y[0][1]"'), "line 3: a second variable"),
    (".xml", XML.replace("<minimize>", '<minimize type="maximum">'), "line 8: a second goal, or not of a sum"),
    (".xml", XML.replace("sum>", "allDifferent>"), "line 5: <allDifferent> is not read; accepted are <sum>"),
    (".xml", f"<!DOCTYPE a [<!ENTITY b 'c'>]>{XML}", "line 1: a DOCTYPE is not read"),
]  # fmt: skip


@pytest.mark.parametrize(("ending", "text", "message"), BAD)
def test_what_is_wrong_is_told_with_its_line(ending: str, text: str, message: str) -> None:
    with pytest.raises(rk.BadInput, match=message) as refused:
        READERS[ending](text)
    assert len(str(refused.value)) < 250


def refusal(ending: str, text: str) -> str:
    """What is wrong with a text; nothing where it is read."""
    try:
        READERS[ending](text)
    except rk.BadInput as error:
        return str(error)
    return ""


PUT = [
    "",
    "nan",
    "1e400",
    "-",
    "x1",
    "\n",
    "\x00",
    ">=",
    "9" * 40,
    ":",
    " RHS\n",
    ";",
    "[",
    "<sum>",
    "..",
    "inf",
    "]",
    "=",
]


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.full
def test_a_damaged_file_is_read_or_refused(ending: str) -> None:
    text, random, read = TEXTS[ending], Random(27), 0
    for _ in range(500):
        at = random.randrange(len(text))
        to = at + random.choice((0, 1, 3, 30, len(text)))
        said = refusal(ending, f"{text[:at]}{random.choice(PUT)}{text[to:]}")
        read += not said
        assert not said or ("line " in said and len(said) < 300)
    assert 0 < read < 500


@pytest.mark.parametrize(
    "part", ["x ", "1 ", "+ ", "Min\n", "st\n", "ROWS\n", " N a\n", "var 0..1: x;\n", ";", "[", "<sum>", "a::", "1e9"]
)
@pytest.mark.parametrize("ending", FORMATS)
def test_a_long_hostile_file_ends_soon(ending: str, part: str) -> None:
    start = process_time()
    for begin in ("", "Minimize\n", "constraint a(", "var 0..1: "):
        assert len(refusal(ending, begin + part * (300_000 // len(part)))) < 300
    assert process_time() - start < 60


HIGHS = "import sys, highspy; s = highspy.Highs(); s.silent(); s.readModel(sys.argv[1]); s.writeModel(sys.argv[2])"


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".lp", ".mps"])
@pytest.mark.parametrize("tool", ["highs", "glpsol", "cbc"])
def test_what_linear_solvers_write_is_read(tool: str, ending: str, tmp_path: Path) -> None:
    ours, theirs = tmp_path / "a.mps", tmp_path / f"b{ending}"
    ours.write_text(str(rk.export(GUARDS, "mps")))
    if tool == "highs":
        if find_spec("highspy") is None:  # not imported here: OR-Tools has another HiGHS
            pytest.skip("highspy is not installed")
        run(sys.executable, "-P", "-c", HIGHS, str(ours), str(theirs))
    elif tool == "cbc":
        run(asked(tool), str(ours), "export", str(theirs), "quit")
    else:
        run(asked(tool), "--mps", str(ours), "--check", "--wlp" if ending == ".lp" else "--wmps", str(theirs))
    assert theirs.read_text() != ours.read_text()
    assert count(rk.read_model(theirs)) == (12, 2)


@pytest.mark.slow
def test_what_minizinc_writes_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.mzn").write_text(
        "int: n = 5; array[1..n,1..n] of var bool: q;\nconstraint forall(i in 1..n)(exists(j in 1..n)(q[i,j]));\n"
        "constraint forall(i,j,k,l in 1..n where (i<k \\/ (i=k /\\ j<l)) /\\ (k=i \\/ l=j \\/ k-l=i-j \\/ k+l=i+j))"
        "(not (q[i,j] /\\ q[k,l]));\nsolve satisfy;\n"
    )
    run(asked("minizinc"), "-c", str(tmp_path / "a.mzn"), "--fzn", str(tmp_path / "a.fzn"))
    assert count(rk.read_model(tmp_path / "a.fzn"))[0] == 10  # OEIS A000170
