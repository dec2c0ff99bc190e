"""Checkpoints: the searches of a run in a file, from which another process goes on with the same final answer."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from threading import Thread
from time import monotonic
from types import TracebackType
from typing import Any, Self

from rookery.backends.contract.question import Question
from rookery.backends.contract.search_store import SearchState
from rookery.backends.contract.wrong_answer import WrongAnswer
from rookery.backends.running.checkpoint_file import printable, read_checkpoint, write_checkpoint
from rookery.backends.running.journal import Journal
from rookery.models import BadInput, Model, Problem
from rookery.models.base.distribution import own_version
from rookery.models.base.files import refusing_unwritable
from rookery.models.base.locks import FileLock, LockHeld

SECONDS, SHARE = 5.0, 20  # between two writes, and how many times longer than the last one took
GROUP = 8  # symmetries that tell models apart

Identity = Mapping[str, Any]


class Checkpoint:
    """A file that holds the searches of one question; it is written when a run begins, now and then, and at its end.

    What is written now and then is written in a thread of its own, so that no search waits for a disk. One run at a
    time has the file, in a `with` statement. `note` is what should be told about a file that was there before.
    """

    def __init__(self, path: Path, identity: Identity, source: Path | None = None) -> None:
        self.path, self._identity, self._source = path, identity, source
        self.note = ""
        self._records = {} if source is None else self._read(source)
        self._due = 0.0
        self._held = ExitStack()
        self.journal = Journal(path)
        self._writer: Thread | None = None
        self._failure: BaseException | None = None

    @classmethod
    def create(cls, path: Path, identity: Identity) -> "Checkpoint":
        """A new file; raises `BadInput` where there is one already."""
        _require_new(path)
        return cls(path, identity)

    @classmethod
    def resume(cls, path: Path, identity: Identity, into: Path | None = None) -> "Checkpoint":
        """What a file holds of the same question, kept on in the same file or `into` another.

        Raises `BadInput` for a file that is damaged, of another version, or of another question.
        """
        if into is not None and into != path:
            _require_new(into)
        return cls(into or path, identity, path)

    def __enter__(self) -> Self:
        """Have the file for this run alone, and write it; raises `BadInput` where another run has it or has made it."""
        with ExitStack() as held:
            held.enter_context(_lock(self.path))
            if self._source == self.path:  # whoever had it until now may have come further
                self._records = self._read(self.path)
            else:
                _require_new(self.path)
            held.enter_context(self.journal)
            self.write()
            self._held = held.pop_all()
        return self

    def _read(self, path: Path) -> dict[str, SearchState]:
        index, records = read_checkpoint(path)
        _require_same_question(path, index["question"], self._identity)
        if (writer := printable(index["rookery"])) != own_version():
            self.note = f"{path} was written by rookery {writer}, this is {own_version()}"
        return records

    def chapter(self, name: str) -> "Chapter":
        """The memory of one of the questions that a run puts to its backend."""
        return Chapter(self, name)

    def recall(self, name: str) -> SearchState | None:
        """What is known of a search."""
        return self._records.get(name)

    def due(self) -> bool:
        """Whether it is time to write."""
        return monotonic() >= self._due and not self._writing()

    def _writing(self) -> bool:
        return self._writer is not None and self._writer.is_alive()

    def keep(self, name: str, record: SearchState) -> None:
        """Take in a search as it stands, and begin to write when it is time; raises `BadInput` as `write` does."""
        self._records[name] = record
        self._raise_failure()
        if self.due():
            self._writer = Thread(target=self._write, args=(dict(self._records),), daemon=True)
            self._writer.start()

    def write(self) -> None:
        """Replace the file by what is known now; raises `BadInput` where it cannot be written."""
        if self._writer is not None:
            self._writer.join()
        self._write(dict(self._records))
        self._raise_failure()

    def _write(self, records: Mapping[str, SearchState]) -> None:
        began = monotonic()
        try:
            write_checkpoint(self.path, self._identity, records)
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
        """Write what is known at last, and leave the file to others; a wrong answer may come from what was read."""
        with self._held:
            self.write()
        if isinstance(error, WrongAnswer) and self._source is not None:
            what = f"{error}; the checkpoint from which the run went on may be damaged"
            raise WrongAnswer(what, error.placement) from error


def _lock(path: Path) -> FileLock:
    """The lock of a checkpoint, in a file of its own beside it, since the checkpoint itself is replaced."""
    try:
        with refusing_unwritable(path):
            return FileLock(path.with_name(f"{path.name}.lock"))
    except LockHeld as held:
        raise BadInput(f"{path} is in use by another search{held.who}") from None


def _require_new(path: Path) -> None:
    if path.exists():
        raise BadInput(f"{path} exists; go on from it with resume, or name another file")


def open_checkpoint(begin: Path | str | None, resume: Path | str | None, own: Identity) -> Checkpoint | None:
    """The checkpoint of a run that begins one, goes on from one (perhaps into another file), or keeps none."""
    if resume is not None:
        return Checkpoint.resume(Path(resume), own, None if begin is None else Path(begin))
    return None if begin is None else Checkpoint.create(Path(begin), own)


@dataclass(frozen=True)
class Chapter:
    """The memory of one of the questions of a run: its searches stand in the file under its name."""

    _checkpoint: Checkpoint
    _name: str

    def recall(self, name: str) -> SearchState | None:
        """What was kept of a search."""
        return self._checkpoint.recall(f"{self._name}: {name}")

    def due(self) -> bool:
        """Whether it is time to keep what there is."""
        return self._checkpoint.due()

    def keep(self, name: str, record: SearchState) -> None:
        """Keep a search as it stands."""
        self._checkpoint.keep(f"{self._name}: {name}", record)

    def log(self, name: str, entry: Mapping[str, Any]) -> None:
        """Note in the journal what was done elsewhere."""
        self._checkpoint.journal.append({"search": f"{self._name}: {name}", **entry})


def identity(problem: Problem, backend: str, question: Question) -> Identity:
    """What must be the same for a run to go on: not its limits, nor the number of its workers."""
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
    digest = sha256(repr((model.variables, model.constraints, model.goal)).encode())
    for permutation in islice(model.symmetries, GROUP):
        digest.update(repr(tuple(permutation)).encode())
    return digest.hexdigest()


def _require_same_question(path: Path, there: Identity, here: Identity) -> None:
    for name, value in here.items():
        if there.get(name) != value:
            what = "" if name == "model" else f": {name} {printable(there.get(name))} there, {value} here"
            raise BadInput(f"{path} is the checkpoint of another question{what}")
