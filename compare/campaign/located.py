"""Tables of plain data with their places; each refusal names the key, and its line where the data stands in a file."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn

from rookery.compare.campaign import toml
from rookery.compare.campaign.pieces import Wrong
from rookery.compare.campaign.trust import Untrusted
from rookery.models import BadInput
from rookery.models.errors import unknown
from rookery.models.reading.typed import quote

Data = Mapping[str, Any]


class Misplaced(BadInput):
    """What a campaign says wrong, with its place."""


@dataclass(frozen=True)
class Located:
    """A table of plain data, and where it stands: its path, and the source that knows the lines of paths."""

    table: Data
    path: toml.Path = ()
    source: toml.Source | None = None

    def read(self, key: str, kind: Any, default: Any) -> Any:
        """The value of a key, of a type or of one of several; raises `Misplaced` for a value of another type."""
        value = self.table.get(key, default)
        wrong = not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)
        if wrong and value is not default:
            self.refuse(f"{quote(str(value))}: expected {_kinds(kind)}", key)
        return value

    def check_keys(self, known: tuple[str, ...]) -> None:
        """Raise `Misplaced` for a key that is not known."""
        for key in self.table:
            if key not in known:
                self.refuse(str(unknown("key", key, known)), key)

    @contextmanager
    def naming(self, *below: str) -> Iterator[None]:
        """Name the place of the table, or of a key in it, in what is refused in the block."""
        try:
            yield
        except (Misplaced, Untrusted):
            raise
        except BadInput as error:
            self.refuse(str(error), *below, *(error.keys if isinstance(error, Wrong) else ()))

    def refuse(self, message: str, *below: str) -> NoReturn:
        """Raise `Misplaced` for the table, or for a key in it."""
        path = (*self.path, *below)
        if self.source is None:
            raise BadInput(message) from None
        key = path[-1] if isinstance(path[-1], str) else "problems"
        named = "" if message.startswith(f"{key}: ") else f"{key}: "
        raise Misplaced(f"{self.place(*below)}: {named}{message}") from None

    def place(self, *below: str) -> str:
        """The file with the line of the table, or of a key in it; empty where the data stands in no file."""
        return self.source.place((*self.path, *below)) if self.source else ""

    def inner(self, table: Data, *path: str | int) -> "Located":
        """A table that stands in this one."""
        return Located(table, (*self.path, *path), self.source)


def _kinds(kind: Any) -> str:
    words = {str: "text in quotes", int: "a whole number", float: "a number", bool: "true or false"}
    words |= {list: "a list", dict: "a table"}
    return " or ".join(words.get(each, str(each)) for each in getattr(kind, "__args__", (kind,)))
