"""The face of the package: what it exports, and the examples in its docstrings."""

import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import rookery
from rookery.models.pieces import piece
from rookery.models.problems.registry import families

EXPORTED = {
    # boards and pieces
    "Board", "board", "Square", "Step", "Piece", "Ride", "Placement", "Position", "piece",
    "load_pieces", "read_board", "problems",
    "QUEEN", "ROOK", "BISHOP", "KNIGHT", "KING", "AMAZON", "CHANCELLOR", "ARCHBISHOP", "WAZIR", "FERZ", "DABBABA",
    "ALFIL", "CAMEL", "ZEBRA", "NIGHTRIDER", "UNICORN",
    # boards of other shapes
    "Cylinder", "Moebius", "Klein", "Hexagon", "Triangle", "Rhombus", "Cuboid", "RegionBoard",
    # graphs
    "Graph", "Hypergraph", "read_graph", "hitting_set", "GUARD",
    # problems and models
    "Problem", "placement", "domination",
    "regions", "armies", "blocked_queens", "border_domination", "cheapest_domination", "guards", "coverage",
    "connected_domination", "colouring",
    "excluded_diagonals", "k_fold_domination", "maximal_placement", "most_unguarded", "mutual_attack",
    "peaceable_queens",
    "queens_and_pawns", "random_blocked_queens", "random_excluded_diagonals", "restricted_domination",
    "sighted_placement", "superqueens", "toroidal_queens", "upper_domination", "weighted_placement",
    "Model", "AtMost", "AtLeast", "Exactly", "Linear", "Satisfy", "Minimize", "Maximize",
    # answers
    "solve", "solutions", "backends", "Answer", "Question", "Run", "first", "solve_model", "ModelAnswer",
    "export", "read_model",
    "compare", "Comparison",
    # evidence and explanations
    "certify", "Certificate", "verify", "check", "Judgement", "explain", "Explanation",
    "conflicts", "Conflicts", "repair", "Repair",
    "is_unique", "Uniqueness", "improving", "Improvement", "hint", "Hint", "walk_through", "WalkThrough",
    "what_if", "WhatIf",
    # errors
    "RookeryError", "BadInput", "Unsupported", "WrongAnswer",
}  # fmt: skip


def test_the_exported_names_are_these() -> None:
    assert set(rookery.__all__) == EXPORTED
    assert len(rookery.__all__) == len(EXPORTED)
    assert all(hasattr(rookery, name) for name in EXPORTED)


def test_every_standard_piece_is_exported() -> None:
    assert {piece.name.upper() for piece in piece.LISTED} <= EXPORTED


def test_problems_are_named_as_commands_name_them() -> None:
    named = rookery.problems()
    assert {"placement", "domination", "k-fold", "armies", "toroidal-queens"} <= set(named)
    assert named == tuple(families())


def test_errors_are_a_tree() -> None:
    assert issubclass(rookery.BadInput, (rookery.RookeryError, ValueError))
    assert issubclass(rookery.Unsupported, rookery.RookeryError)
    assert issubclass(rookery.WrongAnswer, rookery.RookeryError)
    assert not issubclass(rookery.WrongAnswer, ValueError)


def test_the_contract_of_the_face() -> None:
    """The calls that the design promises, as they stand there."""
    problem = rookery.placement(rookery.QUEEN, rookery.Board(8), count=8, fixed=[(2, 2)], forbidden=[])
    answer = rookery.solve(problem, backend="cpsat", want="one", limit=None, seconds=None, workers=1, seed=0)
    assert answer.complete
    assert rookery.Square(2, 2) in answer.solutions[0]
    assert next(iter(rookery.solutions(problem, backend="sat")))
    assert rookery.piece("archbishop") is rookery.ARCHBISHOP
    assert rookery.Piece.from_betza("gnu", "NC", symbol="G").symbol == "G"
    assert rookery.Board(8, 11, holes=[(0, 0)]) != rookery.Board(11, torus=True)
    assert set(rookery.backends()) >= {"backtracking", "cpsat", "sat", "python-constraint"}


HEAVY = ("ortools", "pysat", "constraint", "numba", "numpy", "pandas", "click", "rich")


def prints(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_the_face_imports_nothing_heavy() -> None:
    assert prints(f"import sys, rookery; rookery.solve; print([n for n in {HEAVY} if n in sys.modules])") == "[]\n"


def test_the_import_alone_imports_no_room() -> None:
    """What it takes is paid when a name is first used: `import rookery` is nearly free."""
    rooms = ("models", "backends", "compare", "cli", "names")
    code = f"import sys, rookery; print([room for room in {rooms} if f'rookery.{{room}}' in sys.modules])"
    assert prints(code) == "[]\n"


@pytest.mark.parametrize("first", ["rookery.backends.registry", "rookery.compare.call", "rookery.names"])
def test_calls_keep_the_names_that_subpackages_share(first: str) -> None:
    code = f"import rookery, {first}; print(callable(rookery.backends), callable(rookery.compare))"
    assert prints(code) == "True True\n"


@pytest.mark.parametrize("module", ["rookery.backends.registry", "rookery.compare.records", "rookery.compare.call"])
@pytest.mark.parametrize("before", ["", "import rookery; rookery.backends(), rookery.compare; "])
def test_every_module_can_be_imported_as_python_does(before: str, module: str) -> None:
    code = f"{before}import {module} as r; import rookery, pydoc; print(r is pydoc.locate({module!r}), r.__name__)"
    assert prints(code) == f"True {module}\n"


def test_packages_that_are_calls_show_the_signature_of_the_call() -> None:
    code = "import inspect, rookery as rk; print('problems' in inspect.signature(rk.compare).parameters, rk.backends())"
    assert prints(code).startswith("True ")


def test_a_name_that_there_is_not_is_refused_and_all_others_are_completed() -> None:
    with pytest.raises(AttributeError, match="module 'rookery' has no attribute 'solv'"):
        rookery.solv  # type: ignore[attr-defined]  # noqa: B018
    assert set(dir(rookery)) >= EXPORTED


ROOT = Path(__file__).parents[1]
FOLDERS = {
    "src/rookery": "rookery",
    **{name: f"rookery.{name}" for name in ("core", "models", "certificates", "backends", "compare")},
}
MODULES = [
    ".".join([package, *file.relative_to(ROOT / folder).with_suffix("").parts]).removesuffix(".__init__")
    for folder, package in FOLDERS.items()
    for file in sorted((ROOT / folder).rglob("*.py"))
    if file.stem != "__main__"
]


@pytest.mark.part(4)
@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    """Every module can be imported by itself, and its examples hold."""
    module = importlib.import_module(name)
    assert module.__doc__, "a module says in one line what it is"
    tried = doctest.testmod(module)
    assert tried.failed == 0
    assert module is not rookery or tried.attempted >= 2, "the face has an example"


@pytest.mark.parametrize("bare", ["core", "models", "certificates", "backends", "compare"])
def test_bare_names_are_not_what_is_imported(bare: str) -> None:
    """No module of the toolkit was imported a second time under its folder's name."""
    assert not [name for name in sys.modules if name == bare or name.startswith(f"{bare}.")]
