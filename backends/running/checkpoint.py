"""Checkpoints: the searches of a run in a file, from which another process goes on with the same final answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any

from rookery.backends.contract.question import Question
from rookery.backends.contract.search_store import SearchState
from rookery.backends.running.checkpoint_file import printable, read_checkpoint, write_checkpoint
from rookery.models import BadInput, Model, Problem

SECONDS, SHARE = 5.0, 20  # between two writes, and how many times longer than the last one took
GROUP = 8  # symmetries that tell models apart

Identity = Mapping[str, Any]


class Checkpoint:
    """A file that holds the searches of one question; it is written when a run begins, now and then, and at its end.

    `goes_on` says that it was read from a file: what is wrong with the answer may be wrong with that.
    """

    def __init__(self, path: Path, identity: Identity, records: Mapping[str, SearchState] | None = None) -> None:
        self.path, self._identity = path, identity
        self._records = dict(records or {})
        self.goes_on = records is not None
        self._due = 0.0

    @classmethod
    def create(cls, path: Path, identity: Identity) -> "Checkpoint":
        """A new file; raises `BadInput` where there is one already."""
        if path.exists():
            raise BadInput(f"{path} exists; go on from it with resume, or name another file")
        return cls(path, identity)

    @classmethod
    def resume(cls, path: Path, identity: Identity, into: Path | None = None) -> "Checkpoint":
        """What a file holds of the same question, kept on in the same file or `into` another.

        Raises `BadInput` for a file that is damaged, of another version, or of another question.
        """
        index, records = read_checkpoint(path)
        _require_same_question(path, index["question"], identity)
        if into is not None and into != path and into.exists():
            raise BadInput(f"{into} exists; name another file")
        return cls(into or path, identity, records)

    def chapter(self, name: str) -> "Chapter":
        """The memory of one of the questions that a run puts to its backend."""
        return Chapter(self, name)

    def recall(self, name: str) -> SearchState | None:
        """What is known of a search."""
        return self._records.get(name)

    def due(self) -> bool:
        """Whether it is time to write."""
        return monotonic() >= self._due

    def keep(self, name: str, record: SearchState) -> None:
        """Take in a search as it stands, and write when it is time."""
        self._records[name] = record
        if self.due():
            self.write()

    def write(self) -> None:
        """Replace the file by what is known now; raises `BadInput` where it cannot be written."""
        began = monotonic()
        write_checkpoint(self.path, self._identity, self._records)
        now = monotonic()
        self._due = now + max(SECONDS, SHARE * (now - began))


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
