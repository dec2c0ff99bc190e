"""A disk that is full while a campaign is run: one line, exit code 2, and the runs so far are kept."""

import os
import sqlite3
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.command_line import rookery

from rookery.compare import store
from rookery.compare.store import read_store

COMPARE = ("compare", "placement", "--piece", "queen", "--board", "4", "--backend", "backtracking", "--out")


def test_store_that_cannot_grow_keeps_its_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(_: object) -> Any:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(store, "_encode", fill)
        ended = rookery(*COMPARE, str(tmp_path / "out"))
    assert (ended.code, ended.out) == (2, "")
    assert "disk is full" in ended.err.splitlines()[-1]
    assert rookery(*COMPARE, str(tmp_path / "out")).code == 0
    assert len(read_store(tmp_path / "out")[0]) == 1


def test_report_that_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = os.replace

    def fill(beside: str, place: str, **folder: Any) -> None:
        if Path(place).name == "report.html":
            raise OSError(ENOSPC, os.strerror(ENOSPC))
        replace(beside, place, **folder)

    monkeypatch.setattr(os, "replace", fill)
    ended = rookery(*COMPARE, str(tmp_path / "out"))
    assert ended.code == 2
    assert "No space left" in ended.err.splitlines()[-1]
    assert not [each for each in os.listdir(tmp_path / "out") if each.endswith(".new")]
