"""Files for other tools, and from them: written and read again, and small instances written by others."""

import json
import xml.etree.ElementTree as ElementTree
from itertools import chain, combinations
from pathlib import Path

import pytest
from small_models import best_of, random_models, solutions_of

import rookery as rk
from rookery.backends.interchange import FORMATS, clauses, export, read_model
from rookery.backends.interchange.clauses import Clauses
from rookery.models import Model, Satisfy

MODELS = [model for model in random_models(150, seed=64) if model.variables]
QUEENS = rk.placement(rk.QUEEN, rk.Board(4), count=4)
GUARDS = rk.domination(rk.QUEEN, rk.Board(4))
SUFFIXES = {"wcnf": ".wcnf", "opb": ".opb", "json": ".json"}


def read_again(model: Model, form: str, folder: Path, bound: int | None = None) -> Model:
    file = folder / f"model{SUFFIXES.get(form, '.cnf')}"
    text = export(model, form, bound)
    assert isinstance(text, str)
    file.write_text(text)
    return read_model(file)


def projected(found: set[frozenset[int]], variables: int) -> list[frozenset[int]]:
    """As a list: each solution of the file is one of the model, so that nothing may come twice."""
    return sorted((frozenset(v for v in chosen if v < variables) for chosen in found), key=sorted)


def assert_same(model: Model, again: Model) -> None:
    right, best = solutions_of(model), best_of(model)
    if best is not None:
        right = {chosen for chosen in right if model.value(chosen) == best}
    answer = rk.solve_model(again, "sat", "all")
    assert projected(set(answer.solutions), model.variables) == sorted(right, key=sorted)


@pytest.mark.parametrize("form", ["wcnf", "opb", "json"])
def test_what_is_written_is_read_again(form: str, tmp_path: Path) -> None:
    for model in MODELS:
        assert_same(model, read_again(model, form, tmp_path))


def test_dimacs_is_read_again(tmp_path: Path) -> None:
    for model in MODELS:
        best = best_of(model)
        bound = None if isinstance(model.goal, Satisfy) else 0 if best is None else best
        wanted = model if bound is None else model.at_optimum(bound)
        assert_same(wanted, read_again(model, "dimacs", tmp_path, bound))


def test_json_keeps_the_model_as_it_is(tmp_path: Path) -> None:
    for model in (*MODELS, QUEENS.model):
        again = read_again(model, "json", tmp_path)
        assert (again.variables, again.goal) == (model.variables, model.goal)
        assert [repr(c).replace("range(", "") for c in again.constraints if not c.literals] == [
            repr(c) for c in model.constraints if not c.literals
        ]
        assert again.name(0) == model.name(0)


def test_the_objective_of_opb_is_ours(tmp_path: Path) -> None:
    for model in MODELS:
        best = best_of(model)
        if best is not None:
            answer = rk.solve_model(read_again(model, "opb", tmp_path), "sat")
            assert answer.objective in (best, -best)


def test_clauses_have_as_many_solutions_as_the_model() -> None:
    """With adders for the sums too large for a diagram, with diagrams for all others."""
    weights = (1, 2, 4, 8, 16, 31, 57)
    sums = [rk.Linear(weights, tuple(range(7)), low, high) for low, high in ((5, 9), (None, 30), (100, None))]
    for number, model in enumerate((*MODELS, *(Model(7, (each,)) for each in sums))):
        made = Clauses.of(model)
        assert total(made) == len(solutions_of(model)), number


def test_adders_keep_a_sum_within_its_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses, "MOST_NODES", 0)
    for low, high in ((5, 9), (None, 30), (7, None), (0, 12), (13, 13)):
        model = Model(6, (rk.Linear((1, 2, 3, 5, 7, 9), (0, ~1, 2, 3, ~4, 5), low, high),))
        assert total(Clauses.of(model)) == len(solutions_of(model))


