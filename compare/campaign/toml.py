"""TOML for campaigns: where a key stands in a text, and plain data written as text."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rookery.models import BadInput
from rookery.models.base.legible import legible
from rookery.models.pieces.toml import Path, Source

__all__ = ["Path", "Source", "dump_toml"]

BARE = re.compile(r"[A-Za-z0-9_-]+")


def dump_toml(data: Mapping[str, Any]) -> str:
    """Plain data as TOML: first the keys, then tables, then lists of tables; raises `BadInput` for what is no text."""
    return _check_encodable("\n".join(_table(data, ())) + "\n")


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


def _check_encodable(text: str) -> str:
    """A text that a file and a store take; undecodable arguments and file names are none."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        line = text[text.rfind("\n", 0, error.start) + 1 : error.end]
        raise BadInput(f"{legible(line)}: text that is not UTF-8 cannot be stored in a campaign; rename it") from None
    return text
