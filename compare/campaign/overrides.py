"""Conditions of a campaign's file that a command line overrides, with a note of what stood there."""

from collections.abc import Iterator, Mapping
from typing import Any

from rookery.compare.campaign.conditions import read_limits, read_numbers
from rookery.compare.campaign.located import Data, Located

KEYS = ("seconds", "cpu-seconds", "memory", "seeds", "workers")


def override(data: Data, given: Data) -> tuple[dict[str, Any], dict[str, str]]:
    """A campaign's data with other conditions everywhere, and a note for each; raises `BadInput` for what is none."""
    _check(Located(given))
    entries = data.get("problems")
    whole = {**data, **given}
    if isinstance(entries, list):
        whole["problems"] = [_without(entry, given) if isinstance(entry, Mapping) else entry for entry in entries]
    return whole, {f"{key} (overridden)": _note(data, key, value) for key, value in given.items()}


def _check(given: Located) -> None:
    read_limits(given)
    read_numbers(given, "seeds", 0)
    read_numbers(given, "workers", 1)


def _without(entry: Data, given: Data) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key not in given}


def _note(data: Data, key: str, value: Any) -> str:
    stood = ", ".join(dict.fromkeys(_values(data, key)))
    shown = f"{value:g}" if isinstance(value, float) else value
    return f"{shown} in place of {stood or 'none'} in the file"


def _values(data: Data, key: str) -> Iterator[str]:
    """What the file says of a key, on top and in its entries."""
    entries = data.get("problems")
    for table in (data, *(entries if isinstance(entries, list) else ())):
        if isinstance(table, Mapping) and key in table:
            yield str(table[key])
