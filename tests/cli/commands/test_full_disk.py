"""A disk that is full while a campaign is run: one line and exit code 2, and the runs so far are kept."""

import os
import sqlite3
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.command_line import rookery

from rookery.cli import exits
from rookery.compare.records import store
from rookery.compare.records.store import read_store

ASKED = ("compare", "placement", "--piece", "queen", "--boards", "4", "--backends", "backtracking", "--out")


def test_the_store_cannot_grow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(_: object) -> Any:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(store, "_row", fill)
        ended = rookery(*ASKED, str(tmp_path / "out"))
    path = tmp_path / "out" / "runs.sqlite"
    said = f"rookery: {path}: database or disk is full; the runs so far are kept, make room and start again"
    assert (ended.code, ended.out, ended.err.splitlines()[-1]) == (2, "", said)
    assert rookery(*ASKED, str(tmp_path / "out")).code == 0
    assert len(read_store(tmp_path / "out")[0]) == 1


@pytest.mark.parametrize("name", ["campaign.json", "report.html"])
@pytest.mark.full
def test_a_file_of_the_folder_cannot_be_written(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = os.replace

    def fill(beside: str, place: str, **folder: Any) -> None:
        if Path(place).name == name:
            raise OSError(ENOSPC, os.strerror(ENOSPC))
        replace(beside, place, **folder)

    monkeypatch.setattr(os, "replace", fill)
    ended = rookery(*ASKED, str(tmp_path / "out"))
    assert (ended.code, ended.err.splitlines()[-1]) == (
        2,
        f"rookery: cannot write {tmp_path / 'out' / name}: No space left on device",
    )
    assert not [each for each in os.listdir(tmp_path / "out") if each.endswith(".new")]


def test_a_full_disk_is_no_bug(capfd: pytest.CaptureFixture[str]) -> None:
    assert exits.after(OSError(ENOSPC, os.strerror(ENOSPC), "/tmp")) == exits.BAD_INPUT
    assert exits.after(OSError(5, "Input/output error")) == exits.BUG
