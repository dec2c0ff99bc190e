"""Links, pipes, devices and folders given in place of files: read like the file or refused in one line, at once."""

import os
import socket
import sys
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from random import Random

import pytest

import rookery as rk

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
QUEENS = rk.placement("queen", 6, count=6)
READERS: dict[str, Callable[[Path], object]] = {
    "model.cnf": lambda path: rk.solve_model(rk.read_model(path), want="count").count,
    "graph.gr": lambda path: rk.read_graph(path).edges,
    "proof.cert": lambda path: rk.verify(path).claim,
    "search": lambda path: rk.solve(QUEENS, want="count", resume=path).count,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "model.cnf").write_text(rk.export(QUEENS, "dimacs"))
    (tmp_path / "graph.gr").write_text("p ds 3 2\n1 2\n2 3\n")
    rk.certify(QUEENS, want="count").write(tmp_path / "proof.cert")
    rk.solve(QUEENS, want="count", checkpoint=tmp_path / "search")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    with chdir(tmp_path), socket.socket(socket.AF_UNIX) as made:
        made.bind("socket")
    return tmp_path


@pytest.mark.parametrize("name", READERS)
def test_links_to_files_are_followed_unless_the_file_is_written(name: str, folder: Path) -> None:
    read, random, target = READERS[name], Random(name), folder / name
    for number in range(3):
        link = folder / "folder" / f"{number}{target.suffix}"
        link.symlink_to(random.choice((target, os.path.relpath(target, folder / "folder"))))
        target = link
    if name == "search":  # the checkpoint that is resumed is written again
        with pytest.raises(rk.BadInput, match="symbolic link"):
            read(target)
    else:
        assert read(target) == read(folder / name)


@pytest.mark.parametrize("name", READERS)
def test_what_is_no_file_is_refused(name: str, folder: Path) -> None:
    for there in (folder / "pipe", folder / "folder", folder / "socket", folder / "absent", Path("/dev/zero")):
        for path in (there, folder / f"link to {there.name}{Path(name).suffix}"):
            if path != there:
                path.symlink_to(there)
            with pytest.raises(rk.RookeryError) as refused:
                READERS[name](path)
            assert "\n" not in str(refused.value), path
