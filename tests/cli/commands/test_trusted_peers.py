"""Code that a campaign's folder names is not imported before somebody agreed on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.command_line import rookery

from rookery import BadInput, compare, placement
from rookery.compare.campaign import backends

PEER = """
from pathlib import Path
from rookery.backends.solvers.python_constraint import PythonConstraint
(Path(__file__).parent / "was run").touch()
class Peer(PythonConstraint):
    name = "peer"
"""
CAMPAIGN = {
    "want": "count",
    "seconds": 20,
    "problems": [{"family": "placement", "pieces": [["queen", 4]], "board": "4"}],
}
NAMED: dict[str, dict[str, Any]] = {
    "backends": {"backends": ["python-constraint", "peer.py:Peer"]},
    "peer": {"backends": ["peer.py:Peer"]},
    "options": {"backends": ["backtracking"], "options": {"peer.py:Peer": {"split": "2"}}},
}
QUEENS = ("compare", "placement", "--piece", "queen", "--board", "4", "--backend")


@pytest.fixture(params=NAMED)
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign that names code beside it."""
    monkeypatch.chdir(tmp_path)
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "peer.py").write_text(PEER, encoding="utf-8")
    (theirs / "campaign.json").write_text(json.dumps(CAMPAIGN | NAMED[request.param]), encoding="utf-8")
    return theirs


only_peer = pytest.mark.parametrize("folder", ["peer"], indirect=True)


@pytest.mark.parametrize("more", [(), ("--dry-run",), ("--fresh",), ("--out", "elsewhere")], ids=str)
def test_folder_runs_no_code_of_its_own(more: tuple[str, ...], folder: Path) -> None:
    code, out, err = rookery("compare", "theirs", *more)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{folder / 'peer.py'}:Peer" in err
    assert "--trust-peers" in err
    assert not (folder / "was run").exists()


@only_peer
def test_folder_of_another_campaign_runs_no_code(folder: Path) -> None:
    assert rookery(*QUEENS, "backtracking", "--out", "theirs").code == 2
    with pytest.raises(BadInput, match="another campaign"):
        compare(placement("queen", 4, count=4), backends="backtracking", out=folder)
    assert not (folder / "was run").exists()


@only_peer
def test_trusted_code_is_run_and_its_report_runs_none(folder: Path) -> None:
    listed = rookery("compare", "theirs", "--trust-peers", "--dry-run")
    assert (listed.code, listed.lines[0]) == (0, "4 queens on a 4x4 board, number of solutions  peer  seed 0")
    assert (folder / "was run").exists()
    assert rookery("compare", "theirs", "--trust-peers").code == 0
    (folder / "was run").unlink()
    backends._load_backend.cache_clear()  # a module that was imported before would not be run again
    assert rookery("report", "theirs").code == 0
    assert not (folder / "was run").exists()


@only_peer
def test_code_named_on_the_command_line_is_agreed_to(folder: Path) -> None:
    (folder / "mine.toml").write_text(
        'backends = "peer.py:Peer"\nproblems = ["n-queens --board 4"]\n', encoding="utf-8"
    )
    for words in (("compare", str(folder / "mine.toml")), (*QUEENS, f"{folder}/peer.py:Peer")):
        out = f"out-{len(words)}"
        assert rookery(*words, "--out", out).code == 0
        again = rookery(*words, "--out", out)
        assert (again.code, "earlier runs are reused, 0 remain" in again.err) == (0, True)
    assert "--trust-peers" in rookery("compare", out).err
