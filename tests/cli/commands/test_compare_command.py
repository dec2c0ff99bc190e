"""`rookery compare`: from options or a file, resumed, judged, with its exit codes and one-line refusals."""

import os
import re
from pathlib import Path
from shutil import copytree

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.isolated import PLACE

from rookery.compare.records.store import read_store

pytestmark = pytest.mark.slow

QUEENS = ("compare", "placement", "--piece", "queen", "--boards", "4..5", "--count", "n", "--want", "count")
PAIR = ("--backends", "backtracking,python-constraint", "--seconds", "20")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a campaign of a pair, run once; each test takes a copy."""
    folder = tmp_path_factory.mktemp("made") / "placement-queen-4-5"
    assert rookery(*QUEENS, *PAIR, "--out", str(folder)).code == 0
    return folder


def test_a_campaign_from_options(tmp_path: Path) -> None:
    result = rookery(*QUEENS, *PAIR, "--memory", "2G", "--seeds", "2")
    assert result.code == 0, result.err
    folder = tmp_path / "placement-queen-4-5"
    assert {"campaign.json", "runs.sqlite", "report.html"} <= {path.name for path in folder.iterdir()}
    assert "All answers agree" in result.out
    records, environment = read_store(folder)
    assert len(records) == 2 * 2 * 2
    assert environment.facts["cores"] == str(len(os.sched_getaffinity(0)))


@pytest.mark.full
def test_the_same_command_goes_on_and_another_gets_its_own_folder(made: Path, tmp_path: Path) -> None:
    copytree(made, tmp_path / made.name)
    again = rookery(*QUEENS, *PAIR)
    assert "4 earlier runs are reused, 0 remain" in again.err
    rookery(*QUEENS, *PAIR, "--seeds", "2")
    assert (tmp_path / "placement-queen-4-5-2").is_dir()
    folder = rookery("compare", "placement-queen-4-5")
    assert "4 earlier runs are reused" in folder.err
    fresh = rookery("compare", "placement-queen-4-5", "--fresh")
    assert "kept" not in fresh.err


def test_a_dry_run_lists_the_runs(tmp_path: Path) -> None:
    result = rookery(*QUEENS, *PAIR, "--dry-run")
    assert result.lines == [
        "4 queens on 4x4, number of solutions  backtracking  seed 0",
        "4 queens on 4x4, number of solutions  python-constraint  seed 0",
        "5 queens on 5x5, number of solutions  python-constraint  seed 0",
        "5 queens on 5x5, number of solutions  backtracking  seed 0",
        "4 runs, at most 80 s",
    ]
    assert list(tmp_path.iterdir()) == []


def test_conditions_beside_a_file_are_recorded(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'seconds = 60\nbackends = "sat"\n[[problems]]\nfamily = "placement"\npieces = "queen"\nboards = "4"\n'
    )
    result = rookery("compare", "mine.toml", "--seconds", "20", "--seeds", "2")
    assert result.code == 0, result.err
    records, environment = read_store(tmp_path / "mine")
    assert [(record.seed, record.limits.seconds) for record in records] == [(0, 20.0), (1, 20.0)]
    note = "20 in place of 60 in the file"
    assert environment.facts["seconds (overridden)"] == note
    assert note in (tmp_path / "mine" / "report.html").read_text(encoding="utf-8")


LIAR = '''
"""A backend that takes a piece on every square for the fewest."""
from rookery.backends import Backend, Capabilities, Outcome, Want
from rookery.backends.registry import backend


class Lazy(Backend):
    name = "lazy"
    summary = "lies"
    capabilities = Capabilities(workers=frozenset(Want))

    def compile(self, model, request):
        self.squares = model.variables
        return backend("python-constraint").compile(model, request)

    def run(self, program, request):
        yield frozenset(range(self.squares))
        yield Outcome(proven=True, bound=self.squares)
'''


@pytest.mark.full
def test_the_first_sentence_names_the_liar(tmp_path: Path) -> None:
    """In the terminal and on the page; a second look at the folder says the same."""
    (tmp_path / "lazy.py").write_text(LIAR, encoding="utf-8")
    domination = ("compare", "domination", "--piece", "king", "--boards", "4..5", "--out", "liar")
    result = rookery(*domination, "--backends", "backtracking,sat,lazy.py:Lazy", "--seconds", "20")
    assert result.code == 4
    message = "Backend lazy is refuted on 2 of 2 instances"
    assert result.lines[1] == f"✗ {message}."
    for size in (16, 25):
        assert f"lazy {size} | backtracking, sat, OEIS A075561 4" in " ".join(result.out.split())
    assert "Counterexample: king on " in result.out
    assert "lazy is" not in result.out.partition("times faster")[0].rpartition(".")[2]
    page = (tmp_path / "liar" / "report.html").read_text(encoding="utf-8")
    assert re.search(rf"<h2[^>]*>{message}", page)
    again = rookery("report", "liar")
    assert (again.code, again.lines[1]) == (4, f"✗ {message}.")


@pytest.mark.full
def test_a_disagreement_ends_with_4() -> None:
    words = "--backends", f"backtracking,{PLACE}", "--option", "faulty.fault=wrong-count", "--seconds", "20"
    result = rookery(*QUEENS, *words)
    assert result.code == 4
    assert result.lines[1].startswith(
        "✗ Backend faulty fault=wrong-count is wrong: contradicted on 2 of 2 instances by"
    )
    assert "faulty fault=wrong-count 3 | backtracking, OEIS A000170 2" in " ".join(result.out.split())
    command = next(line.strip() for line in result.lines if line.strip().startswith("rookery compare"))
    assert rookery(*command.split()[1:]).code == 4, "the command reproduces it"


def test_a_refused_answer_ends_with_4() -> None:
    words = "--backends", f"backtracking,{PLACE}", "--option", "faulty.fault=wrong-solution", "--seconds", "20"
    assert rookery(*QUEENS, *words).code == 4


@pytest.mark.full
def test_timeouts_are_made_again_when_asked() -> None:
    words = (*QUEENS, "--backends", PLACE, "--option", "faulty.fault=sleep", "--seconds", "0.2", "--out", "here")
    assert rookery(*words).code == 0
    assert "2 earlier runs are reused, 0 remain" in rookery(*words).err
    assert "kept" not in rookery(*words, "--retry", "timeouts").err
    assert "2 earlier runs are reused, 0 remain" in rookery(*words, "--retry", "crashes").err


def test_several_pieces_on_one_board() -> None:
    words = "compare placement --piece queen --piece knight --count 1 --count 2 --together --boards 3 --dry-run"
    result = rookery(*words.split(), "--backends", "sat")
    assert result.lines[0] == "1 queen and 2 knights on 3x3  sat  seed 0"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("placement",), "compare placement needs --piece and --boards; or name a campaign's file"),
        (
            ("placment",),
            "compare 'placment': did you mean placement? expected placement, domination, sighted, maximal, weighted,",
        ),
        (("nowhere.toml",), "cannot read nowhere.toml: No such file or directory; expected a campaign's TOML file"),
        (("nowhere.toml", "--want", "all"), "set --want in the campaign's file; --seconds, --cpu-seconds, --memory,"),
        (("nowhere.toml", "--option", "sat.solver=x"), "set --option in the campaign's file"),
        (("nowhere.toml", "--boards", "4"), "set --boards in the campaign's file"),
        (("nowhere.toml", "--seeds", "3"), "cannot read nowhere.toml"),
        ((*QUEENS[1:], "--seeds", "x"), "seeds 'x': expected a number, or several with commas"),
        ((*QUEENS[1:], "--memory", "much"), "memory 'much': expected bytes, or a size such as 500M or 2G"),
        ((*QUEENS[1:], "--backends", "sta"), "unknown backend 'sta': did you mean sat? known are"),
        ((*QUEENS[1:], "--option", "solver=x"), "option 'solver=x': expected BACKEND.NAME=VALUE, such as"),
        ((*QUEENS[1:], "--option", "sat.solvr=x"), "backend sat has no such option; it has: solver"),
        ((*QUEENS[1:], "--count", "3"), "several --count without --together; give one"),
        ((*QUEENS[1:], "--kind", "plain"), "kinds means nothing for placement"),
        ((*QUEENS[1:], "--jobs", "0"), "jobs 0; it must be at least 1"),
        ((*QUEENS[1:], "--retry", "some"), "retry 'some': expected timeouts, crashes, all"),
        ((*QUEENS[1:], "--out", "/dev/null/x"), "/dev/null/x cannot be written: Not a directory"),
    ],
    ids=str,
)
def test_refusals_are_one_line(words: tuple[str, ...], message: str) -> None:
    result = rookery("compare", *words)
    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert message in result.err


def test_a_folder_with_another_campaign_is_left_alone(made: Path) -> None:
    copytree(made, "here")
    result = rookery(*QUEENS, "--backends", "backtracking", "--seconds", "5", "--out", "here")
    assert result.code == 2
    assert "here holds another campaign; choose another folder with --out, or start over with --fresh" in result.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    result = rookery(*QUEENS, *PAIR)
    tmp_path.chmod(0o700)
    assert (result.code, result.err.count("\n")) == (2, 1)


@pytest.mark.full
def test_a_run_that_says_nonsense_ends_no_campaign(tmp_path: Path) -> None:
    """Each is a row, at once and for good: the second command has nothing left to do."""
    faults = ("none", "undecodable", "forge", "signal")
    words = "--backends", PLACE, "--option", f"faulty.fault={','.join(faults)}", "--seconds", "20", "--out", "out"
    first = rookery(*QUEENS, *words)
    assert (first.code, first.err.count("Traceback")) == (0, 0), first.err
    records = read_store(tmp_path / "out")[0]
    ended = {record.options["fault"]: record.ended.value for record in records}
    assert ended == {"none": "ok", "undecodable": "exception", "forge": "lost", "signal": "crash"}
    assert len(records) == 2 * len(faults)
    assert "8 earlier runs are reused, 0 remain" in rookery(*QUEENS, *words).err


def test_an_argument_that_is_no_text_is_refused(tmp_path: Path) -> None:
    result = rookery(*QUEENS, "--backends", PLACE, "--option", "faulty.pids=log-\udcff", "--out", "out")
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert '"log-\\udcff: text that is not UTF-8 cannot be stored in a campaign; rename it' in result.err
    assert not (tmp_path / "out").exists()
