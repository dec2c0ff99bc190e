"""Checkpoints: the searches of one question in a file, from which another run continues.

The file is an `.npz` archive of numpy: `identity` says which question it belongs to, `known` what the run knew of the
answer, and each search has its arrays under its name. It is trusted, and belongs to one version of its format.
"""

import json
import struct
import zlib
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from hashlib import sha256
from itertools import islice
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self
from zipfile import BadZipFile

from rookery.backends.contract import Question, WrongAnswer
from rookery.core.files import FileLock, LockHeld, refusing_unreadable, refusing_unwritable, replacing, take_path
from rookery.models import BadInput, Model, Problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT, VERSION = "rookery checkpoint", 7  # the version rises when arrays come to mean something else
SECONDS, SHARE = 5.0, 20  # between two writes, and how many times longer than the last write took
# What numpy raises for a file that is damaged or no archive of arrays
DAMAGED = BadZipFile, ValueError, KeyError, EOFError, AttributeError, TypeError, RuntimeError, struct.error, zlib.error
TEXTS = "identity", "known"  # arrays that hold JSON
GROUP = 8  # symmetries that go into the digest of a model

Arrays = Mapping[str, "NDArray[np.generic]"]


class Checkpoint:
    """A `Store` in a file, for one question and one run at a time: use it in a `with` statement.

    It continues from the file if there is one. A run puts several questions to its backend, one after the other, such
    as the optimum and then the solutions: `question` names the present one, to which the searches belong. `tell` gives
    what the run knows of the answer, as JSON data, and `known` is what the file says of it. Raises `BadInput` for a
    file that is damaged, in use, of another version or of another question.
    """

    def __init__(self, path: Path | str, identity: Mapping[str, Any]) -> None:
        self.path, self.question = take_path(path), ""
        self.known: Mapping[str, Any] = {}
        self.tell: Callable[[], Mapping[str, Any]] = dict
        self._identity = {"format": FORMAT, "version": VERSION, **identity}
        self._searches: dict[str, Arrays] = {}
        self._continued = False
        self._due = 0.0
        self._held = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as held:
            held.enter_context(self._lock())
            if self.path.exists():
                self._searches, self._continued = self._read(), True
            self.write()
            self._held = held.pop_all()
        return self

    def _lock(self) -> FileLock:
        """Return the lock of the file, which is beside it, since the file itself is replaced."""
        try:
            with refusing_unwritable(self.path):
                return FileLock(self.path.with_name(f"{self.path.name}.lock"))
        except LockHeld as held:
            raise BadInput(f"{self.path} is in use by another search{held.who}") from None

    def _read(self) -> dict[str, Arrays]:
        import numpy as np

        damaged = BadInput(f"{self.path} is not a checkpoint, or is damaged")
        if not self.path.is_file():  # a device has no end, and a pipe none to begin at
            raise BadInput(f"{self.path} is not a checkpoint: it is not a regular file")
        found: dict[str, dict[str, NDArray[np.generic]]] = {}
        with refusing_unreadable(self.path, "a checkpoint"):
            try:
                with self.path.open("rb") as file, np.load(file) as arrays:
                    texts = {name: json.loads(arrays[name].tobytes()) for name in arrays.files if name in TEXTS}
                    for name in set(arrays.files) - set(texts):
                        search, _, key = name.rpartition("/")
                        found.setdefault(search, {})[key] = arrays[name]
            except DAMAGED as error:
                raise damaged from error
        identity = texts.get("identity")
        if not isinstance(identity, dict):
            raise damaged
        for name, here in self._identity.items():
            if (there := identity.get(name)) != here:
                if name in ("format", "version"):
                    raise BadInput(f"{self.path} has {name} {there}, this is {here}; name a new file")
                what = "" if name == "model" else f": {name} {there} there, {here} here"
                raise BadInput(f"{self.path} is the checkpoint of another question{what}")
        self.known = texts.get("known", {})  # early versions have none
        return {**found}

    def due(self) -> bool:
        """Return whether it is time to save."""
        return monotonic() >= self._due

    def load(self, name: str) -> Arrays | None:
        """Return the saved arrays of a search; None if there are none."""
        return self._searches.get(f"{self.question}: {name}")

    def save(self, name: str, arrays: Arrays) -> None:
        """Take the arrays of a search, and write the file when it is time."""
        kept = {key: array.copy() for key, array in arrays.items()}  # the search may go on
        self._searches[f"{self.question}: {name}"] = kept
        if self.due():
            if not self._continued:  # a run that goes on knows less than the file until its end
                self.known = self.tell()
            self.write()

    def write(self) -> None:
        """Replace the file, so that there is a whole one whenever the process is killed."""
        import numpy as np

        began = monotonic()
        texts = (np.frombuffer(json.dumps(each).encode(), np.uint8) for each in (self._identity, self.known))
        named = {f"{search}/{key}": each for search, arrays in self._searches.items() for key, each in arrays.items()}
        with replacing(self.path) as file:
            np.savez(file, **dict(zip(TEXTS, texts, strict=True)), **named)  # type: ignore[arg-type]
        self._due = monotonic() + max(SECONDS, SHARE * (monotonic() - began))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write the last state, and release the file; a wrong answer may come from a damaged file."""
        with self._held:
            self.known = self.tell()
            self.write()
        if isinstance(error, WrongAnswer) and self._continued:
            what = f"{error}; the checkpoint from which the run continued may be damaged"
            raise WrongAnswer(what, error.placement) from error


def make_identity(problem: Problem, backend: str, question: Question) -> dict[str, Any]:
    """Return what must be equal for a run to continue: neither its limits nor the number of its workers."""
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
    """Return the digest of a model's content, the same in every process that declares the same problem."""
    digest = sha256(repr((model.variables, model.goal)).encode())
    for constraint in model.constraints:
        digest.update(repr(constraint).encode())
    for permutation in islice(model.symmetries, GROUP):
        digest.update(repr(tuple(permutation)).encode())
    return digest.hexdigest()
