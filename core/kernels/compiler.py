"""Makes kernels ready: loads those on disk, and has others compiled by a separate process.

Meanwhile a search goes on as plain Python, and Ctrl-C ends it at once: inside LLVM no signal is heard. A search that is
answered before leaves the process to its work, so that the next one finds the kernel; of several such processes one
compiles, and the others wait for it as long as a caller waits for them.
"""

import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from importlib import import_module
from pathlib import Path
from threading import Lock
from time import sleep, time
from typing import TYPE_CHECKING, Any

from rookery.core.deadline import StandingClock
from rookery.core.files import open_to_add, try_lock
from rookery.core.kernels.jit import Kernel, import_emitter
from rookery.core.runtime import import_path, interpreter_command

if TYPE_CHECKING:
    import subprocess

PATIENCE = 0.05
WORTH_LOADING, WORTH_COMPILING = 0.008, 1.5  # seconds as plain Python
NO_PLACE = "no folder to keep it can be written, name one in NUMBA_CACHE_DIR"
Tell = Callable[[str], None]
Look = Callable[[], None]
Asked = tuple[Kernel, tuple[Any, ...]]  # a kernel, and the types that it is compiled for
CHILD = """
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
from rookery.core.kernels.compiler import compile_asked
compile_asked()
"""

_lock = Lock()
_at_work: dict[Kernel, "subprocess.Popen[bytes]"] = {}


def warn(line: str) -> None:
    """Tell the log."""
    from logging import getLogger  # few searches compile

    getLogger("rookery").warning(line)


def do_nothing() -> None:
    """Do nothing."""


def get_ready(kernel: Kernel, arguments: tuple[Any, ...], clock: StandingClock, look: Look = do_nothing) -> None:
    """Make a kernel ready while a clock stands still; `look` is called meanwhile, and may raise."""
    with clock.standing():
        while not (kernel.ready or go_on(kernel, kernel.types(*arguments))):
            look()
            sleep(PATIENCE)


def wait_until_ready(kernel: Kernel, types: tuple[Any, ...], tell: Tell = warn) -> None:
    """Make a kernel ready; `tell` is called before steps that take long."""
    while not go_on(kernel, types, tell):
        sleep(PATIENCE)


def go_on(kernel: Kernel, types: tuple[Any, ...], tell: Tell = warn) -> bool:
    """Do the next step to make a kernel ready, and return whether it is. To be called again and again."""
    with _lock:
        process = _at_work.get(kernel)
        if process is None and not kernel.ready and not kernel.is_kept(types):
            tell(announce(kernel, types))
            if kernel.folder is not None:
                _at_work[kernel] = process = start([(kernel, types)])
        if process is not None and process.poll() is None:
            return False
        _at_work.pop(kernel, None)
        kernel.load(types)  # where the process has failed, it is compiled here
        return True


_asked: ContextVar[list[Asked] | None] = ContextVar("asked", default=None)


@contextmanager
def listing_asked() -> Iterator[list[Asked]]:
    """List each kernel that is hastened in the block, and make none of them ready."""
    asked: list[Asked] = []
    before = _asked.set(asked)
    try:
        yield asked
    finally:
        _asked.reset(before)


def hasten(kernel: Kernel, *arguments: Any) -> None:
    """Continue making a kernel ready, once it has run long enough as plain Python for this to pay."""
    if (asked := _asked.get()) is not None:
        asked.append((kernel, kernel.types(*arguments)))
    elif not kernel.ready and kernel.spent >= WORTH_LOADING:
        types = kernel.types(*arguments)
        if kernel.spent >= WORTH_COMPILING or kernel.is_kept(types):
            go_on(kernel, types)


def announce(kernel: Kernel, types: tuple[Any, ...]) -> str:
    """A line that announces the next step, or says since when another process makes it."""
    how, folder = "2 to 20 s, outside every time limit", kernel.folder
    if folder is None:
        return f"rookery: compiling {kernel.title}: {how}; {NO_PLACE}"
    since = find_since(lock_path(kernel, types, folder))
    if since is not None:
        return f"rookery: still compiling {kernel.title}, since {since:.0f} s, in another process"
    how += "; `rookery doctor --warm` does it beforehand"
    return f"rookery: compiling {kernel.title}, once on this machine: {how}"


def stop() -> None:
    """End all that is being compiled for this process."""
    with _lock:
        end(_at_work.values())
        _at_work.clear()


def end(processes: "Iterable[subprocess.Popen[bytes]]") -> None:
    """End processes that compile."""
    for process in processes:
        process.kill()
        process.wait()


def compile_all(asked: Sequence[Asked]) -> Iterator[Kernel]:
    """Compile kernels by as many processes as there are processors, and give each kernel as soon as it is ready.

    A process compiles several, as much of what numba does for one kernel serves the next one.
    """
    processes = [start(asked) for kernel, _ in asked[: os.cpu_count()] if kernel.folder is not None]
    waiting = list(asked)
    try:
        while waiting:
            over = all(process.poll() is not None for process in processes)
            for kernel, types in waiting.copy():
                if over or kernel.is_kept(types):
                    wait_until_ready(kernel, types, lambda _: None)  # a search may compile it, or a process has failed
                    waiting.remove((kernel, types))
                    yield kernel
            sleep(4 * PATIENCE if waiting else 0)
    finally:
        end(processes)


def start(asked: Sequence[Asked]) -> "subprocess.Popen[bytes]":
    """A process that compiles a kernel, or those of several that no other process compiles."""
    import subprocess

    process = subprocess.Popen(
        interpreter_command(CHILD),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for us, who end it
    )
    named = [(kernel.__module__, kernel.__name__, types) for kernel, types in asked]
    with suppress(BrokenPipeError):  # it has died, as its end will say
        assert process.stdin is not None
        with process.stdin as line:
            line.write(pickle.dumps(import_path()) + pickle.dumps((named, os.getpid())))
    return process


def compile_asked() -> None:
    """Compile the kernels that standard input names, in a separate process, which keeps them on disk."""
    named, parent = pickle.load(sys.stdin.buffer)
    for module, name, types in named:
        kernel: Kernel = getattr(import_module(module), name)
        folder = kernel.folder
        assert folder is not None
        with only_one(lock_path(kernel, types, folder), parent, patient=len(named) == 1) as is_ours:
            if is_ours and not kernel.is_kept(types):
                import_emitter().leave_parts()
                kernel.load(types)


@contextmanager
def only_one(path: Path, parent: int, patient: bool = True) -> Iterator[bool]:
    """Wait until no other process is in the block, or give False; end where the one is gone who waits for this one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open_to_add(path) as file:
        while not try_lock(file.fileno()):
            if not patient:
                yield False
                return
            if os.getppid() != parent:
                raise SystemExit
            sleep(PATIENCE)
        with suppress(FileNotFoundError):  # the other one has removed it
            os.utime(path)  # `announce` tells since when
        yield True
        path.unlink(missing_ok=True)


def lock_path(kernel: Kernel, types: tuple[Any, ...], folder: Path) -> Path:
    """The file that is locked while a kernel is being compiled."""
    return folder / f"{kernel.file(types).name}.lock"


def find_since(path: Path) -> float | None:
    """The seconds since which another process compiles what a lock is for; None if none does."""
    with suppress(OSError):
        begun = path.stat().st_mtime
        with open_to_add(path) as file:
            if not try_lock(file.fileno()):
                return max(0.0, time() - begun)
    return None
