"""The journal of a search by a fleet: a line of JSON for each lease whose result counts, next to the checkpoint.

It is only added to, and never needed to go on: the checkpoint has all counts. A total says only that something is
wrong; the subtotals say where, and anyone may search any of them again. A line says which subtrees were lent, which
were left and what was met; so the lines form the tree in which the search was cut. Each names its `parents`: the parts
that have left its subtrees, of which there may be several. A coordinator that was killed goes on from its last
checkpoint; what it had committed after that is in the journal twice, and the last line of a subtree counts.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from fractions import Fraction
from os import SEEK_END
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from rookery.core.files import Closing, open_to_add, open_to_read, refusing_unreadable, refusing_unwritable

Entry = Mapping[str, Any]
MAX_LINE = 1 << 26  # bytes; a lease names at most a few thousand subtrees
UNKNOWN = ""  # the parent of what was cut at home


class Subtotals(NamedTuple):
    """Sums of the lines of a journal."""

    leases: int
    nodes: int
    solutions: Fraction


class Journal(Closing):
    """A file to which entries are added, in a `with` statement; it is made with the first entry."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(f"{path.name}.journal")
        self._file: BinaryIO | None = None
        self._parents: dict[str, str] = {}

    def append(self, entry: Entry) -> None:
        """Add a line; raises `BadInput` if it cannot be written."""
        if self._file is None:
            self._parents = find_parents(read_journal(self.path))
            with refusing_unwritable(self.path):
                self._file = open_to_add(self.path)
                self._file.write(b"\n" if _is_cut_short(self._file) else b"")
        parents = sorted({self._parents.pop(tree, UNKNOWN) for tree in entry["trees"]})
        self._parents |= dict.fromkeys(entry["left"], entry["part"])
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with refusing_unwritable(self.path):
            self._file.write(json.dumps({"at": now, **entry, "parents": parents}).encode() + b"\n")
            self._file.flush()

    def close(self) -> None:
        """Close the file, if an entry was added."""
        if self._file is not None:
            with refusing_unwritable(self.path):  # what a full disk has not taken is written again
                self._file.close()


def _is_cut_short(file: BinaryIO) -> bool:
    """Return whether the last line of a file has no end."""
    if not file.seek(0, SEEK_END):
        return False
    file.seek(-1, SEEK_END)
    return file.read() != b"\n"


def read_journal(path: Path) -> Iterator[Entry]:
    """The entries of a journal; a line that was cut short is left out, and a missing file has no entries."""
    if not os.path.lexists(path):
        return
    with refusing_unreadable(path, "the journal of a search"):
        file = open_to_read(path, follow=False)
    with file:
        while line := file.readline(MAX_LINE):
            try:
                entry = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(entry, dict) and {"trees", "left", "part", "nodes", "solutions"} <= entry.keys():
                yield entry


def find_parents(entries: Iterable[Entry]) -> dict[str, str]:
    """The part that has left each subtree that was not lent since."""
    parents: dict[str, str] = {}
    for entry in entries:
        for tree in entry["trees"]:
            parents.pop(tree, None)
        parents |= dict.fromkeys(entry["left"], entry["part"])
    return parents


def add_up(entries: Iterable[Entry]) -> Subtotals:
    """Sum the counts of all parts, each once: the last line of each subtree that no other part has left."""
    last: dict[str, Entry] = {}
    left: set[str] = set()
    for entry in entries:
        last |= dict.fromkeys(entry["trees"], entry)
        left.update(entry["left"])
    waiting, counted = [tree for tree in last if tree not in left], {}
    while waiting:
        found = last.get(waiting.pop())
        if found is not None and id(found) not in counted:
            counted[id(found)] = found
            waiting += found["left"]
    each = counted.values()
    nodes, solutions = sum(one["nodes"] for one in each), sum((Fraction(one["solutions"]) for one in each), Fraction())
    return Subtotals(len(counted), nodes, solutions)
