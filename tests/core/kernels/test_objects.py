"""Kernels as files: loaded without numba, and only if whole, ours, and compiled for these arguments and sources."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rookery.core.kernels.emitter as emitter
from rookery.core.kernels import compiler, jit, objects
from rookery.core.kernels.jit import entry
from rookery.core.kernels.signatures import WrongArguments

pytestmark = pytest.mark.skipif(jit.PLAIN, reason="nothing is compiled")
KERNEL = """
from typing import NamedTuple
import numpy as np
from rookery.core.kernels.jit import entry

class Table(NamedTuple):
    rows: np.ndarray
    flags: np.ndarray
    least: int

@entry("a sum of rows")
def add(table: Table, into: np.ndarray, row: int) -> int:
    total = table.least
    for column in range(table.rows.shape[1]):
        total += table.rows[row, column]
    into[row] = total
    table.flags[row] = True
    return total

@entry("nothing")
def clear(into: np.ndarray, many: int) -> None:
    for at in range(many):
        into[at] = 0
"""
ASK = """
import sys
import numpy as np
from kernel import Table, add, clear
from rookery.core.kernels.compiler import wait_until_ready

table = Table(np.arange(6).reshape(2, 3), np.zeros(2, np.bool_), -100)
into = np.zeros(2, np.int64)
wait_until_ready(add, add.types(table, into, 1), tell=print)
wait_until_ready(clear, clear.types(into, 1), tell=print)
print(add(table, into, 1), into, table.flags)
print(clear(into, 2), into)
print([name for name in ("numba", "llvmlite") if name in sys.modules])
try:
    add(table, into, 2)
    print("no error")
except IndexError as error:
    print(error)
"""
SAID = ["-88 [  0 -88] [False  True]", "None [0 0]", "[]"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with kernels, and those compiled, once."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "kernel.py").write_text(KERNEL)
    first, second, *said = ask(folder, NUMBA_BOUNDSCHECK="")
    assert "compiling a sum of rows, once on this machine" in first
    assert "compiling nothing, once on this machine" in second
    assert said[:3] == SAID
    return folder


def ask(folder: Path, before: str = "", **environment: str) -> list[str]:
    """The lines that a process of its own says, after some code."""
    own = {"NUMBA_CACHE_DIR": str(folder / "kept"), "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}
    whole = {**os.environ, **own, **environment}
    ended = subprocess.run([sys.executable, "-c", before + ASK], cwd=folder, env=whole, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines()


@pytest.mark.slow
def test_kept_kernel_is_loaded_without_numba(made: Path) -> None:
    assert ask(made, NUMBA_BOUNDSCHECK="")[:3] == SAID


@pytest.mark.slow
def test_indices_are_checked_where_numba_is_told_to(made: Path) -> None:
    first, _, *said = ask(made, NUMBA_BOUNDSCHECK="1")
    assert "compiling a sum" in first  # another kernel than that which checks nothing
    assert said[:3] == SAID
    assert "out of bounds" in said[3]


@pytest.mark.slow
def test_object_code_is_kept_without_a_linker(made: Path) -> None:
    own = {"PATH": str(made), "NUMBA_CACHE_DIR": str(made / "unlinked")}
    said = [*SAID[:2], "['llvmlite']"]
    assert ask(made, **own)[2:5] == said
    assert {path.suffix for path in (made / "unlinked" / "rookery").iterdir()} == {".o"}
    assert ask(made, **own)[:3] == said


@entry("a sum of some numbers")
def add_up(numbers: "np.ndarray[Any, np.dtype[np.int64]]", more: int) -> int:
    """The sum of some numbers, and one more."""
    total = more
    for number in numbers:
        total += int(number)
    return total


TYPES = add_up.types(np.arange(3), 1)


@pytest.fixture(scope="module")
def code() -> bytes:
    return emitter.emit(add_up.function, TYPES)


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: bytes) -> Path:
    """The file of a kernel, which is loaded."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    folder = objects.find_folder()
    assert folder is not None
    add_up.file(TYPES).keep(folder, code, emitter.link(code))
    (path,) = folder.iterdir()
    rewrite(path, path.read_bytes())
    loaded = add_up.file(TYPES).load()
    assert loaded is not None
    assert loaded(np.arange(4), 5) == 11
    return path


