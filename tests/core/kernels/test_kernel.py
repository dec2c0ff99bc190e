"""Kernels: compiled by a child, kept on disk, loaded without numba; plain Python wherever that fails."""

import logging
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from rookery_tests.alarm import ctrl_c_after
from rookery_tests.yardstick import within

from rookery.core.deadline import Deadline
from rookery.core.kernels import emitter, kernel
from rookery.core.kernels.kernel import Kernel

pytestmark = pytest.mark.skipif(kernel.PLAIN, reason="nothing is compiled")
SOURCE = """
from typing import NamedTuple
import numpy as np
from rookery.core.kernels.kernel import entry

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
from own_kernel import Table, add, clear
from rookery.core.errors import RookeryError

table = Table(np.arange(6).reshape(2, 3), np.zeros(2, np.bool_), -100)
into = np.zeros(2, np.int64)
assert add.wait((table, into, 1)) and clear.wait((into, 1)), (add.failure, clear.failure)
print(add(table, into, 1), into, table.flags)
print(clear(into, 2), into)
print([name for name in ("numba", "llvmlite") if name in sys.modules])
try:
    add(table, into, 2)
    print("no error")
except RookeryError as error:
    print(error)
"""
ANSWERS = ["-88 [  0 -88] [False  True]", "None [0 0]", "[]"]


