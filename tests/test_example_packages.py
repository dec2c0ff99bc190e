"""The distributions in `examples/`, installed by pip: their pieces, backends and families are used as our own are."""

import json
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.example_packages import Installed, complete, install, require_readme

pytestmark = pytest.mark.slow  # pip takes seconds to install each

KINGS = ("mutual", "--piece", "king", "--attacks", "1")  # on 2x2 each two attack each other, in six ways; not three


@pytest.fixture(scope="session")
def fairy(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return install("rookery-fairy", tmp_path_factory.mktemp("fairy"))


@pytest.fixture(scope="session")
def families(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return install("rookery-families", tmp_path_factory.mktemp("families"))


@pytest.mark.parametrize("name", ["fairy", "families"])
def test_package_passes_its_own_tests_and_its_readme_is_right(name: str, request: pytest.FixtureRequest) -> None:
    installed: Installed = request.getfixturevalue(name)
    assert " passed" in installed("pytest", "-q", "-p", "no:cacheprovider")
    require_readme(installed)


def test_pieces_of_a_package_are_listed_and_shown(fairy: Installed) -> None:
    listed = {piece["name"]: piece for piece in json.loads(fairy("rookery", "pieces", "--json"))}
    assert (listed["camelrider"]["betza"], listed["camelrider"]["source"]) == ("CC", "rookery-fairy")
    shown = fairy("rookery", "pieces", "show", "camelrider", "--board", "7x13", "--from", "0,6").splitlines()
    assert shown[:3] == ["......M......", "...x.....x...", "x...........x"]


def test_backend_of_a_package_is_listed_checked_and_compared(fairy: Installed, tmp_path: Path) -> None:
    listed = {backend["name"]: backend for backend in json.loads(fairy("rookery", "backends", "--json"))}
    assert (list(listed)[-1], listed["tally"]["state"]) == ("tally", "installed")
    report = json.loads(fairy("rookery", "backends", "check", "tally", "--json"))
    assert (report["ok"], report["backend"]) == (True, "tally")
    who = ("--backend", "tally,python-constraint", "--seconds", "30", "--out", str(tmp_path / "out"))
    words = ("placement", "--piece", "gold", "--piece", "camelrider", "--board", "3", "--want", "count")
    assert "All answers agree" in fairy("rookery", "compare", *words, *who)


@pytest.mark.parametrize(
    ("name", "words", "found"),
    [
        ("fairy", "table placement --piece queen,gol", ["queen,gold"]),
        ("fairy", "compare placement --backend sat,tal", ["sat,tally"]),
        ("families", "solve mut", ["mutual"]),
        ("families", "solve mutual --att", ["--attacks"]),
    ],
)
def test_names_of_a_package_are_completed(
    name: str, words: str, found: list[str], request: pytest.FixtureRequest
) -> None:
    assert complete(request.getfixturevalue(name), words) == found


def test_family_of_a_package_is_solved_and_exported(families: Installed, tmp_path: Path) -> None:
    question = ("--count-solutions", "--json", "--backend", "sat")
    answer: dict[str, Any] = json.loads(families("rookery", "solve", *KINGS, "--board", "2", *question))
    assert (answer["objective"], answer["count"], answer["complete"]) == (2, 6, True)
    assert answer["problem"]["family"] == "mutual"
    file = str(tmp_path / "kings.json")
    families("rookery", "export", *KINGS, "--board", "2", "--format", "json", "--out", file)
    answer = json.loads(families("rookery", "solve", "model", file, *question))
    assert (answer["objective"], answer["count"]) == (2, 6)


def test_family_of_a_package_is_compared_and_refused_once_it_is_gone(families: Installed, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    who = ("--backend", "sat,backtracking", "--want", "count", "--seconds", "30", "--out", out)
    assert "All answers agree" in families("rookery", "compare", *KINGS, "--board", "2,3", *who)
    again = families.run("rookery", "compare", out)
    assert (again.returncode, "4 earlier runs are reused, 0 runs to make" in again.stderr) == (0, True)
    gone = Installed(families.sources, tmp_path / "nothing").run("rookery", "compare", out)
    assert (gone.returncode, gone.stderr.count("\n")) == (2, 1)
    assert "mutual" in gone.stderr


def test_family_of_a_package_is_known_whatever_is_imported_first(families: Installed, tmp_path: Path) -> None:
    """Its module imports `rookery` while that loads the families of plug-ins."""
    for number, first in enumerate(("rk.list_families()", "import rookery_families")):
        script = tmp_path / f"asked_{number}.py"
        script.write_text(f"import rookery as rk\n{first}\nprint('mutual' in rk.list_families())\n")
        done = families.run(script.stem, also=(tmp_path,))
        assert (done.stdout, done.stderr) == ("True\n", ""), first


DECLARED = """
import rookery.plugins as rk

@rk.family()
def {name}(piece: rk.PieceLike, board: rk.BoardLike{more}) -> rk.Problem:
    ...
"""
# The module of a family that cannot be used, and a word of the reason.
BROKEN = {
    "ending": ("raise SystemExit(3)\n", "SystemExit: 3"),
    "taken": (DECLARED.format(name="armies", more=""), "two functions declare a family armies"),
    "untyped": (DECLARED.format(name="untyped", more=", much: float = 0"), "has no type of an option"),
}


def test_broken_family_is_named_in_one_line_and_the_rest_goes_on(families: Installed, tmp_path: Path) -> None:
    information = tmp_path / "neighbour-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: neighbour\nVersion: 1.0\n", encoding="utf-8")
    entries = "".join(f"{name} = {name}_module\n" for name in BROKEN)
    (information / "entry_points.txt").write_text(f"[rookery.problems]\n{entries}absent = absent\n", encoding="utf-8")
    for name, (text, _) in BROKEN.items():
        (tmp_path / f"{name}_module.py").write_text(text, encoding="utf-8")
    done = families.run("rookery", "solve", *KINGS, "--board", "2", "--json", also=(tmp_path,))
    assert (done.returncode, json.loads(done.stdout)["objective"]) == (0, 2)
    lines = done.stderr.splitlines()
    assert len(lines) == len(BROKEN) + 1
    for name, word in {**{name: word for name, (_, word) in BROKEN.items()}, "absent": "ModuleNotFoundError"}.items():
        (line,) = [line for line in lines if line.startswith(f"rookery: problem {name} of neighbour ")]
        assert word in line
        assert line.endswith("; it is left out")
