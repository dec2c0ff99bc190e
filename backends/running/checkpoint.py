"""Checkpoints: the searches of a run in a file, from which another process goes on with the same final answer.

The file is a zip of members that are packed already, with an index in JSON: `checkpoint.json` says the format, its
version, who wrote it, the question, how many solutions were counted, and of each search its facts and the number of its
members. These stand next to it, one for each subtree that is left and one for each block of solutions. The file holds
no code. `VERSION` rises whenever the members of a search, or the digest of a model, come to mean something else.
"""

import json
import os
import struct
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Self
from zipfile import ZIP_STORED, ZipFile

from rookery.backends.contract import Question, WrongAnswer
from rookery.core.files import (
    FileLock,
    LockHeld,
    refusing_unreadable,
    refusing_unwritable,
    replacing,
    take_path,
)
from rookery.core.plugins import own_version
from rookery.core.runtime import SideThread
from rookery.models import BadInput, Model, Problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT, VERSION, INDEX = "rookery checkpoint", 6, "checkpoint.json"
MAX_REPEATED = 60  # characters of a text in a file that a message repeats


@dataclass(frozen=True)
class SearchState:
    """State of one search: plain facts (as JSON has them), and named lists of members, each packed as bytes."""

    facts: Mapping[str, Any]
    members: Mapping[str, Sequence[bytes]]


Searches = Mapping[str, SearchState]


def write_checkpoint(path: Path, question: Mapping[str, Any], searches: Searches, count: int = 0) -> None:
    """Replace a file as a whole, so that there is a whole one whenever a process is killed.

    Raises `BadInput` if it cannot be written.
    """
    entries = {
        name: {"facts": search.facts, "members": {kind: len(content) for kind, content in search.members.items()}}
        for name, search in searches.items()
    }
    header = {"format": FORMAT, "version": VERSION, "rookery": own_version(), "count": count}
    with replacing(path) as file, ZipFile(file, "w", ZIP_STORED) as members:
        for at, search in enumerate(searches.values()):
            for kind, content in search.members.items():
                for place, member in enumerate(content):
                    members.writestr(f"{at}.{kind}.{place}", member)
        members.writestr(INDEX, json.dumps({**header, "question": question, "searches": entries}, indent=1))


def read_checkpoint(path: Path) -> tuple[Mapping[str, Any], dict[str, SearchState]]:
    """The index and the searches of a file; raises `BadInput` for what is no checkpoint, or of another version."""
    if path.exists() and not path.is_file():  # a device has no end, and a pipe none to begin at
        raise BadInput(f"{path} is not a checkpoint: it is not a regular file")
    with refusing_unreadable(path, "a checkpoint"), path.open("rb") as file:
        try:
            return _read_from(path, file)
        except BadInput:
            raise
        except Exception:  # a damaged file makes its readers raise whatever there is
            raise BadInput(f"{path} is not a checkpoint, or is damaged") from None


def _read_from(path: Path, file: BinaryIO) -> tuple[Mapping[str, Any], dict[str, SearchState]]:
    with ZipFile(file) as members:
        if any(member.compress_type != ZIP_STORED for member in members.infolist()):
            raise ValueError("members that may take any room")
        index = json.loads(members.read(INDEX))
        for name, here in (("format", FORMAT), ("version", VERSION)):
            if index[name] != here:
                there = printable(index[name])
                raise BadInput(f"{path} was written with {name} {there}, this is {here}; start a new search")
        # older files have no count
        if not isinstance(index["question"], dict) or type(index.setdefault("count", 0)) is not int:
            raise TypeError("no question, or no number")
        searches = enumerate(index["searches"].items())
        return index, {name: _read_search(members, at, entry) for at, (name, entry) in searches}


def _read_search(members: ZipFile, at: int, entry: Mapping[str, Any]) -> SearchState:
    kinds = entry["members"].items()
    content = {kind: [members.read(f"{at}.{kind}.{place}") for place in range(many)] for kind, many in kinds}
    return SearchState(entry["facts"], content)


def printable(value: Any) -> str:
    """The text of a file, fit for a line."""
    text = value if isinstance(value, str) else json.dumps(value)
    return "".join(character if character.isprintable() else "?" for character in text[:MAX_REPEATED])


SECONDS, SHARE = 5.0, 20  # between two writes, and how many times longer than the last one took
GROUP = 8  # symmetries that tell models apart

Identity = Mapping[str, Any]


