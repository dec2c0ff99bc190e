"""Every backend of ours passes the suite that ships with the package."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.brute_force import Assignments, BruteForce

from rookery import domination, placement
from rookery.backends import Ask, Unsupported, Want, backend, solve
from rookery.backends.conformance import CASES, Case, NotConforming
from rookery.backends.contract import Stream
from rookery.backends.solvers.textbook import Textbook
from rookery.models import Board
from rookery.models.pieces.piece import ROOK

NAMES = ("backtracking", "sat", "cpsat", "python-constraint", "auto", "textbook", "mip")
# what takes long where all assignments are tried
LARGE = re.compile(r"8x8|6x6|5x5|torus|deadline|streams|a long list|up to symmetry|side by side|limits|workers|seeds")
QUICK = [case for case in CASES if not LARGE.search(case.name)]
MODELS = [case for case in CASES if case.name.startswith("model: ")]


@pytest.mark.parametrize("at", range(len(QUICK)), ids=[str(case) for case in QUICK])
def test_one_backend_conforms(at: int) -> None:
    """Another backend for each case; `test_backend_conforms` asks all cases."""
    QUICK[at].check(backend(NAMES[at % len(NAMES)]))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_backend_conforms(name: str) -> None:
    for case in QUICK if name == "mip" else CASES:
        case.check(backend(name))


def test_names_of_cases_differ() -> None:
    assert len({case.name for case in CASES}) == len(CASES)


def test_partial_backend_may_refuse() -> None:
    """The textbook searches refuse weights, and what has no such excuse may not."""

    class Choosy(Textbook):
        can = Textbook.can - {"partial"}

    [case] = [case for case in MODELS if case.name == "model: weights"]
    case.check(Textbook())
    with pytest.raises(NotConforming, match="Unsupported"):
        case.check(Choosy())


class Single(BruteForce):
    """Finds one solution, or the best one, and cannot list or count."""

    name = "single"
    can = frozenset({"one", "best"})

    def run(self, program: Assignments, ask: Ask) -> Stream:
        assert ask.want is Want.ONE
        return super().run(program, ask)


def test_backend_is_asked_only_what_it_can() -> None:
    for case in MODELS:
        case.check(Single())
    for question in ({"want": "all"}, {"want": "count"}, {"want": "all", "up_to_symmetry": True}):
        with pytest.raises(Unsupported, match=r"cannot (list|count)"):
            solve(placement(ROOK, Board(2), 2), Single(), **question)


def test_backend_that_only_lists_cannot_find_the_best() -> None:
    class Lister(BruteForce):
        can = frozenset({"one", "all"})

    with pytest.raises(Unsupported, match="cannot look for the best"):
        solve(domination(ROOK, Board(2)), Lister(), "all")
    for case in MODELS:
        case.check(Lister())


@pytest.mark.parametrize("case", [*MODELS, *(case for case in CASES if case.name.startswith("random"))], ids=str)
def test_trying_everything_conforms(case: Case) -> None:
    case.check(BruteForce())


@pytest.mark.parametrize("case", QUICK, ids=str)
def test_backend_of_the_documentation_conforms(case: Case) -> None:
    page = Path(__file__).parents[2] / "docs" / "how-to" / "own-backend.md"
    made: dict[str, Any] = {}
    exec(page.read_text().partition("```python\n")[2].partition("```")[0], made)
    case.check(made["Mine"]())


def test_pytest_runs_the_suite_on_a_named_backend(tmp_path: Path) -> None:
    asked = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    asked += ["--pyargs", "rookery.backends.conformance", "-k", "weights", "--backend"]
    wrong = tmp_path / "hasty.py"
    wrong.write_text(
        "from rookery.plugins import End\nfrom rookery.backends.solvers.sat import Sat\n\n\n"
        "class Hasty(Sat):\n    name = 'hasty'\n\n    def run(self, program, ask):\n        yield End(proven=True)\n"
    )
    passed = subprocess.run([*asked, "cpsat"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (passed.returncode, "passed" in passed.stdout) == (0, True), passed.stdout + passed.stderr
    failed = subprocess.run([*asked, "hasty.py:Hasty"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (failed.returncode, "NotConforming" in failed.stdout) == (1, True), failed.stdout + failed.stderr
