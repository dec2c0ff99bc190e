"""`examples/rookery-fairy`: installed by pip, its pieces and its backend are there, answer, and pass the suite."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.example_packages import EXAMPLES, Installed, complete, install, require_readme

PACKAGE = EXAMPLES / "rookery-fairy"

pytestmark = pytest.mark.slow
Run = Callable[..., str]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """A call of a module of this Python's, in a place where the package is installed beside Rookery."""
    return install("rookery-fairy", tmp_path_factory.mktemp("fairy"))


def test_its_pieces_are_listed_and_shown(run: Run) -> None:
    listed = {piece["name"]: piece for piece in json.loads(run("rookery", "pieces", "--json"))}
    assert (listed["camelrider"]["betza"], listed["camelrider"]["source"]) == ("CC", "rookery-fairy")
    assert (listed["gold"]["betza"], listed["gold"]["source"]) == ("WfF", "rookery-fairy")
    shown = run("rookery", "pieces", "show", "camelrider", "--board", "7x13", "--from", "0,6").splitlines()
    assert shown[:7] == [
        "......M......", "...x.....x...", "x...........x", ".....x.x.....", ".............", ".............",
        "....x...x....",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("solve placement --piece gol", ["gold"]),
        ("table placement --pieces queen,gol", ["queen,gold"]),
        ("compare placement --piece gol", ["gold"]),
        ("pieces show gol", ["gold"]),
        ("solve placement --backend tal", ["tally"]),
        ("compare placement --backends sat,tal", ["sat,tally"]),
        ("backends check tal", ["tally"]),
    ],
)
def test_what_it_brings_is_completed_by_the_shell(words: str, found: list[str], run: Installed) -> None:
    assert complete(run, words) == found


def test_its_backend_is_checked_without_pytest(run: Run) -> None:
    report = json.loads(run("rookery", "backends", "check", "tally", "--level", "one", "--json"))
    assert (report["ok"], report["backend"]) == (True, "tally")


@pytest.mark.full
def test_what_it_brings_is_reported_like_our_own(run: Installed, tmp_path: Path) -> None:
    who = ("--backends", "tally,sat", "--seconds", "30", "--out", str(tmp_path / "out"))
    expected = run("rookery", "compare", "placement", "--piece", "gold", "--boards", "3", "--want", "count", *who)
    assert "All answers agree" in expected
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "gold" in page
    assert "tally" in page
    expected = run("rookery", "doctor")
    assert "ok       backend tally: 6 queens: 4 placements, refereed" in expected


def test_its_backend_is_listed(run: Run) -> None:
    listed = {backend["name"]: backend for backend in json.loads(run("rookery", "backends", "--json"))}
    assert listed["tally"]["state"] == "installed"
    assert list(listed)[-1] == "tally"


@pytest.mark.parametrize("piece", ["camelrider", "gold"])
@pytest.mark.parametrize("problem", [("placement",), ("domination", "--kind", "total")], ids=" ".join)
def test_it_solves_as_the_others_do(piece: str, problem: tuple[str, ...], run: Run) -> None:
    def count(backend: str) -> tuple[Any, ...]:
        options = ("--piece", piece, "--board", "4x5", "--count-solutions", "--json", "--backend", backend)
        answer = json.loads(run("rookery", "solve", *problem, *options))
        return answer["status"], answer["objective"], answer["count"]

    assert count("tally") == count("python-constraint")


def test_its_readme_shows_what_appears(run: Installed) -> None:
    require_readme(run)


@pytest.mark.full
def test_it_passes_its_own_tests(run: Run) -> None:
    assert " passed" in run("pytest", "-q", "-p", "no:cacheprovider")
