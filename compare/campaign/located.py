"""Plain data read value by value; each refusal names the key, and its line where the data stands in a file."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
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


class LocatedReader:
    """Values of plain data with their types checked; `source` says where its keys are."""

    def __init__(self, data: Data, source: toml.Source | None = None) -> None:
        self._data, self._source = data, source

    def _read_top(self, path: toml.Path, key: str, kind: Any, default: Any) -> Any:
        return self._read_value(path, self._data, key, kind, default)

    def _read_value(self, path: toml.Path, table: Data, key: str, kind: Any, default: Any) -> Any:
        value = table.get(key, default)
        wrong = not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)
        if wrong and value is not default:
            self._refuse((*path, key), f"{quote(str(value))}: expected {_kinds(kind)}")
        return value

    def _check_keys(self, path: toml.Path, table: Data, known: tuple[str, ...]) -> None:
        for key in table:
            if key not in known:
                self._refuse((*path, key), str(unknown("key", key, known)))

    @contextmanager
    def _naming_place(self, path: toml.Path) -> Iterator[None]:
        """What is refused in here is message with its place."""
        try:
            yield
        except (Misplaced, Untrusted):
            raise
        except BadInput as error:
            self._refuse((*path, *error.keys) if isinstance(error, Wrong) else path, str(error))

    def _refuse(self, path: toml.Path, message: str) -> NoReturn:
        if self._source is None:
            raise Misplaced(message) from None
        key = path[-1] if isinstance(path[-1], str) else "problems"
        named = "" if message.startswith(f"{key}: ") else f"{key}: "
        raise Misplaced(f"{self._source.place(path)}: {named}{message}") from None


def _kinds(kind: Any) -> str:
    words = {str: "text in quotes", int: "a whole number", float: "a number", bool: "true or false"}
    words |= {list: "a list", dict: "a table"}
    return " or ".join(words.get(each, str(each)) for each in getattr(kind, "__args__", (kind,)))
