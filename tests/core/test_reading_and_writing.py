"""Files: only regular ones are read, nothing is written through a link, and all is written whole or not at all."""

import os
import socket
import subprocess
import sys
from contextlib import chdir
from errno import ENOSPC
from pathlib import Path
from unittest.mock import Mock

import pytest

from rookery.core.errors import BadInput
from rookery.core.files import (
    FileLock,
    NotRegular,
    open_to_add,
    open_to_read,
    read_bytes,
    replace_file,
    replacing,
    sweep,
    write_file,
)

READ = "import sys; from rookery.core.files import read_text; print(read_text(sys.argv[1], 'text'), end='')"


def test_only_regular_files_are_read_and_none_is_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    with chdir(tmp_path), socket.socket(socket.AF_UNIX) as made:
        made.bind("socket")
    for name, said in (("pipe", "not a regular"), ("socket", "not a regular"), ("loop", "link"), ("", "directory")):
        with pytest.raises(BadInput, match=f"cannot read .*: .*{said}.*; expected a word"):
            read_bytes(tmp_path / name, "a word")
    with pytest.raises(BadInput, match="cannot read /dev/zero: it is not a regular file"):
        read_bytes("/dev/zero", "a word")


def test_a_link_is_followed_where_a_user_has_named_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("word")
    (tmp_path / "link").symlink_to("file")
    assert read_bytes(tmp_path / "link", "a word") == b"word"
    with pytest.raises(BadInput, match="link: it is a symbolic link; name what it leads to; expected a word"):
        read_bytes(tmp_path / "link", "a word", follow=False)


@pytest.mark.parametrize("how", ["<(sleep 0.2; echo word)", "/dev/stdin < <(sleep 0.2; echo word)"])
def test_what_is_open_already_may_be_a_pipe(how: str) -> None:
    command = ["bash", "-c", f'"$0" -P -c "$1" {how}', sys.executable, READ]
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


def test_a_second_name_is_replaced_and_never_written(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    for name in ("one", "other", "lock"):
        (tmp_path / name).hardlink_to(tmp_path / "precious")
    replace_file(tmp_path / "one", "new")
    write_file(tmp_path / "other", "new")
    with pytest.raises(NotRegular, match="second name"):
        FileLock(tmp_path / "lock")
    assert (tmp_path / "precious").read_text() == "mine"


def test_nobody_foresees_under_which_name_a_file_is_written(tmp_path: Path) -> None:
    seen = set()
    for _ in range(8):
        with replacing(tmp_path / "file") as file:
            (name,) = set(os.listdir(tmp_path)) - {"file"}
            assert os.fstat(file.fileno()).st_ino == (tmp_path / name).stat().st_ino
            seen.add(name)
    assert len(seen) == 8
    assert os.listdir(tmp_path) == ["file"]


def test_a_folder_that_is_renamed_meanwhile_is_the_one_that_is_written(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "elsewhere").mkdir()
    with replacing(tmp_path / "folder" / "file") as file:
        (tmp_path / "folder").rename(tmp_path / "moved")
        (tmp_path / "folder").symlink_to("elsewhere")
        file.write(b"new")
    assert (tmp_path / "moved" / "file").read_text() == "new"
    assert os.listdir(tmp_path / "elsewhere") == []


def test_what_a_killed_process_has_left_is_swept(tmp_path: Path) -> None:
    left, others = tmp_path / f".file.{'0f' * 8}.new", [tmp_path / name for name in (".file.new", "file", ".f.00.new")]
    for each in (left, *others):
        each.write_text("")
    sweep(tmp_path / "file")
    assert sorted(os.listdir(tmp_path)) == sorted(each.name for each in others)


def test_a_file_is_read_where_it_is_open(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("word")
    with open_to_read(tmp_path / "file") as file:
        assert os.get_blocking(file.fileno())
        assert file.read() == b"word"


class DiskIsFull(Exception):
    """What ends a block halfway."""


def _break_off(path: Path) -> None:
    with replacing(path) as file:
        file.write(b"half of the new")
        raise DiskIsFull


@pytest.mark.parametrize("before", [None, b"the old one"])
def test_what_is_not_written_to_its_end_leaves_nothing(tmp_path: Path, before: bytes | None) -> None:
    path = tmp_path / "p.cert"
    if before is not None:
        path.write_bytes(before)
    with pytest.raises(DiskIsFull):
        _break_off(path)
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == (
        [] if before is None else [(path.name, before)]
    )


def test_a_disk_that_is_full_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "p.cert"
    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError(ENOSPC, os.strerror(ENOSPC))))
    with pytest.raises(BadInput, match=r"cannot write .*p\.cert: No space left"):
        replace_file(path, "new")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot write"):
        replace_file(tmp_path / "no folder" / "p.cert", "new")