def ask(folder: Path, **environment: str) -> "subprocess.Popen[str]":
    """A process that calls two kernels, once they are compiled."""
    (folder / "own_kernel.py").write_text(SOURCE)
    own = {"NUMBA_CACHE_DIR": str(folder / "kept"), "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}
    command = [sys.executable, "-c", ASK]
    return subprocess.Popen(command, cwd=folder, env=os.environ | own | environment, stdout=-1, stderr=-1, text=True)


@pytest.mark.slow
def test_two_processes_compile_at_once_and_others_load_without_numba(tmp_path: Path) -> None:
    for process in [ask(tmp_path), ask(tmp_path)]:
        out, err = process.communicate()
        assert out.splitlines()[:3] == ANSWERS, err
        assert "compiling a sum of rows in 2 to 20 s, once on this machine" in err
    out, err = ask(tmp_path).communicate()
    assert (out.splitlines()[:3], err) == (ANSWERS, "")
    (folder,) = (tmp_path / "kept" / "rookery").iterdir()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [path.suffix for path in folder.iterdir()] == [".so", ".so"]


@pytest.mark.slow
def test_indices_are_checked_where_numba_is_told_to(tmp_path: Path) -> None:
    out, _ = ask(tmp_path, NUMBA_BOUNDSCHECK="1").communicate()
    assert out.splitlines() == [*ANSWERS, "a sum of rows failed with status 1"]


@pytest.mark.slow
def test_object_code_is_kept_without_a_linker(tmp_path: Path) -> None:
    for _ in range(2):
        out, _ = ask(tmp_path, PATH=str(tmp_path)).communicate()
        assert out.splitlines()[:3] == [*ANSWERS[:2], "['llvmlite']"]
    assert {path.suffix for path in tmp_path.glob("kept/rookery/kernels/*")} == {".o"}


def total(numbers: "np.ndarray[Any, np.dtype[np.int64]]", more: int) -> int:
    """The sum of some numbers, and one more."""
    found = more
    for number in numbers:
        found += int(number)
    return found


ARGUMENTS = np.arange(4), 5
add_up = Kernel(total, "a sum of some numbers")


@pytest.fixture(scope="module")
def code() -> bytes:
    """Object code, compiled the slow way, as with a numba whose internals have changed."""
    return emitter.emit(add_up, kernel.describe(ARGUMENTS))


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: bytes) -> Path:
    """The file of a kernel, which no process has loaded."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(emitter, "load_library", lambda _: None)
    folder = kernel.make_folder()
    assert folder == tmp_path / "rookery" / "kernels"
    emitter.keep(folder / add_up._name(kernel.describe(ARGUMENTS)), code)
    path = add_up.find(ARGUMENTS)
    assert path is not None
    return path


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Kernel:
    """The same kernel, not loaded; a child that compiles it fails."""
    kernel.warn.cache_clear()
    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(kernel, "CHILD", "raise SystemExit('no such type')")
    return Kernel(total, "a sum of some numbers")


def rewrite(path: Path, content: bytes) -> None:
    path.unlink()
    path.write_bytes(content)


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    rewrite(path, bytes(content))


def test_kept_kernel_is_loaded_once_that_pays(kept: Path, fresh: Kernel) -> None:
    fresh.hasten(*ARGUMENTS)
    assert fresh.compiled is None
    fresh.spent = kernel.WORTH_LOADING
    fresh.hasten(*ARGUMENTS)
    assert fresh.compiled is not None
    assert fresh(*ARGUMENTS) == 11


SPOILT: dict[str, Callable[[Path], Any]] = {
    "damaged": damage,
    "empty": lambda path: rewrite(path, b""),
    "cut short": lambda path: rewrite(path, path.read_bytes()[:-3000]),
    "no library": lambda path: rewrite(path, b"no library" + sha256(b"no library").digest()),
}


@pytest.mark.parametrize("how", SPOILT)
def test_spoilt_kernel_is_removed_and_compiled_again(
    how: str, kept: Path, fresh: Kernel, code: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    SPOILT[how](kept)
    monkeypatch.setattr(kernel, "CHILD", "")  # the test compiles it
    assert not fresh.wait(ARGUMENTS, Deadline(0))
    assert not kept.exists()
    emitter.keep(kept.with_suffix(""), code)
    assert fresh.wait(ARGUMENTS)
    assert fresh(*ARGUMENTS) == 11


def test_library_that_cannot_be_loaded_is_kept_as_object_code(
    kept: Path, code: bytes, fresh: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.unlink()
    monkeypatch.setattr(emitter, "load_library", Mock(side_effect=OSError("the folder is mounted with noexec")))
    emitter.keep(kept.with_suffix(""), code)
    assert fresh.find(ARGUMENTS) == kept.with_suffix(".o")
    assert fresh.wait(ARGUMENTS)
    assert fresh(*ARGUMENTS) == 11


def test_compiled_kernel_refuses_other_arguments(kept: Path, fresh: Kernel) -> None:
    assert fresh.wait(ARGUMENTS)
    frozen = np.arange(3)
    frozen.flags.writeable = False
    for numbers in (np.arange(3, dtype=np.int32), np.arange(6).reshape(2, 3), np.arange(6)[::2], frozen, 3, "abc"):
        with pytest.raises(TypeError):
            fresh(numbers, 1)
    with pytest.raises(TypeError):
        fresh(np.arange(3))
    for more in (1.5, np.float64(1.5), 1 << 63, True, np.int32(1), None):
        with pytest.raises(TypeError):
            fresh(np.arange(3), more)
    assert fresh(np.arange(3), np.int64(-4)) == -1


# What is replaced in `kernel`, and why nothing is compiled then.
WITHOUT: dict[str, tuple[Any, str]] = {
    "CHILD": ("raise SystemExit('no such type')", "cannot be compiled: no such type"),
    "name_folder": (
        lambda: Path("/proc/1/none"),
        "cannot be kept: /proc/1/none cannot be written, name another folder in NUMBA_CACHE_DIR",
    ),
    "find_spec": (
        lambda name: None if name == "numba" else find_spec(name),
        "cannot be compiled: numba is not installed",
    ),
}


@pytest.mark.parametrize("replaced", WITHOUT)
def test_plain_python_does_where_nothing_can_be_compiled(
    replaced: str, tmp_path: Path, fresh: Kernel, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other, failure = WITHOUT[replaced]
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kernel, replaced, other)
    for _ in range(2):
        assert not fresh.wait(ARGUMENTS)
        assert fresh(*ARGUMENTS) == 11
    assert fresh.failure == failure
    warnings = [line for line in caplog.messages if "slower" in line]
    assert warnings == [f"rookery: {fresh.title} {failure}; as plain Python it is 50 to 200 times slower"]


def test_wait_ends_at_the_deadline_and_hears_ctrl_c(
    tmp_path: Path, fresh: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kernel, "CHILD", "import time; time.sleep(600)")
    with within(5):
        assert not fresh.wait(ARGUMENTS, Deadline(0.2))
    assert (fresh.failure, fresh(*ARGUMENTS)) == ("", 11)
    with within(5), pytest.raises(KeyboardInterrupt), ctrl_c_after(0.2):
        fresh.wait(ARGUMENTS)
    assert fresh._child is not None
    fresh._child.kill()
    with fresh._child:
        assert not fresh.failure


def test_kernel_is_another_one_after_a_change_of_what_becomes_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    read, changed = kernel.read_source, set[str]()
    monkeypatch.setattr(kernel, "read_source", lambda name: read(name) + b"#" * (name in changed))

    def digest() -> str:
        kernel._digest_sources.cache_clear()
        return kernel._digest_sources("rookery.backends.engine.cover.kernel")

    seen = {digest()}
    changed.add("rookery.backends.engine.rivals.kernel")
    assert digest() in seen
    engine = "cover.kernel", "cover.state", "cover.dual", "kernels.native_bits", "kernels.native_blocks"
    for name in (*(f"rookery.backends.engine.{name}" for name in engine), "rookery.core.kernels.emitter"):
        changed.add(name)
        assert digest() not in seen, name
        seen.add(digest())
    kernel._digest_sources.cache_clear()


def test_numba_has_the_internals_that_are_patched() -> None:
    codegen = emitter._codegen
    assert hasattr(codegen.CPUCodeLibrary, "_optimize_final_module")
    assert hasattr(codegen.JitEngine, "finalize_object")
    assert hasattr(codegen.JITCPUCodegen, "set_env")
