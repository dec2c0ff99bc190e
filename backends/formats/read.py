"""Models from the files of other tools."""

from collections.abc import Callable, Mapping
from pathlib import Path

from rookery.backends.formats import json_format, read_dimacs_wcnf, read_opb
from rookery.core.files import MAX_MODEL_BYTES, read_bytes, take_path
from rookery.models import BadInput, Model

READERS: Mapping[str, Callable[[str], Model]] = {
    ".cnf": read_dimacs_wcnf.read_dimacs,
    ".dimacs": read_dimacs_wcnf.read_dimacs,
    ".wcnf": read_dimacs_wcnf.read_wcnf,
    ".opb": read_opb.read_opb,
    ".json": json_format.read_json,
}


def read_model(path: str | Path) -> Model:
    """The abstract model of a file: DIMACS CNF, WCNF (old and new), OPB, or our own JSON, by the file's ending.

    Variables keep the names of the file (`x1`, `x2`, ...); those that begin with `_` are auxiliary and decided by the
    others. Raises `BadInput` with the file and the line for what cannot be read, a file above 32 MiB included.
    """
    path = take_path(path)
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise BadInput(f"{path}: unknown ending {path.suffix!r}; accepted are {', '.join(READERS)}")
    content = read_bytes(path, f"a file of at most {MAX_MODEL_BYTES >> 20} MiB", MAX_MODEL_BYTES)
    try:
        return reader(content.decode("utf-8", errors="replace"))
    except BadInput as error:
        raise BadInput(f"{path}, {error}") from None