class Checkpoint:
    """A file that holds the searches of one question; it is written when a run begins, now and then, and at its end.

    What is written now and then is written in a separate thread, so that no search waits for a disk. One run at a
    time has the file, in a `with` statement. `note` is a message about a file that was there before, `count` the most
    solutions that a run has told.
    """

    def __init__(self, path: Path, identity: Identity, source: Path | None = None) -> None:
        self.path, self._identity, self._source = path, identity, source
        self.note, self.count = "", 0
        self._records = {} if source is None else self._read(source)
        self._due = 0.0
        self._held = ExitStack()
        self._writer: SideThread | None = None
        self._failure: BaseException | None = None

    @classmethod
    def create(cls, path: Path, identity: Identity) -> "Checkpoint":
        """A new file; raises `BadInput` if there is one already."""
        _require_new(path)
        return cls(path, identity)

    @classmethod
    def resume(cls, path: Path, identity: Identity, into: Path | None = None) -> "Checkpoint":
        """Resume the searches of the same question from a file, which is kept on in the same file or `into` another.

        Raises `BadInput` for a file that is damaged, of another version, or of another question.
        """
        if into is not None and into != path:
            _require_new(into)
        return cls(into or path, identity, path)

    def __enter__(self) -> Self:
        """Have the file for this run alone, and write it; raises `BadInput` if another run has it or has made it."""
        with ExitStack() as held:
            held.enter_context(_lock(self.path))
            if self._source == self.path:  # its last owner may have come further
                self._records = self._read(self.path)
            else:
                _require_new(self.path)
            self.write()
            self._held = held.pop_all()
        return self

    def _read(self, path: Path) -> dict[str, SearchState]:
        index, records = read_checkpoint(path)
        there = index["question"]
        for name, value in self._identity.items():
            if there.get(name) != value:
                what = "" if name == "model" else f": {name} {printable(there.get(name))} there, {value} here"
                raise BadInput(f"{path} is the checkpoint of another question{what}")
        if (writer := printable(index["rookery"])) != own_version():
            self.note = f"{path} was written by rookery {writer}, this is {own_version()}"
        self.count = index["count"]
        return records

    def chapter(self, name: str) -> "Chapter":
        """The memory of one of the questions that a run puts to its backend."""
        return Chapter(self, name)

    def recall(self, name: str) -> SearchState | None:
        """The known state of a search."""
        return self._records.get(name)

    def due(self) -> bool:
        """Return whether it is time to write."""
        return monotonic() >= self._due and not (self._writer is not None and self._writer.is_alive())

    def keep(self, name: str, record: SearchState) -> None:
        """Take in a search as it stands, and begin to write when it is time; raises `BadInput` as `write` does."""
        self._records[name] = record
        self._raise_failure()
        if self.due():
            self._writer = SideThread(target=self._write, args=(dict(self._records),))
            self._writer.start()

    def write(self) -> None:
        """Replace the file by what is known now; raises `BadInput` if it cannot be written."""
        if self._writer is not None:
            self._writer.join()
        self._write(dict(self._records))
        self._raise_failure()

    def _write(self, records: Mapping[str, SearchState]) -> None:
        began = monotonic()
        try:
            write_checkpoint(self.path, self._identity, records, self.count)
            self._failure = None
        except BaseException as error:
            self._failure = error
        now = monotonic()
        self._due = now + max(SECONDS, SHARE * (now - began))

    def _raise_failure(self) -> None:
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write the last state, and release the file; a wrong answer may come from what was read."""
        with self._held:
            self.write()
        if isinstance(error, WrongAnswer) and self._source is not None:
            what = f"{error}; the checkpoint from which the run went on may be damaged"
            raise WrongAnswer(what, error.placement) from error


def _lock(path: Path) -> FileLock:
    """The lock of a checkpoint, in a separate file next to it, since the checkpoint itself is replaced."""
    try:
        with refusing_unwritable(path):
            return FileLock(path.with_name(f"{path.name}.lock"))
    except LockHeld as held:
        raise BadInput(f"{path} is in use by another search{held.who}") from None


def _require_new(path: Path) -> None:
    if os.path.lexists(path):
        raise BadInput(f"{path} exists; go on from it with resume, or name another file")


def open_checkpoint(begin: Path | str | None, resume: Path | str | None, own: Identity) -> Checkpoint | None:
    """The checkpoint of a run that begins one, goes on from one (perhaps into another file), or keeps none."""
    if resume is not None:
        return Checkpoint.resume(take_path(resume), own, None if begin is None else take_path(begin))
    return None if begin is None else Checkpoint.create(take_path(begin), own)


@dataclass(frozen=True)
class Chapter:
    """The memory of one of the questions of a run: its searches stand in the file under its name."""

    _checkpoint: Checkpoint
    _name: str

    def load(self, name: str) -> "Mapping[str, NDArray[np.generic]] | None":
        """Return the saved arrays of a search; None if there are none."""
        import numpy as np

        found = self._checkpoint.recall(f"{self._name}: {name}")
        return (
            None
            if found is None
            else {kind: np.frombuffer(content[0], np.uint8) for kind, content in found.members.items()}
        )

    def due(self) -> bool:
        """Return whether it is time to keep what there is."""
        return self._checkpoint.due()

    def save(self, name: str, arrays: "Mapping[str, NDArray[np.generic]]") -> None:
        """Save the state of a search."""
        record = SearchState({}, {kind: [array.tobytes()] for kind, array in arrays.items()})
        self._checkpoint.keep(f"{self._name}: {name}", record)


def make_identity(problem: Problem, backend: str, question: Question) -> Identity:
    """The facts that must be equal for a run to go on: not its limits, nor the number of its workers."""
    return {
        "problem": problem.title,
        "backend": backend,
        "want": question.want.value,
        "up_to_symmetry": question.up_to_symmetry,
        "seed": question.seed,
        "options": dict(question.options),
        "model": _digest(problem.model),
    }


def _digest(model: Model) -> str:
    """The digest of a model's content, the same in every process that declares the same problem.

    It is made of numbers only: Python's text for an object may contain its memory address.
    """
    digest = sha256(repr((model.variables, model.goal)).encode())
    for constraint in model.constraints:
        digest.update(repr(constraint).encode())
    for permutation in islice(model.symmetries, GROUP):
        digest.update(_as_bytes(permutation))
    return digest.hexdigest()


def _as_bytes(numbers: Any) -> bytes:
    """Numbers, of an array or not, as 64 bits each, the lowest first."""
    if isinstance(numbers, Sequence):
        return struct.pack(f"<{len(numbers)}q", *numbers)
    found: bytes = numbers.astype("<i8").tobytes()
    return found
