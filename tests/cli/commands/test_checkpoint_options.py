"""`--checkpoint` and `--resume`: an interrupted command goes on, and what cannot be is told in one line."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.yardstick import comes_true, slowness

pytestmark = pytest.mark.slow

COUNT = ("solve", "placement", "--piece", "queen", "--board", "16", "--count", "16", "--count-solutions")
LIST = ("solve", "domination", "--piece", "queen", "--board", "6", "--all")


@pytest.mark.full
def test_an_interrupted_count_goes_on(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    command = [sys.executable, "-m", "rookery", *COUNT, "--json", "--checkpoint", str(kept)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert comes_true(kept.exists)
        sleep(0.5)  # it is somewhere in the search; wherever it is, it goes on
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate()
    first = json.loads(out)
    assert (child.returncode, first["end"]) == (130, "interrupted")
    code, out_, err = rookery(*COUNT, "--json", "--workers", "2", "--resume", str(kept))
    answer = json.loads(out_)
    assert (code, err, answer["count"], answer["complete"]) == (0, "", 14772512, True)  # OEIS A000170
    assert answer["times"]["search"] < 60 * slowness()


def test_a_list_is_printed_again_from_its_file(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept")
    first, again = rookery(*LIST, "--checkpoint", kept), rookery(*LIST, "--resume", kept)
    assert (first.code, again.code) == (0, 0)
    assert first.lines[:-1] == again.lines[:-1]  # the last line tells the times


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--resume", "{missing}"), "cannot read {missing}: No such file or directory"),
        (("--checkpoint", "{there}"), "{there} exists; go on from it with resume, or name another file"),
        (("--resume", "{there}"), "{there} is not a checkpoint, or is damaged"),
        (("--checkpoint", "{missing}", "--backend", "sat"), "backend sat cannot save checkpoints; drop the option"),
    ],
)
def test_one_line_for_what_cannot_be(more: tuple[str, ...], message: str, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("four queens")
    names = {"missing": str(tmp_path / "missing"), "there": str(tmp_path / "there")}
    code, out, err = rookery(*LIST, *(each.format(**names) for each in more))
    assert (code, out) == (2, "")
    assert err.startswith(f"rookery: {message.format(**names)}")
    assert err.count("\n") == 1


def test_a_checkpoint_of_another_board_is_refused(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept")
    assert rookery(*LIST, "--checkpoint", kept).code == 0
    code, out, err = rookery(*LIST[:5], "7", "--all", "--resume", kept)
    assert (code, out) == (2, "")
    assert "problem Dominating a 6x6 board with queens there, Dominating a 7x7 board with queens here" in err


def test_a_checkpoint_is_there_however_short_the_limit(tmp_path: Path) -> None:
    queens, file = ("solve", "domination", "--piece", "queen", "--board", "9"), tmp_path / "queens.rookery"
    found = rookery(*queens, "--seconds", "1e-9", "--checkpoint", str(file))
    assert found.code == 3
    assert file.is_file()
    assert rookery(*queens, "--resume", str(file)).code == 0
