"""Files: only regular ones are read, nothing is written through a link, and all is written whole or not at all."""

import os
import socket
import subprocess
import sys
import zlib
from contextlib import chdir
from errno import ENOSPC
from pathlib import Path
from unittest.mock import Mock

import pytest

from rookery.core.errors import BadInput
from rookery.core.files import (
    Damaged,
    FileLock,
    NotRegular,
    expand,
    open_to_add,
    open_to_read,
    read_bytes,
    replace_file,
    replacing,
    sweep,
    write_file,
)

READ = "import sys; from rookery.core.files import read_text; print(read_text(sys.argv[1], 'text'), end='')"
CONTENT = bytes(1000)
PACKED = zlib.compress(CONTENT)


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    with chdir(tmp_path), socket.socket(socket.AF_UNIX) as made:
        made.bind("socket")
    for path in (tmp_path / "pipe", tmp_path / "socket", tmp_path / "loop", tmp_path, Path("/dev/zero")):
        with pytest.raises(BadInput, match="cannot read"):
            read_bytes(path, "a word")


def test_links_are_followed_only_where_that_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("word")
    (tmp_path / "link").symlink_to("file")
    assert read_bytes(tmp_path / "link", "a word") == b"word"
    with pytest.raises(BadInput, match="symbolic link"):
        read_bytes(tmp_path / "link", "a word", follow=False)
    with open_to_read(tmp_path / "file") as file:
        assert os.get_blocking(file.fileno())


def test_open_pipes_are_read() -> None:
    command = ["bash", "-c", '"$0" -P -c "$1" <(sleep 0.2; echo word)', sys.executable, READ]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "word\n"


@pytest.mark.parametrize("there", ["link", "dangling", "pipe", "folder"])
def test_nothing_is_written_through_what_is_no_file(tmp_path: Path, there: str) -> None:
    path, precious = tmp_path / "in" / "file", tmp_path / "precious"
    path.parent.mkdir()
    precious.write_text("mine")
    if there == "pipe":
        os.mkfifo(path)
    elif there == "folder":
        path.mkdir()
    else:
        path.symlink_to(precious if there == "link" else tmp_path / "absent")
    for write in (lambda: replace_file(path, "new"), lambda: FileLock(path), lambda: open_to_add(path)):
        with pytest.raises((BadInput, NotRegular, IsADirectoryError)):
            write()
    if there != "pipe":  # which a user may name for output
        with pytest.raises(BadInput, match="cannot write"):
            write_file(path, "new")
    assert precious.read_text() == "mine"
    assert sorted(os.listdir(tmp_path)) == ["in", "precious"]
    assert os.listdir(path.parent) == ["file"]


def test_second_names_are_replaced_and_never_written(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    for name in ("one", "other", "lock"):
        (tmp_path / name).hardlink_to(tmp_path / "precious")
    replace_file(tmp_path / "one", "new")
    write_file(tmp_path / "other", "new")
    with pytest.raises(NotRegular, match="second name"):
        FileLock(tmp_path / "lock")
    assert (tmp_path / "precious").read_text() == "mine"


def test_files_of_killed_processes_are_swept(tmp_path: Path) -> None:
    left, others = tmp_path / f".file.{'0f' * 8}.new", [tmp_path / name for name in (".file.new", "file", ".f.00.new")]
    for each in (left, *others):
        each.write_text("")
    sweep(tmp_path / "file")
    assert sorted(os.listdir(tmp_path)) == sorted(each.name for each in others)


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


def test_packed_bytes_are_expanded_up_to_a_bound() -> None:
    assert expand(PACKED, 1000) == CONTENT
    for most in (0, 999):
        with pytest.raises(Damaged, match="too long"):
            expand(PACKED, most)
    for packed in (b"", PACKED[:-1], PACKED + b"x", b"x" + PACKED, PACKED[:-1] + b"x"):
        with pytest.raises(Damaged):
            expand(packed, 1000)
