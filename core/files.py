"""Files: read within bounds, written whole or not at all, locked, and refused in one line if that cannot be done.

This is the one place that opens files whose names come from outside. A folder may come from another person, and an
entry there under one of our names may be a link to a file of the user, a pipe without a writer, or a device. So:

- only regular files are read, which the open file says and not its name, and no pipe is waited for. The names of files
  that are open already, such as `/dev/stdin` or what a shell gives for `<(...)`, may stand for anything;
- nothing is written through a link: new content goes to a file under an unpredictable name, which then replaces the
  regular file, if there is one; what is written in place is regular, with no other name;
- with `follow=False` no link is read either: for files that a folder holds and no user has named.

SQLite opens its files itself; `rookery.compare.records.store` looks at them first.
"""

import os
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EINVAL, EISDIR, ELOOP, EMLINK, ENXIO
from glob import escape
from pathlib import Path
from stat import S_ISDIR, S_ISLNK, S_ISREG
from types import TracebackType
from typing import Any, BinaryIO, Self

from rookery.core.errors import BadInput, show_value


class Damaged(ValueError):
    """Packed bytes that cannot be expanded, or that would become more than they may."""


def expand(packed: bytes, most: int, wbits: int = zlib.MAX_WBITS, dictionary: bytes = b"") -> bytes:
    """Expand a whole deflated stream, and nothing behind it, to at most `most` bytes; raises `Damaged`.

    What is packed small may become large: no more than a byte beyond the bound is ever made.
    """
    press = zlib.decompressobj(wbits, zdict=dictionary) if dictionary else zlib.decompressobj(wbits)
    try:
        content = press.decompress(packed, most + 1)
    except zlib.error as error:
        raise Damaged(f"it cannot be expanded: {error}") from None
    if len(content) > most or not press.eof or press.unused_data:
        raise Damaged("it is cut short, too long, or followed by something else")
    return content


