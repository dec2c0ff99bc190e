"""`rookery compare`: from options or a file, resumed and judged."""

import os
import re
from pathlib import Path
from shutil import copytree

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.isolated import PLACE

from rookery.compare.store import read_store

QUEENS = ("compare", "placement", "--piece", "queen", "--board", "4..5", "--count", "n", "--want", "count")
PAIR = ("--backend", "backtracking,python-constraint", "--seconds", "20")
FAULTY = ("--backend", f"backtracking,{PLACE}", "--seconds", "20")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a campaign of a pair, run once; each test takes a copy."""
    folder = tmp_path_factory.mktemp("made") / "placement-queen-4-5"
    result = rookery(*QUEENS, *PAIR, "--memory", "2G", "--out", str(folder))
    assert (result.code, "All answers agree" in result.out) == (0, True), result.err
    return folder


def test_campaign_from_options_is_kept_in_its_folder(made: Path) -> None:
    assert {"campaign.json", "runs.sqlite", "report.html"} <= {path.name for path in made.iterdir()}
    records, environment = read_store(made)
    assert len(records) == 2 * 2
    assert environment["cores"] == str(len(os.sched_getaffinity(0)))


def test_dry_run_lists_the_runs(tmp_path: Path) -> None:
    lines = rookery(*QUEENS, *PAIR, "--dry-run").lines
    assert lines[0] == "4 queens on a 4x4 board, number of solutions  backtracking  seed 0"
    assert (len(lines), lines[-1]) == (5, "4 runs, at most 80 s")
    assert list(tmp_path.iterdir()) == []
    several = "compare placement --piece queen=1 --piece knight=2 --board 3 --dry-run"
    assert rookery(*several.split(), "--backend", "sat").lines[0] == "1 queen and 2 knights on a 3x3 board  sat  seed 0"


@pytest.mark.slow
def test_same_command_goes_on_and_another_gets_its_own_folder(made: Path, tmp_path: Path) -> None:
    copytree(made, tmp_path / made.name)
    assert "4 earlier runs are reused, 0 runs to make" in rookery(*QUEENS, *PAIR, "--memory", "2G").err
    assert rookery(*QUEENS, *PAIR, "--seeds", "2").code == 0
    assert (tmp_path / "placement-queen-4-5-2").is_dir()
    assert "4 earlier runs are reused" in rookery("compare", "placement-queen-4-5").err
    assert "reused" not in rookery("compare", "placement-queen-4-5", "--fresh").err


def test_conditions_beside_a_file_are_recorded(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'seconds = 60\nbackends = "sat"\nproblems = ["placement --piece queen --board 4"]\n'
    )
    result = rookery("compare", "mine.toml", "--seconds", "20", "--seeds", "2")
    assert result.code == 0, result.err
    records, environment = read_store(tmp_path / "mine")
    assert [(record.seed, record.limits.seconds) for record in records] == [(0, 20.0), (1, 20.0)]
    assert environment["jobs"] == "1 run at a time"


LIAR = '''
"""A backend that takes a piece on every square for the fewest."""
from rookery.backends import Backend, End, Want
from rookery.backends.registry import backend


class Lazy(Backend):
    name = "lazy"
    summary = "lies"
    can = frozenset({"one", "best", "all", "count", "seed", "workers"})

    def compile(self, model, ask):
        self.squares = model.variables
        return backend("python-constraint").compile(model, ask)

    def run(self, program, ask):
        yield frozenset(range(self.squares))
        yield End(proven=True, bound=self.squares)
'''


@pytest.mark.slow
def test_verdict_names_the_liar_and_ends_with_4(tmp_path: Path) -> None:
    """In the terminal and on the page; a second look at the folder says the same."""
    (tmp_path / "lazy.py").write_text(LIAR, encoding="utf-8")
    domination = ("compare", "domination", "--piece", "king", "--board", "4..5", "--out", "liar")
    result = rookery(*domination, "--backend", "backtracking,sat,lazy.py:Lazy", "--seconds", "20")
    message = "Backend lazy is refuted on 2 of 2 instances"
    assert (result.code, result.lines[1]) == (4, f"✗ {message}.")
    assert "16 by lazy | 4 by backtracking, sat, OEIS A075561" in " ".join(result.out.split())
    assert "Counterexample: king on " in result.out
    assert re.search(rf"<h2[^>]*>{message}", (tmp_path / "liar" / "report.html").read_text(encoding="utf-8"))
    again = rookery("report", "liar")
    assert (again.code, again.lines[1]) == (4, f"✗ {message}.")


@pytest.mark.slow
def test_disagreement_ends_with_4_and_a_command_that_reproduces_it() -> None:
    result = rookery(*QUEENS, *FAULTY, "--option", "faulty.fault=wrong-count")
    assert result.code == 4
    assert "3 by faulty fault=wrong-count | 2 by backtracking, OEIS A000170" in " ".join(result.out.split())
    command = next(line.strip() for line in result.lines if line.strip().startswith("rookery compare"))
    assert rookery(*command.split()[1:]).code == 4


@pytest.mark.slow
def test_timeouts_are_made_again_when_asked() -> None:
    words = (*QUEENS, "--backend", PLACE, "--option", "faulty.fault=sleep", "--seconds", "0.2", "--out", "here")
    assert rookery(*words).code == 0
    assert "2 earlier runs are reused, 0 runs to make" in rookery(*words, "--retry", "crashes").err
    assert "reused" not in rookery(*words, "--retry", "timeouts").err