def rewrite(path: Path, content: bytes) -> None:
    """Replace a file: one that is loaded must not be changed, or this process would crash at its end."""
    mode = path.stat().st_mode
    path.unlink()
    path.write_bytes(content)
    path.chmod(mode)


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    rewrite(path, bytes(content))


def make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def link(path: Path) -> None:
    path.rename(path.with_name("other"))
    path.symlink_to("other")


SPOILT: dict[str, Callable[[Path], Any]] = {
    "damaged": damage,
    "cut short": lambda path: rewrite(path, path.read_bytes()[:-1]),
    "others may write it": lambda path: path.chmod(0o666),
    "others may replace it": lambda path: path.parent.chmod(0o777),
    "a link": link,
    "a folder": make_folder,
    "of another kernel": lambda path: path.rename(path.with_name(path.name.replace("add_up", "add_down"))),
    "of other sources": lambda path: path.rename(path.with_name(path.name.replace("add_up-", "add_up-0"))),
}


@pytest.mark.parametrize("how", SPOILT)
def test_spoilt_kernel_is_not_loaded(how: str, kept: Path) -> None:
    SPOILT[how](kept)
    assert not add_up.is_kept(TYPES)
    assert add_up.file(TYPES).load() is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no owners")
def test_kernel_of_another_user_is_not_loaded(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert os.getuid() in objects.find_owners()
    monkeypatch.setattr(objects, "find_owners", lambda: {kept.stat().st_uid + 1})
    assert not add_up.is_kept(TYPES)
    assert add_up.file(TYPES).load() is None


def test_library_that_does_not_load_is_compiled_in_memory(kept: Path, code: bytes) -> None:
    """Such as a library of another system, under the right name; the file that is loaded must not be changed."""
    kept.unlink()
    file = add_up.file(TYPES)
    file._write(kept.parent, b"no library", ".so")
    assert add_up.is_kept(TYPES)
    assert file.load() is None
    assert file.load_code(code)(np.arange(4), 5) == 11


def test_kernel_refuses_other_arguments(kept: Path) -> None:
    loaded = add_up.file(TYPES).load()
    assert loaded is not None
    frozen = np.arange(3)
    frozen.flags.writeable = False
    for numbers in (np.arange(3, dtype=np.int32), np.arange(6).reshape(2, 3), np.arange(6)[::2], frozen, 3, "abc"):
        with pytest.raises(WrongArguments):
            loaded(numbers, 1)
    with pytest.raises(WrongArguments):
        loaded(np.arange(3))
    for more in (1.5, np.float64(1.5), 1 << 63, True, np.int32(1), None):
        with pytest.raises(WrongArguments):
            loaded(np.arange(3), more)
    assert loaded(np.arange(3), np.int64(-4)) == -1


def test_old_kernels_are_removed(kept: Path, code: bytes) -> None:
    for number in range(objects.MAX_KEPT + 3):
        kept.with_name(f"{add_up.__module__}.add_up-{number:032}-0{kept.suffix}").touch()
    add_up.file(TYPES).keep(kept.parent, code, emitter.link(code))
    assert len(list(kept.parent.iterdir())) == objects.MAX_KEPT
    assert add_up.is_kept(TYPES)


def test_only_one_process_compiles_a_kernel(kept: Path) -> None:
    kept.unlink()
    path = compiler.lock_path(add_up, TYPES, kept.parent)
    path.touch()
    assert "compiling a sum of some numbers, once on this machine" in compiler.announce(add_up, TYPES)
    holder = f"""
import os, sys
from pathlib import Path
from rookery.core.kernels.compiler import only_one
path = Path({str(path)!r})
with only_one(path, os.getppid()):
    os.utime(path, (path.stat().st_mtime - 4000,) * 2)
    print("held", flush=True)
    sys.stdin.read()
"""
    with subprocess.Popen([sys.executable, "-c", holder], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        assert "still compiling a sum of some numbers, since 40" in compiler.announce(add_up, TYPES)
        process.communicate()
    assert not path.exists()
