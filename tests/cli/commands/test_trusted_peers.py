"""Code that a campaign's folder names is not run, not even imported, before somebody agreed on the command line."""

from pathlib import Path

import pytest
from rookery_tests.command_line import Result, rookery

from rookery import BadInput, Board, compare, placement
from rookery.compare.campaign import backends
from rookery.models.pieces.piece import QUEEN

pytestmark = pytest.mark.slow

PEER = """
from pathlib import Path
from rookery.backends.solvers.python_constraint import PythonConstraint
(Path(__file__).parent / "was run").touch()
class Peer(PythonConstraint):
    name = "peer"
"""
CAMPAIGN = """
name = "theirs"
want = "count"
seconds = 20
{more}
[[problems]]
family = "placement"
pieces = ["queen"]
boards = "4"
count = "n"
"""
NAMED = {
    "peers": 'backends = ["peer"]\n[peers]\npeer = "peer.py:Peer"',
    "unused peers": 'backends = ["python-constraint"]\n[peers]\npeer = "peer.py:Peer"',
    "backends": 'backends = ["python-constraint", "peer.py:Peer"]',
    "options": 'backends = ["backtracking"]\n[options."peer.py:Peer"]\nsplit = "2"',
}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    return written(tmp_path / "theirs", NAMED["peers"])


def written(folder: Path, more: str) -> Path:
    folder.mkdir()
    (folder / "peer.py").write_text(PEER, encoding="utf-8")
    (folder / "campaign.toml").write_text(CAMPAIGN.format(more=more), encoding="utf-8")
    return folder


def refused(result: Result, message: str, folder: Path) -> bool:
    """Whether a command ended in one line that says so, and has run nothing."""
    one_line = result.err.startswith("rookery: ") and result.err.count("\n") == 1
    return (
        (result.code, result.out) == (2, "")
        and one_line
        and message in result.err
        and not (folder / "was run").exists()
    )


@pytest.mark.parametrize("way", NAMED)
@pytest.mark.parametrize("more", [(), ("--dry-run",), ("--fresh",), ("--out", "elsewhere")], ids=str)
def test_a_folder_runs_no_code_of_its_own(way: str, more: tuple[str, ...], tmp_path: Path) -> None:
    folder = written(tmp_path / "theirs", NAMED[way])
    message = f"{folder / 'peer.py'}:Peer is code that this campaign brings along; --trust-peers runs it"
    assert refused(rookery("compare", "theirs", *more), message, folder)


def test_the_line_is_told(theirs: Path) -> None:
    assert "rookery: campaign.toml, line 7: " in rookery("compare", "theirs").err


def test_a_folder_of_another_campaign_runs_none_either(theirs: Path) -> None:
    words = ("placement", "--piece", "queen", "--boards", "4", "--backends", "backtracking", "--out", "theirs")
    assert refused(rookery("compare", *words), "theirs holds another campaign; choose another folder", theirs)
    with pytest.raises(BadInput, match="holds another campaign"):
        compare(placement(QUEEN, Board(4), count=4), backends="backtracking", out=theirs)
    assert not (theirs / "was run").exists()


def test_a_report_runs_none(theirs: Path) -> None:
    assert rookery("compare", "theirs", "--trust-peers").code == 0
    (theirs / "was run").unlink()
    backends._load_backend.cache_clear()  # a module that was imported before would be run again
    assert rookery("report", "theirs").code == 0
    assert not (theirs / "was run").exists()


def test_agreed_it_is_run(theirs: Path) -> None:
    listed = rookery("compare", "theirs", "--trust-peers", "--dry-run")
    assert (listed.code, listed.lines[0]) == (0, "4 queens on 4x4, number of solutions  peer  seed 0")
    assert (theirs / "was run").exists()


@pytest.mark.parametrize("way", ["peers", "unused peers", "backends"])
@pytest.mark.part(3)
def test_the_same_command_goes_on_without_a_word(way: str, tmp_path: Path) -> None:
    """A user who names a file or a class on the command line has agreed, to this code and no other."""
    written(tmp_path / "mine", NAMED[way])
    words = ("compare", str(tmp_path / "mine" / "campaign.toml"), "--out", "out")
    assert rookery(*words).code == 0
    again = rookery(*words)
    assert (again.code, "earlier runs are reused, 0 remain" in again.err) == (0, True)


def test_a_class_named_on_the_command_line_goes_on_too(theirs: Path) -> None:
    words = ("compare", "placement", "--piece", "queen", "--boards", "4", "--backends", f"{theirs}/peer.py:Peer")
    assert rookery(*words, "--out", "out").code == 0
    assert "earlier runs are reused, 0 remain" in rookery(*words, "--out", "out").err
    assert "--trust-peers" in rookery("compare", "out").err