class Closing(ABC):
    """A resource for a `with` statement, which closes it however the block ends."""

    @abstractmethod
    def close(self) -> None:
        """Let go what it holds; does nothing when called again."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


NO_LINK, NO_WAIT = getattr(os, "O_NOFOLLOW", 0), getattr(os, "O_NONBLOCK", 0)
ALWAYS = getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
OPEN_ALREADY, DESCRIPTORS = ("/dev/stdin", "/dev/stdout", "/dev/stderr"), ("/dev/fd", "/proc/self/fd")
LINK, IRREGULAR = "it is a symbolic link; name what it leads to", "it is not a regular file"
BESIDE = 50  # characters of a name in that of the file which takes its place
MAX_BYTES = 16 << 20  # a drawing of the largest board with blanks between its signs is half as long
CHUNK = 1 << 20  # bytes that are read at once
MAX_MODEL_BYTES = 32 << 20  # a model takes 20 to 40 times the memory of its file


class NotRegular(OSError):
    """The entry under a name is not a regular file."""


def read_text(
    path: str | Path, expected: str, most: int = MAX_BYTES, shown: str | None = None, *, follow: bool = True
) -> str:
    """The text of a file in UTF-8; raises `BadInput` if it cannot be read, is longer than `most` bytes, or no text.

    `expected` says what is accepted; messages call the file `shown`.
    """
    name = str(path) if shown is None else shown
    with refusing_unreadable(name, expected):
        return read_bytes(path, expected, most, name, follow=follow).decode("utf-8-sig")


def take_path(given: Any) -> Path:
    """A path, of a path or its text; raises `BadInput` for anything else."""
    if not isinstance(given, str | os.PathLike):
        raise BadInput(f"file {show_value(given)}: expected the name of a file, as text or as a Path")
    return Path(given)


def read_bytes(
    path: str | Path, expected: str, most: int = MAX_BYTES, shown: str | None = None, *, follow: bool = True
) -> bytes:
    """The content of a file; raises `BadInput` if it cannot be read or is longer than `most` bytes."""
    name = str(take_path(path)) if shown is None else shown
    with refusing_unreadable(name, expected), open_to_read(path, follow=follow) as file:
        return read_stream(file, name, most)


def open_to_read(path: str | Path, *, follow: bool = True) -> BinaryIO:
    """A regular file, opened for reading; raises `OSError` if there is no such file."""
    return os.fdopen(_open(path, os.O_RDONLY, follow=follow or _is_open_already(path)), "rb")


def open_to_add(path: str | Path) -> BinaryIO:
    """A regular file, opened for reading and appending, made if it does not exist; raises `OSError`."""
    descriptor = _open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
    if os.fstat(descriptor).st_nlink > 1:
        os.close(descriptor)
        raise NotRegular(EINVAL, "it is a file with a second name", str(path))
    return os.fdopen(descriptor, "a+b")


def _open(path: str | Path, flags: int, *, follow: bool = False) -> int:
    """A descriptor of a regular file, which nothing was waited for."""
    try:
        descriptor = os.open(path, flags | (0 if follow else NO_LINK) | NO_WAIT | ALWAYS, 0o666)
    except OSError as error:
        if error.errno in (ELOOP, EMLINK) and os.path.islink(path):
            raise NotRegular(error.errno, LINK, str(path)) from None
        if error.errno == ENXIO:  # such as a socket
            raise NotRegular(error.errno, IRREGULAR, str(path)) from None
        raise
    mode = os.fstat(descriptor).st_mode
    if S_ISREG(mode) or (_is_open_already(path) and not S_ISDIR(mode)):
        if NO_WAIT:
            os.set_blocking(descriptor, True)
        return descriptor
    os.close(descriptor)
    if S_ISDIR(mode):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
    raise NotRegular(EINVAL, IRREGULAR, str(path))


def _is_open_already(path: str | Path) -> bool:
    """Return whether a name means a file that the parent process has opened."""
    return str(path) in OPEN_ALREADY or os.path.dirname(path) in DESCRIPTORS


def read_stream(file: BinaryIO, shown: str, most: int = MAX_BYTES) -> bytes:
    """Read the rest of an open file or a pipe; raises `BadInput` if that is longer than `most` bytes."""
    content = bytearray()
    while part := file.read(min(CHUNK, most + 1 - len(content))):  # `read` allocates all that it is asked for
        content += part
    if len(content) > most:
        raise BadInput(f"{shown} is too large: at most {most >> 20} MiB are read")
    return bytes(content)


@contextmanager
def refusing_unreadable(shown: str | Path, expected: str = "") -> Iterator[None]:
    """Raise `BadInput` for a file that cannot be read, or is no text; `expected` says what is accepted."""
    accepted = f"; expected {expected}" if expected else ""
    try:
        yield
    except OSError as error:
        raise BadInput(f"cannot read {shown}: {error.strerror or error}{accepted}") from None
    except UnicodeDecodeError as error:
        at = f"the byte at {error.start:,} is not UTF-8"
        raise BadInput(f"cannot read {shown}: {at}{accepted}") from None


@contextmanager
def refusing_unwritable(shown: str | Path) -> Iterator[None]:
    """Raise `BadInput` for a file that cannot be written."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"cannot write {shown}: {error.strerror or error}") from None


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """An open file that takes the place of `path` when the block ends; a block that raises leaves all as it was.

    The new content is on the disk before it takes the place of the old one, so that a crash leaves one of the two.
    Raises `BadInput` if the file cannot be written, and if something else than a regular file stands there.
    """
    with refusing_unwritable(path), _in_folder(path) as folder:
        check_replaceable(path)
        own = path.with_name(f".{path.name[:BESIDE]}.{os.urandom(8).hex()}.new")
        beside, place = (own, path) if folder is None else (own.name, path.name)
        made = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK | ALWAYS
        try:
            with os.fdopen(os.open(beside, made, 0o666, dir_fd=folder), "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, place, src_dir_fd=folder, dst_dir_fd=folder)  # a link that has come there is replaced
        except BaseException:
            with suppress(OSError):
                os.unlink(beside, dir_fd=folder)
            raise


@contextmanager
def _in_folder(path: Path) -> Iterator[int | None]:
    """The folder of a path as a descriptor: it stays the same where its name comes to mean another one.

    None on systems that have no such descriptors.
    """
    if os.open not in os.supports_dir_fd:
        yield None
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield folder
    finally:
        os.close(folder)


def check_replaceable(path: Path) -> None:
    """Raise `NotRegular` for a path at which something else than a regular file stands."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if S_ISDIR(mode):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
    if not S_ISREG(mode):
        raise NotRegular(EINVAL, LINK if S_ISLNK(mode) else IRREGULAR, str(path))


def sweep(path: Path) -> None:
    """Remove the temporary files of killed processes; only for the holder of the lock."""
    if len(path.name) <= BESIDE:
        for left in path.parent.glob(f".{escape(path.name)}.{'[0-9a-f]' * 16}.new"):
            with suppress(OSError):
                left.unlink()


def replace_file(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all; raises `BadInput` if that cannot be done."""
    with replacing(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def write_file(path: Path, content: str | bytes) -> None:
    """Write what a user has named: whole or not at all, but in place if it is a device or a pipe.

    Raises `BadInput` if that cannot be done, and for a link, but for the names of files that are open already.
    """
    raw = content.encode() if isinstance(content, str) else content
    with refusing_unwritable(path):
        refuse_link(path)
        if not _is_open_already(path) and (path.is_file() or not path.exists()):
            replace_file(path, raw)
            return
        link = 0 if _is_open_already(path) else NO_LINK
        with os.fdopen(os.open(path, os.O_WRONLY | link | ALWAYS), "wb") as file:
            file.write(raw)


def refuse_link(path: Path) -> None:
    """Raise `NotRegular` for a link, but for the names of files that are open already."""
    if path.is_symlink() and not _is_open_already(path):
        raise NotRegular(ELOOP, LINK, str(path))


class LockHeld(Exception):
    """Another process has the lock; `who` is its number, as far as it is known."""

    def __init__(self, who: str) -> None:
        super().__init__(who)
        self.who = f" (process {who})" if who.isdigit() else ""


class FileLock(Closing):
    """A lock by a file, which holds the number of its owner's process; held until it is closed.

    Raises `LockHeld` if another process has it, and `OSError` if the file cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._file = open_to_add(path)
        if not try_lock(self._file.fileno()):
            self._file.seek(0)
            who = self._file.read(20).decode(errors="replace").strip()
            self._file.close()
            raise LockHeld(who)
        try:
            os.truncate(self._file.fileno(), 0)
            os.write(self._file.fileno(), str(os.getpid()).encode())
        except OSError:  # such as a full disk
            self._file.close()
            raise

    def close(self) -> None:
        """Let it go, if it is held."""
        self._file.close()


def try_lock(descriptor: int) -> bool:
    """Lock an open file; False if another process holds its lock. On systems without such locks it is always free."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        return True
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
    except OSError:
        return False
    return True