def total(made: Clauses) -> int:
    """How many assignments satisfy some clauses, the auxiliary variables counted, by PySAT."""
    from pysat.solvers import Glucose4

    with Glucose4(bootstrap_with=[list(clause) for clause in made.clauses if clause]) as solver:
        if () in made.clauses:
            return 0
        for variable in range(1, made.top + 1):
            solver.add_clause([variable, -variable])
        return sum(1 for _ in solver.enum_models())


@pytest.mark.parametrize("form", FORMATS)
def test_comments_say_which_square_a_variable_is(form: str) -> None:
    text = export(QUEENS, form)
    assert b"queen@3,2" in text if isinstance(text, bytes) else "queen@3,2" in text


def test_every_problem_can_be_written() -> None:
    board = rk.Board(3)
    problems = [
        rk.peaceable_queens(3), rk.upper_domination(rk.QUEEN, board), rk.connected_domination(rk.ROOK, board),
        rk.weighted_placement({rk.QUEEN: 9, rk.KNIGHT: 3}, board), rk.sighted_placement({rk.QUEEN: 2}, board, pawns=1),
        rk.most_unguarded(rk.QUEEN, board, 2), rk.maximal_placement(rk.KING, board), rk.superqueens(3),
        rk.cheapest_domination({rk.QUEEN: 9, rk.ROOK: 5}, board), rk.k_fold_domination(rk.KING, board, 2),
    ]  # fmt: skip
    for problem in problems:
        for form in FORMATS:
            bound = 1 if form == "dimacs" and not isinstance(problem.model.goal, Satisfy) else None
            assert export(problem, form, bound), (problem, form)


def test_what_a_format_cannot_say_is_refused() -> None:
    with pytest.raises(rk.BadInput, match="dimacs has no goal: give a bound"):
        export(GUARDS, "dimacs")
    with pytest.raises(rk.BadInput, match="a bound of 2 on a problem without a goal"):
        export(QUEENS, "dimacs", bound=2)
    with pytest.raises(rk.BadInput, match="did you mean opb\\? known are dimacs, wcnf"):
        export(QUEENS, "obp")
    with pytest.raises(rk.BadInput, match="without variables"):
        export(Model(0, ()), "opb")


def test_a_bound_asks_for_something_as_good(tmp_path: Path) -> None:
    assert rk.solve_model(read_again(GUARDS.model, "dimacs", tmp_path, 2), "sat", "count").count == 12  # A002564
    assert rk.solve_model(read_again(GUARDS.model, "dimacs", tmp_path, 1), "sat").status == "infeasible"


def test_xcsp3_says_the_same() -> None:
    """Evaluated here as its specification has it: no reader of XCSP3 comes without Java."""
    for model in MODELS:
        text = export(model, "xcsp3")
        root = ElementTree.fromstring(text)
        size = int(str(root.findtext("variables/array")) and root.find("variables/array").get("size", "")[1:-1])  # type: ignore[union-attr]
        found = {chosen for chosen in subsets(size) if all(xcsp_holds(each, chosen) for each in root.iter("sum"))}
        assert projected(found, model.variables) == sorted(solutions_of(model), key=sorted)


def subsets(size: int) -> set[frozenset[int]]:
    every = range(size)
    return set(map(frozenset, chain.from_iterable(combinations(every, k) for k in range(size + 1))))


def xcsp_holds(constraint: ElementTree.Element, chosen: frozenset[int]) -> bool:
    variables = [int(word[2:-1]) for word in str(constraint.findtext("list")).split()]
    weights = map(int, str(constraint.findtext("coeffs")).split())
    value = sum(weight for weight, variable in zip(weights, variables, strict=True) if variable in chosen)
    comparison, side = str(constraint.findtext("condition")).strip(" ()").split(",")
    return {"le": value <= int(side), "ge": value >= int(side), "eq": value == int(side)}[comparison]


# Instances as other people write them.

