"""Links, pipes, devices and folders given in place of files: read like the file, or refused in one line."""

import os
import socket
import sys
from collections.abc import Callable
from contextlib import chdir, suppress
from pathlib import Path
from random import Random
from threading import Thread

import pytest

import rookery as rk

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
QUEENS = rk.placement("queen", 6, count=6)
READERS: dict[str, Callable[[Path], object]] = {
    "model.cnf": lambda path: rk.solve_model(rk.read_model(path), want="count").count,
    "graph.gr": lambda path: rk.read_graph(path).edges,
    "proof.cert": lambda path: rk.verify(path).claim,
    "search": lambda path: rk.solve(QUEENS, want="count", checkpoint=path).count,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "model.cnf").write_text(rk.export(QUEENS, "dimacs"))
    (tmp_path / "graph.gr").write_text("p ds 3 2\n1 2\n2 3\n")
    rk.certify(QUEENS, want="count").write(tmp_path / "proof.cert")
    rk.solve(QUEENS, want="count", checkpoint=tmp_path / "search")
    (tmp_path / "folder").mkdir()
    with chdir(tmp_path), socket.socket(socket.AF_UNIX) as made:
        made.bind("socket")
    return tmp_path


def read_or_refuse(name: str, path: Path) -> object:
    """Return what is read, or the error."""
    try:
        return READERS[name](path)
    except rk.RookeryError as error:
        return error


def require_read_or_refused(found: object, expected: object) -> None:
    assert "\n" not in str(found) if isinstance(found, rk.RookeryError) else found == expected


@pytest.mark.parametrize("name", READERS)
def test_links_to_files_are_read_or_refused(name: str, folder: Path) -> None:
    random, target, expected = Random(name), folder / name, READERS[name](folder / name)
    for number in range(3):
        link = folder / "folder" / f"{number}{target.suffix}"
        link.symlink_to(random.choice((target, os.path.relpath(target, folder / "folder"))))
        target = link
    require_read_or_refused(read_or_refuse(name, target), expected)


@pytest.mark.parametrize("name", READERS)
def test_pipes_are_read_or_refused(name: str, folder: Path) -> None:
    pipe, content = folder / f"pipe{Path(name).suffix}", (folder / name).read_bytes()
    expected = READERS[name](folder / name)
    os.mkfifo(pipe)

    def write() -> None:
        with suppress(OSError):
            pipe.write_bytes(content)

    writer = Thread(target=write)
    writer.start()
    found = read_or_refuse(name, pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)  # lets go a writer that still waits
    writer.join()
    os.close(reader)
    require_read_or_refused(found, expected)


@pytest.mark.parametrize("name", READERS)
def test_what_is_no_file_is_refused(name: str, folder: Path) -> None:
    absent = [] if name == "search" else [folder / "absent"]  # a new checkpoint
    for there in (folder / "folder", folder / "socket", *absent, Path("/dev/zero")):
        for path in (there, folder / f"link to {there.name}{Path(name).suffix}"):
            if path != there:
                path.symlink_to(there)
            refused = read_or_refuse(name, path)
            assert isinstance(refused, rk.RookeryError), path
            assert "\n" not in str(refused), path
