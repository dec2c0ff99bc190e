"""Where a key stands in the text of a TOML file."""

import re
from collections.abc import Iterator
from typing import Any

from rookery.core.errors import BadInput

HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
KEY = re.compile(r"\s*([A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\s*(?:\.|=)")
INTEGERS = 2**63  # what TOML has between this and its negation
BEYOND = "a whole number beyond 64 bits, which TOML does not have"
KeyPath = tuple[str | int, ...]


class Source:
    """The text of a TOML file, and where its keys are."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name

    def data(self) -> dict[str, Any]:
        """Decode the text; raises `BadInput` with the line if it is not TOML, or has a number beyond 64 bits."""
        import tomllib

        try:
            data = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise BadInput(f"{self.name}: {error}") from None
        except RecursionError:
            raise BadInput(f"{self.name}: tables and lists within each other, too deep to be read") from None
        except ValueError:  # Python reads no number of thousands of digits
            raise BadInput(f"{self.name}: {BEYOND}") from None
        for path, value in _values((), data):
            if isinstance(value, int) and not -INTEGERS <= value < INTEGERS:
                raise BadInput(f"{self.place(path)}: {BEYOND}")
        return data

    def place(self, path: KeyPath) -> str:
        """The file with the line of a key, or of where it is inherited from, or of the table that it would stand in."""
        lines = dict(self._lines())
        path = path[-1:] if path not in lines and path[-1:] in lines else path
        while path and path not in lines:
            path = path[:-1]
        return f"{self.name}, line {lines[path]}" if path else self.name

    def _lines(self) -> Iterator[tuple[KeyPath, int]]:
        """Each header and key with its line; keys are found line by line, as people write them."""
        table: KeyPath = ()
        counts: dict[str, int] = {}
        for number, line in enumerate(self.text.splitlines(), start=1):
            if header := HEADER.match(line):
                table = self._table(header[1], header[2], counts)
                yield table, number
            elif key := KEY.match(line):
                yield (*table, key[1].strip("\"'")), number

    def _table(self, bracket: str, name: str, counts: dict[str, int]) -> KeyPath:
        parts = tuple(part.strip().strip("\"'") for part in name.split("."))
        if bracket == "[":
            return parts
        counts[name] = counts.get(name, -1) + 1
        return (*parts, counts[name])


def _values(path: KeyPath, data: Any) -> Iterator[tuple[KeyPath, Any]]:
    """Each value that is neither a table nor a list, with where it stands."""
    waiting = [(path, data)]
    while waiting:
        path, data = waiting.pop()
        match data:
            case dict():
                waiting += [((*path, key), value) for key, value in data.items()]
            case list():
                waiting += [((*path, at), value) for at, value in enumerate(data)]
            case _:
                yield path, data
