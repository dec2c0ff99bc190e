"""Models as files: written and read again, and the examples of the formats' own descriptions."""

from pathlib import Path

import pytest

import rookery as rk
from rookery.backends.formats import WRITERS, export, read_model
from rookery.models import Model

QUEENS = rk.placement(rk.QUEEN, rk.Board(4), count=4)
GUARDS = rk.domination(rk.QUEEN, rk.Board(4))
FOLDER = Path(__file__).parents[2] / "data" / "formats"
MPS = (FOLDER / "small.mps").read_text()


def read(text: str, ending: str, folder: Path) -> Model:
    file = folder / f"model{ending}"
    file.write_text(text)
    return read_model(file)


KINGS = rk.domination("king", "3x4")
WEIGHTED = Model(
    5,
    (rk.AtLeast(1, (0, ~1)), rk.AtMost(2, (1, 2, 3)), rk.Linear((3, -2, 2), (0, 3, ~4), 1, 4)),
    rk.Maximize((0, ~2, 3), (4, 3, 2)),
)
FROZEN: dict[str, tuple[rk.Problem | Model, str, int | None]] = {  # what is written, and the objective of the file
    "queens.cnf": (QUEENS, "dimacs", None),
    "kings.wcnf": (KINGS, "wcnf", 2),
    "kings.opb": (KINGS, "opb", 2),
    "kings.mps": (KINGS, "mps", 2),
    "weighted.wcnf": (WEIGHTED, "wcnf", 0),
    "weighted.opb": (WEIGHTED, "opb", -9),
    "weighted.mps": (WEIGHTED, "mps", -9),
}


@pytest.mark.parametrize("name", FROZEN)
def test_files_of_earlier_versions_are_read_and_written(name: str) -> None:
    written, form, objective = FROZEN[name]
    assert strip_comments(export(written, form)) == strip_comments((FOLDER / name).read_text())
    answer = rk.solve_model(read_model(FOLDER / name), "sat", "count")
    model = written.model if isinstance(written, rk.Problem) else written
    assert (answer.objective, answer.count) == (objective, rk.solve_model(model, "sat", "count").count)


def strip_comments(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith(("c", "*"))]


@pytest.mark.parametrize("form", WRITERS)
def test_export_names_the_square_of_each_variable(form: str) -> None:
    assert "queen@3,2" in export(QUEENS, form)
    assert export(rk.armies([rk.QUEEN, rk.ROOK], 3), form, 1 if form == "dimacs" else None)


@pytest.mark.parametrize(
    ("problem", "form", "bound", "keyword"),
    [
        (GUARDS, "dimacs", None, "bound"),
        (QUEENS, "dimacs", 2, "goal"),
        (QUEENS, "obp", None, "did you mean opb"),
        (Model(0, ()), "opb", None, "variables"),
        (QUEENS, "pace", None, "plain domination"),
        (rk.domination("queen", 4, "total"), "pace", None, "plain domination"),
        (rk.domination(rk.Piece.from_betza("lance", "fR"), 4), "pace", None, "not mutual"),
        (GUARDS, "pace", 2, "bound"),
    ],
)
def test_export_refuses_what_a_format_cannot_say(problem: Model, form: str, bound: int | None, keyword: str) -> None:
    with pytest.raises(rk.BadInput, match=keyword):
        export(problem, form, bound)


@pytest.mark.parametrize("piece", ["knight", "queen"])
def test_pace_graph_has_the_domination_number_of_the_board(piece: str, tmp_path: Path) -> None:
    problem = rk.domination(piece, "4x5")
    path = tmp_path / "board.gr"
    path.write_text(export(problem, "PACE"))
    graph = rk.read_graph(path)
    assert len(graph) == 20
    assert rk.solve(rk.domination("guard", graph)).objective == rk.solve(problem).objective


# The examples of the descriptions of the formats (of SATLIB, of the MaxSAT Evaluations, of the pseudo-Boolean
# competitions), with the optimum and in how many ways it is reached, by trying everything.
EXAMPLES = [
    ("satlib.cnf", None, 4, ("backtracking", "cpsat")),
    ("maxsat-2022.wcnf", 0, 68, ("backtracking", "sat", "cpsat")),
    ("maxsat-before.wcnf", 0, 3, ("backtracking", "sat", "cpsat")),
    ("competition.opb", 0, 1, ("sat",)),  # the weights are too large for others
    ("competition-products.opb", -1, 2, ("backtracking", "sat", "cpsat")),
]


@pytest.mark.parametrize(("name", "objective", "count", "backends"), EXAMPLES, ids=[row[0] for row in EXAMPLES])
def test_examples_of_formats_are_read(name: str, objective: int | None, count: int, backends: tuple[str, ...]) -> None:
    model = read_model(FOLDER / name)
    for backend in backends:
        answer = rk.solve_model(model, backend, "count")
        assert (answer.objective, answer.count) == (objective, count)


def test_soft_clauses_that_always_hold_cost_nothing(tmp_path: Path) -> None:
    answer = rk.solve_model(read("h 1 2 0\n3 1 -1 0\n2 2 -2 1 0\n", ".wcnf", tmp_path))
    assert (answer.status, answer.objective) == ("optimal", 0)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("RHS\n", "RANGES\n rng c1 0\nRHS\n", (1, 0)),  # c1 becomes an equation
        (" BV bnd y\n", " FX bnd y 1\n UI bnd y 1\n", (1, 0)),
        (" BV bnd y\n", " LI bnd y 0\n UI bnd y 1\n", (1, 0)),
        ("ROWS\n", "OBJSENSE\n    MAX\nROWS\n", (2, 1)),
        (" rhs c1 1", " rhs c1 1 obj -5", (1, 5)),
        (" rhs c1 1", " c1 1", (1, 0)),  # the set has no name
        (" y c1 1", " y c1 0.5", (2, 1)),  # x + y/2 >= 1
        (" y c1 1", " M 'MARKER' 'INTORG'\n y c1 1e0\n M 'MARKER' 'INTEND'", (1, 0)),
    ],
)
def test_mps_of_others_is_read(old: str, new: str, expected: tuple[int, int], tmp_path: Path) -> None:
    assert old in MPS
    answer = rk.solve_model(read(MPS.replace(old, new), ".mps", tmp_path), "sat", "count")
    assert (answer.count, answer.objective or 0) == expected
