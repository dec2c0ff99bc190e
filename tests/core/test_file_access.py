"""Files: read within bounds, written whole or not at all, locked."""

import os
from errno import ENOSPC
from pathlib import Path
from unittest.mock import Mock

import pytest

from rookery.core.files import FileLock, LockHeld, read_bytes, read_text, replace_file, replacing, write_file
from rookery.models import BadInput


def test_files_are_read_within_bounds(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"\xef\xbb\xbfword\xff")
    assert read_bytes(tmp_path / "file", "a word", most=8) == b"\xef\xbb\xbfword\xff"
    with pytest.raises(BadInput, match="file is too large"):
        read_bytes(tmp_path / "file", "a word", most=7)
    with pytest.raises(BadInput, match=r"cannot read .*: the byte at 4 is not UTF-8; expected a word"):
        read_text(tmp_path / "file", "a word")
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(BadInput, match="cannot read"):
            read_bytes(path, "a word")


def test_files_are_replaced_and_links_followed_where_a_user_names_them(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    for name in ("one", "other"):
        (tmp_path / name).symlink_to("precious")
    (tmp_path / "second").hardlink_to(tmp_path / "precious")
    replace_file(tmp_path / "one", "new")
    write_file(tmp_path / "second", "new")
    assert (tmp_path / "precious").read_text() == "mine"
    write_file(tmp_path / "other", "new")
    assert (tmp_path / "precious").read_text() == "new"
    assert (tmp_path / "other").is_symlink()
    write_file(Path("/dev/null"), "new")
    assert not Path("/dev/null").is_file()
    with pytest.raises(BadInput, match="cannot write"):
        write_file(tmp_path, "new")


def test_lock_is_held_by_one(tmp_path: Path) -> None:
    with FileLock(tmp_path / "lock"):
        with pytest.raises(LockHeld) as held:
            FileLock(tmp_path / "lock")
        assert held.value.who == f" (process {os.getpid()})"
    with FileLock(tmp_path / "lock"), pytest.raises(OSError, match="No such file"):
        FileLock(tmp_path / "none" / "lock")


def break_off(path: Path) -> None:
    with replacing(path) as file:
        file.write(b"half of the new")
        raise ZeroDivisionError


@pytest.mark.parametrize("before", [None, b"the old one"])
def test_interrupted_writing_leaves_the_old_file(tmp_path: Path, before: bytes | None) -> None:
    path = tmp_path / "p.cert"
    if before is not None:
        path.write_bytes(before)
    with pytest.raises(ZeroDivisionError):
        break_off(path)
    assert [each.read_bytes() for each in tmp_path.iterdir()] == ([] if before is None else [before])


def test_full_disk_is_bad_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="cannot write"):
        replace_file(tmp_path / "no folder" / "p.cert", "new")
    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError(ENOSPC, os.strerror(ENOSPC))))
    with pytest.raises(BadInput, match="No space left"):
        replace_file(tmp_path / "p.cert", "new")
    assert list(tmp_path.iterdir()) == []
