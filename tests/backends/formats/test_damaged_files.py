"""Files of models and placements that are wrong, damaged or hostile: each is refused in one line."""

from pathlib import Path
from random import Random
from time import process_time

import pytest

import rookery as rk
from rookery.backends.formats import read_model
from rookery.backends.formats.placements import read_placements

MPS = (Path(__file__).parents[2] / "data" / "formats" / "small.mps").read_text()
JSON = '{"format": "rookery-model", "variables": ["a"], "goal": {"kind": "satisfy"}, "constraints": [%s]}'
GUROBI = "# Solution for model ROOKERY\n# Objective value = 0\n" + "".join(f"x{v} {v % 2}\n" for v in range(1, 17))
SCIP = "solution status: optimal solution found\nobjective value:     0\nx2      1 \t(obj:0)\n"
# One row for each kind of mistake: the ending of a model's file ("" for a placement), its text, and a word of what is
# said. Each reader of numbers refuses digits and signs that Python alone takes for a number.
REFUSED: dict[tuple[str, str], str] = {
    ("txt", ""): "unknown ending",
    ("cnf", "1 2 0\n"): "line 1: no header",
    ("cnf", "c\np cnf 2\n"): "line 2: header",
    ("cnf", ""): "no header in it",
    ("wcnf", "c nothing\n"): "no clause in it",
    ("cnf", "p cnf 2 1\n1 3 0\n"): "line 2: literal 3",
    ("cnf", "p cnf 2 1\n1_0 0\n"): "line 2: '1_0' is not a whole number",
    ("cnf", "p cnf ２ 1\n1 0\n"): "not a whole number",
    ("cnf", "p cnf 2 2\n1 2 0\n"): "2 clauses",
    ("cnf", "p cnf 2 1\n1\n2\n"): "does not end with 0",
    ("wcnf", "h 1 0\n0 1 0\n"): "line 2: weight 0",
    ("wcnf", "p cnf 1 1\n1 0\n"): "p wcnf",
    ("wcnf", "1e400 1 0\n"): "not a whole number",
    ("opb", "* c\n+1 x1 >= 1 ;\n+1 x2 >= 1\n"): "line 3: .* end with ;",
    ("opb", "* c\n"): "it has no statements",
    ("opb", "+1 x1 +1 x2 ;\n"): "expected a sum, >=, <= or =",
    ("opb", "+1 x1 ? 2 >= 1 ;\n"): r"'\? 2'; expected a weight and a variable",
    ("opb", "\n+1 +2 x1 >= 1 ;\n"): "line 2: .*expected a weight and a variable",
    ("opb", "+1e400 x1 >= 1 ;\n"): "expected a weight",
    ("opb", "1 x1 >= １ ;\n"): "a whole number",
    ("opb", "* #variable= １ #constraint= 1\n1 x1 >= 1 ;\n"): "not a whole number",
    ("opb", "soft: 3 ;\n[2] +1 x1 >= 1 ;\n"): "soft constraints",
    ("json", "{\n"): "not JSON: .* line 2",
    ("json", "[]"): "not a model",
    ("json", JSON % '{"kind": "at-most", "bound": 1e400, "literals": [1]}'): "constraint 1: AtMost, bound",
    ("mps", ""): "no ENDATA",
    ("mps", "garbage"): "sections",
    ("mps", " x 1\n"): "before the first section",
    ("mps", MPS.replace("x obj 1 c1 1", "x obj nan c1 1")): "line 6: 'nan'",
    ("mps", MPS.replace("x obj 1 c1 1", "x obj 1e400 c1 1")): "not a number",
    ("mps", MPS.replace("x obj 1 c1 1", "x obj 1 c1")): "one or two rows",
    ("mps", MPS.replace("x obj 1 c1 1", "x c1 1 c1 1")): "second number",
    ("mps", MPS.replace("x obj 1 c1 1", "x c2 1")): "'c2' is not a row",
    ("mps", MPS.replace("x obj 1 c1 1", "x obj 0.5 c1 1")): "goal has fractions",
    ("mps", MPS.replace(" G c1\n", " G c1\n G c1\n")): "second row",
    ("mps", MPS.replace(" G c1\n", " X c1\n")): "expected N, L, G or E",
    ("mps", MPS.replace(" rhs c1 1\n", " rhs c1 1\n rhs c1 1\n")): "second number",
    ("mps", MPS.replace(" BV bnd y\n", "")): "'y' is not whole",
    ("mps", MPS.replace(" BV bnd y\n", " UI bnd y -1\n")): "bounds of 0 and -1; accepted are 0/1 variables",
    ("mps", MPS.replace(" BV bnd y\n", " LI bnd y -1\n UI bnd y 1\n")): "bounds of -1 and 1",
    ("mps", MPS.replace(" BV bnd y\n", " SC bnd y 1\n")): "expected BV, UP, LO or FX",
    ("mps", MPS.replace(" BV bnd y\n", " BV bnd z\n")): "'z' is not a variable",
    ("mps", MPS.replace(" BV bnd y\n", " LI bnd y 0\n")): "bounds of 0 and inf",
    ("mps", MPS.replace("RHS\n", "INDICATORS\n IF c1 x 1\nRHS\n")): "'INDICATORS'; accepted are the sections",
    ("", "   \n"): "empty",
    ("", "Q.."): "board of 1x3",
    ("", "....\n" * 3 + "...?"): "line 4, column 4",
    ("", "." * 200): "too long",
    ("", ".R..\n....\n....\n...."): "R is a rook to us",
    ("", "{"): "not JSON",
    ("", "[" * 100_000): "not JSON: .*recursion",
    ("", "{}"): "not an answer",
    ("", '{"solutions": 5}'): "list",
    ("", '{"solutions": []}'): "no placement",
    ("", '{"solutions": [[]], "objective": "x"}'): "objective",
    ("", '[["queen", 0, "1"]]'): "row, column",
    ("", '[["queen", 0, 1e400]]'): "row, column",
    ("", '[[["queen", 0, true]]]'): "row, column",
    ("", "0,1=emperor"): "unknown piece",
    ("", "s UNSATISFIABLE\n"): "UNSATISFIABLE",
    ("", "v 1 2 3\n"): "cut short",
    ("", "v 1 -1 0\n"): "1 as well as -1",
    **{("", f"v {word} 0\n"): "is not a variable" for word in ("9" * 40, "1 -1e400", "1_0", "１", "1x0 -x2")},
    ("", "Xb4 Qd3"): "unknown piece 'X'",
    ("", "Q.c4"): "board of 1x7",
    ("", '[["Q", 0, 0], 5]'): "expected .piece, row, column",
    ("", GUROBI + "x3 0\n"): "second value",
    ("", SCIP + "x99999999999999999999 1\n"): "none of the 16 variables",
    **{("", GUROBI.replace("x3 1", f"x3 {word}")): "expected 0 or 1" for word in ("nan", "1e400", "-1", "0.5", "９")},
    ("", "Model status\nInfeasible\n\n# Primal solution values\nNone\n"): "it says 'Infeasible'",
    ("", "solution status: infeasible\nno solution available\n"): "infeasible",
    ("", "Infeasible - objective value 0.00000000\n"): "Infeasible",
}


