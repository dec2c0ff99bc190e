"""`--checkpoint` and `--cluster` on the command line."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.yardstick import comes_true

COUNT = ("solve", "placement", "--piece", "queen", "--board", "15", "--count", "15", "--count-solutions")
LIST = ("solve", "domination", "--piece", "queen", "--board", "6", "--all")


@pytest.mark.slow
def test_interrupted_count_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    command = [sys.executable, "-m", "rookery", *COUNT, "--json", "--checkpoint", str(kept)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert comes_true(kept.exists)
        sleep(0.2)  # it is somewhere in the search; wherever it is, it goes on
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate()
    assert (child.returncode, json.loads(out)["end"]) == (130, "interrupted")
    code, out_, err = rookery(*COUNT, "--json", "--workers", "2", "--checkpoint", str(kept))
    answer = json.loads(out_)
    assert (code, err, answer["count"], answer["complete"]) == (0, "", 2279184, True)  # OEIS A000170


def test_list_is_printed_again_from_its_checkpoint(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept")
    first, again = rookery(*LIST, "--checkpoint", kept), rookery(*LIST, "--checkpoint", kept)
    assert (first.code, again.code) == (0, 0)
    assert first.lines[:-1] == again.lines[:-1]  # the last line has the times
    code, out, err = rookery(*LIST[:5], "7", "--all", "--checkpoint", kept)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "6x6" in err


def test_checkpoint_is_written_however_short_the_limit(tmp_path: Path) -> None:
    queens, file = ("solve", "domination", "--piece", "queen", "--board", "9"), tmp_path / "queens.rookery"
    assert rookery(*queens, "--seconds", "1e-9", "--checkpoint", str(file)).code == 3
    assert file.is_file()
    assert rookery(*queens, "--checkpoint", str(file)).code == 0


def test_cluster_searches_on_other_processes() -> None:
    code, out, err = rookery(*COUNT, "--cluster", "local:2", "--json")
    answer = json.loads(out)
    assert (code, err, answer["backend"], answer["count"], answer["complete"]) == (0, "", "backtracking", 2279184, True)