DIMACS_EXAMPLE = """\
c  simple_v3_c2.cnf
c
p cnf 3 2
1 -3 0
2 3 -1 0
"""  # the example of SATLIB's description of the format; 5 of 8 assignments satisfy it

SATLIB_STYLE = """\
c This Formular is generated by mcnf
c
c    horn? no
c    forced? no
c    mixed sat? no
c    clause length = 3
c
p cnf 4  7
 1 2 -3 0
-1 2 -3 0
1 -2 -3
0
 3 4 -1 0  -4 1 2 0
3 3 -4 0
-1 1 4 0
%
0

"""  # laid out as uf20-01.cnf of SATLIB, with its trailer; a repeated literal and a tautology beside

WCNF_2022 = """\
c This is a comment
c Example 1...another comment
h 1 2 3 4 0
1 -3 -5 6 7 0
6 -1 -2 0
4 1 6 -7 0
"""  # the example of the MaxSAT Evaluations' description of the format

WCNF_OLD = """\
c comments Weighted Partial Max-SAT
p wcnf 4 5 16
16 1 -2 4 0
16 -1 -2 3 0
8 -2 -4 0
4 -3 2 0
3 1 3 0
"""  # the example of the format before 2022

PB_LINEAR = """\
* #variable= 5 #constraint= 4
*
* this is a dummy instance
*
min: 1 x2 -1 x3 ;
1 x1 +4 x2 -2 x5 >= 2;
-1 x1 +4 x2 -2 x5 >= +3;
12345678901234567890 x4 +4 x3 >= 10;
* an equality constraint
2 x2 +3 x4 +2 x1 +3 x5 = 5;
"""  # the example of the pseudo-Boolean competitions' description of the format

PB_PRODUCTS = """\
* #variable= 5 #constraint= 4 #product= 5 sizeproduct= 13
*
* this is a dummy instance
*
min: 1 x2 x3 -1 x3 ;
1 x1 +4 x1 ~x2 -2 x5 >=1;
-1 x1 +4 x2 -2 x5 >= -3;
12 x4 +4 x3 >= 10;
+2 x2 +3 x4 +2 x1 x5 +1 x1 x2 x3 <= 5 ;
"""


def foreign(tmp_path: Path, name: str, text: str) -> Model:
    (tmp_path / name).write_text(text)
    return read_model(tmp_path / name)


def test_the_example_of_dimacs(tmp_path: Path) -> None:
    assert rk.solve_model(foreign(tmp_path, "a.cnf", DIMACS_EXAMPLE), want="count").count == 5


def test_a_file_in_the_manner_of_satlib(tmp_path: Path) -> None:
    def holds(a: bool, b: bool, c: bool, d: bool) -> bool:
        return (a or b or not c) and (not a or b or not c) and (a or not b or not c) and (c or d or not a) and (
            not d or a or b
        ) and (c or not d)  # fmt: skip

    right = [bits for bits in range(16) if holds(*(bool(bits >> at & 1) for at in range(4)))]
    model = foreign(tmp_path, "uf.cnf", SATLIB_STYLE)
    assert rk.solve_model(model, "cpsat", "count").count == len(right)


def cost(soft: list[tuple[int, tuple[int, ...]]], chosen: frozenset[int]) -> int:
    return sum(w for w, clause in soft if not any((lit > 0) == (abs(lit) in chosen) for lit in clause))


@pytest.mark.parametrize(
    ("text", "variables", "hard"), [(WCNF_2022, 7, "h"), (WCNF_OLD, 4, "16")], ids=["2022", "before"]
)
def test_the_examples_of_wcnf(text: str, variables: int, hard: str, tmp_path: Path) -> None:
    lines = [line.split() for line in text.splitlines() if line[0] not in "cp"]
    weighed = [(1000 if w == hard else int(w), tuple(map(int, rest[:-1]))) for w, *rest in lines]
    values = [cost(weighed, frozenset(v + 1 for v in chosen)) for chosen in subsets(variables)]
    model = foreign(tmp_path, "a.wcnf", text)
    for backend in ("backtracking", "sat", "cpsat"):
        answer = rk.solve_model(model, backend, "count")
        assert answer.objective == min(values)
        assert answer.count == values.count(min(values))


