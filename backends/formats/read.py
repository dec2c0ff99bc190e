"""Models from the files of other tools."""

from collections.abc import Callable, Mapping
from pathlib import Path

from rookery.backends.formats import json_format, read_dimacs_wcnf, read_opb
from rookery.models import BadInput, Model

READERS: Mapping[str, Callable[[str], Model]] = {
    ".cnf": read_dimacs_wcnf.dimacs,
    ".dimacs": read_dimacs_wcnf.dimacs,
    ".wcnf": read_dimacs_wcnf.wcnf,
    ".opb": read_opb.opb,
    ".json": json_format.read,
}


def read_model(path: str | Path) -> Model:
    """The abstract model of a file: DIMACS CNF, WCNF (old and new), OPB, or our own JSON, by the file's ending.

    Variables keep the names of the file (`x1`, `x2`, ...); those that begin with `_` are auxiliary and decided by the
    others. Raises `BadInput` with the file and the line for what cannot be read.
    """
    path = Path(path)
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise BadInput(f"{path}: unknown ending {path.suffix!r}; accepted are {', '.join(READERS)}")
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from None
    try:
        return reader(text)
    except BadInput as error:
        raise BadInput(f"{path}, {error}") from None