def read(ending: str, text: str, folder: Path) -> object:
    if not ending:
        return read_placements(text, rk.placement(rk.QUEEN, rk.Board(4), count=4), rk.piece)
    file = folder / f"a.{ending}"
    file.write_text(text)
    return read_model(file)


@pytest.mark.parametrize(("ending", "text"), REFUSED, ids=lambda each: each[:20])
def test_wrong_file_is_refused_in_one_line(ending: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(rk.BadInput, match=REFUSED[ending, text]) as refused:
        read(ending, text, tmp_path)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(rk.BadInput, match=r"cannot read .*none\.cnf"):
        read_model(tmp_path / "none.cnf")


GUARDS = rk.domination("queen", 3)
WHOLE = {
    "mps": rk.export(GUARDS, "mps"),
    "opb": rk.export(GUARDS, "opb"),
    "wcnf": rk.export(GUARDS, "wcnf"),
    "json": rk.export(GUARDS, "json"),
    "": GUROBI,
}
PUT = ["", "nan", "1e400", "-", "x1", "\n", "\x00", "9" * 40, "\nRHS\n", "inf", "x1 1\n"]


def refusal(ending: str, text: str, folder: Path) -> str:
    """Return why a text is refused, empty if it is read."""
    try:
        read(ending, text, folder)
    except rk.BadInput as error:
        return str(error)
    return ""


@pytest.mark.parametrize("ending", WHOLE)
def test_damaged_file_is_read_or_refused(ending: str, tmp_path: Path) -> None:
    text, random, refused = WHOLE[ending], Random(27), 0
    for _ in range(150):
        at = random.randrange(len(text))
        to = at + random.choice((0, 1, 3, 30, len(text)))
        said = refusal(ending, f"{text[:at]}{random.choice(PUT)}{text[to:]}", tmp_path)
        refused += bool(said)
        assert len(said) < 400
    assert refused > 20


HOSTILE = {
    "mps": ("x ", "ROWS\n", " N a\n", "ROWS\n N obj\nCOLUMNS\n a obj 1\n", "1e9"),
    "": (
        "v ", "\n", "1,2   ", "(1,2  ", "a1=", "s SATISFIABLE\n", "-", "[", "{", "9", "v 1 ", "Q/", '["",',
        "# Objective value = 1\n", "=obj= 1\nx1 1\n", " - objective value ", "x1 ", "Model status\n", "Problem:\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("ending", HOSTILE)
def test_long_hostile_file_takes_little_time(ending: str, tmp_path: Path) -> None:
    """A quarter of a megabyte each; a search that goes back would take an hour."""
    start = process_time()
    for part in HOSTILE[ending]:
        assert len(refusal(ending, part * (250_000 // len(part)) + "!", tmp_path)) < 400
    assert process_time() - start < 60