def test_the_linear_example_of_opb(tmp_path: Path) -> None:
    right = [
        x3 - x2 for x1 in (0, 1) for x2 in (0, 1) for x3 in (0, 1) for x4 in (0, 1) for x5 in (0, 1)
        if x1 + 4 * x2 - 2 * x5 >= 2 and -x1 + 4 * x2 - 2 * x5 >= 3 and (x4 or 4 * x3 >= 10)
        and 2 * x2 + 3 * x4 + 2 * x1 + 3 * x5 == 5
    ]  # fmt: skip
    answer = rk.solve_model(foreign(tmp_path, "a.opb", PB_LINEAR), "sat")
    assert answer.objective == -max(right)


def test_the_example_of_opb_with_products(tmp_path: Path) -> None:
    right = [
        x2 * x3 - x3 for x1 in (0, 1) for x2 in (0, 1) for x3 in (0, 1) for x4 in (0, 1) for x5 in (0, 1)
        if x1 + 4 * x1 * (1 - x2) - 2 * x5 >= 1 and -x1 + 4 * x2 - 2 * x5 >= -3 and 12 * x4 + 4 * x3 >= 10
        and 2 * x2 + 3 * x4 + 2 * x1 * x5 + x1 * x2 * x3 <= 5
    ]  # fmt: skip
    for backend in ("backtracking", "sat", "cpsat"):
        answer = rk.solve_model(foreign(tmp_path, "a.opb", PB_PRODUCTS), backend, "count")
        assert (answer.objective, answer.count) == (min(right), right.count(min(right)))


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.cnf", "1 2 0\n", "line 1: no header"),
        ("a.cnf", "c\np cnf 2\n", "line 2: header 'p cnf 2'"),
        ("a.cnf", "p cnf 2 1\n1 3 0\n", "line 2: literal 3; the header says 2 variables"),
        ("a.cnf", "p cnf 2 1\n1 x 0\n", "line 2: 'x' is no whole number"),
        ("a.cnf", "p cnf 2 2\n1 2 0\n", "line 1: the header says 2 clauses, here are 1"),
        ("a.cnf", "p cnf 2 1\n1\n2\n", "line 2: a clause that does not end with 0"),
        ("a.wcnf", "h 1 0\n0 1 0\n", "line 2: weight 0; it must be at least 1"),
        ("a.wcnf", "p cnf 1 1\n1 0\n", "line 1: header 'p cnf 1 1'; expected 'p wcnf"),
        ("a.opb", "* c\n+1 x1 +1 x2 >= 1\n", "line 2: a statement that does not end with ;"),
        ("a.opb", "+1 x1 +1 x2 ;\n", "line 1: a constraint without >="),
        ("a.opb", "+1 x1 ? 2 >= 1 ;\n", "line 1: '\\?' is neither a weight nor a variable"),
        ("a.opb", "\n+1 +2 x1 >= 1 ;\n", "line 2: a weight without a variable"),
        ("a.opb", "soft: 3 ;\n[2] +1 x1 >= 1 ;\n", "line 1: soft constraints"),
        ("a.json", "{\n", "line 2: no JSON"),
        ("a.json", "[]", "line 1: no model of ours"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(name: str, text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(rk.BadInput, match=f"{name}, {said}"):
        foreign(tmp_path, name, text)


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(rk.BadInput, match=r"unknown ending '\.txt'; accepted are \.cnf, \.dimacs"):
        read_model(tmp_path / "a.txt")
    with pytest.raises(rk.BadInput, match=r"cannot read .*none\.cnf: No such file"):
        read_model(tmp_path / "none.cnf")


def test_json_is_json() -> None:
    assert json.loads(export(GUARDS, "json"))["variables"][5] == "queen@1,1"
