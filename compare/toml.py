"""TOML for campaigns: where a key stands in a text, and plain data written as text."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rookery.models import BadInput

HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
KEY = re.compile(r"\s*([A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\s*(?:\.|=)")
BARE = re.compile(r"[A-Za-z0-9_-]+")
Path = tuple[str | int, ...]


class Source:
    """The text of a TOML file, and where its keys are."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name

    def data(self) -> dict[str, Any]:
        """What the text holds; raises `BadInput` with the line where it is no TOML."""
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise BadInput(f"{self.name}: {error}") from None

    def place(self, path: Path) -> str:
        """The file with the line of a key, or of where it is inherited from, or of the table that it would stand in."""
        lines = dict(self._lines())
        path = path[-1:] if path not in lines and path[-1:] in lines else path
        while path and path not in lines:
            path = path[:-1]
        return f"{self.name}, line {lines[path]}" if path else self.name

    def _lines(self) -> Iterator[tuple[Path, int]]:
        """Each header and key with its line; keys are found line by line, as people write them."""
        table: Path = ()
        counts: dict[str, int] = {}
        for number, line in enumerate(self.text.splitlines(), start=1):
            if header := HEADER.match(line):
                table = self._table(header[1], header[2], counts)
                yield table, number
            elif key := KEY.match(line):
                yield (*table, key[1].strip("\"'")), number

    def _table(self, bracket: str, name: str, counts: dict[str, int]) -> Path:
        parts = tuple(part.strip().strip("\"'") for part in name.split("."))
        if bracket == "[":
            return parts
        counts[name] = counts.get(name, -1) + 1
        return (*parts, counts[name])


def dumped(data: Mapping[str, Any]) -> str:
    """Plain data as TOML: first the keys, then tables, then lists of tables."""
    return "\n".join(_table(data, ())) + "\n"


def _table(data: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    tables = {key: value for key, value in data.items() if isinstance(value, Mapping)}
    lists = {key: value for key, value in data.items() if _is_tables(value)}
    for key, value in data.items():
        if key not in tables and key not in lists and value is not None:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in tables.items():
        inner = list(_table(value, (*path, key)))
        yield from [f"\n[{'.'.join(map(_key, (*path, key)))}]"] if not inner or not inner[0].startswith("\n") else []
        yield from inner
    for key, values in lists.items():
        for value in values:
            yield f"\n[[{'.'.join(map(_key, (*path, key)))}]]"
            yield from _table(value, (*path, key))


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, Mapping) for each in value)


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else json.dumps(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
