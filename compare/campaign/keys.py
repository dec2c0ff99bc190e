"""The keys of a campaign file, each with its help and an example, and the tables of them for the manual."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import msgspec

from rookery.compare.campaign.source import KeyPath
from rookery.models import BadInput
from rookery.models.problems.family import Family
from rookery.models.problems.parameters import Choice, Flag, Parameter, SquareList, Whole
from rookery.models.problems.registry import ALONE, COUNT, FAMILIES, TOGETHER, known_keys, piece_keys
from rookery.models.reading.typed import quote

OVERRIDES = ("seconds", "cpu-seconds", "memory", "seeds", "workers")  # what a command line may say beside a file
Kind = TypeVar("Kind")
STEP = re.compile(r"\.([\w-]+)|\[(\d+)\]")
# The types that `msgspec` names, in the words of a message and in their order there.
WORDS = {
    "int": "a whole number",
    "float": "a number",
    "array": "a list",
    "str": "text in quotes",
    "object": "a table",
    "bool": "true or false",
}


class Key(NamedTuple):
    """A key with its help and an example, both as TOML has them; a table shows its own keys there."""

    name: str
    help: str
    example: str


NAME = Key("name", "what the campaign is called; its folder is named after it", '"example"')
CONDITIONS = (
    Key(
        "backends",
        'who answers: names, "all", peers, or "file.py:Class"; all, if it is left out',
        '["backtracking", "sat"]',
    ),
    Key("want", "one solution, all of them, or their count", '"one"'),
    Key("up-to-symmetry", "one solution of each symmetry class", "false"),
    Key("seeds", "how many seeds, or a list of them: repeats show how far times vary", "2"),
    Key("workers", "threads or processes of each run, or a list: one entrant for each", "[1]"),
    Key("seconds", "the time limit of each run", "10"),
    Key("cpu-seconds", "the limit of processor time of each run", "20"),
    Key("memory", "the memory limit of each run", '"2G"'),
)
TABLES = (
    Key("peers", "backends of your own, by a name that you choose", 'mine = "mine.py:Mine"'),
    Key("options", "options of a backend; several values are several entrants", 'solver = ["cadical195", "glucose4"]'),
    Key("pieces", "pieces of your own, in Betza notation or by their steps", 'gnu = { betza = "NC", symbol = "G" }'),
)
PROBLEMS = Key("problems", "what is asked: a table for each entry", "")
BOARDS = (
    Key("family", f"what is asked: {', '.join(FAMILIES)}", '"placement"'),
    Key("boards", 'sizes: "4..10", "8x11", "8:torus", or a list of them; one problem for each', '"3"'),
    Key("holes", "squares that the boards lack, as row,column from 0,0", '["0,0"]'),
)
GIVENS = {
    "fixed": Key("fixed", 'squares where a piece stands: "row,column", or "row,column=piece"', '["0,2=queen"]'),
    "forbidden": Key("forbidden", "squares where none stands", '["2,2"]'),
}
CONDITION_NAMES = tuple(key.name for key in CONDITIONS)
TOP = (NAME.name, *CONDITION_NAMES, *(key.name for key in TABLES), PROBLEMS.name)
OF_FAMILIES = tuple(dict.fromkeys(key for family in FAMILIES.values() for key in known_keys(family)))
PART = (*(key.name for key in BOARDS), *OF_FAMILIES, *CONDITION_NAMES)


def family_keys(family: Family) -> Iterator[Key]:
    """The keys of a family, other than its name, its boards and the conditions."""
    yield from (_piece_key(family, name) for name in piece_keys(family))
    yield from map(_parameter_key, family.parameters)
    yield from (GIVENS[name] for name in family.givens)


def _piece_key(family: Family, name: str) -> Key:
    if name == ALONE:
        return Key(ALONE, "pieces, each on its own: one problem for each", '["queen"]')
    if name == COUNT:
        return Key(COUNT, 'how many: a number, "n" (the side of the board) or "max"', "2")
    what = family.each or "piece"
    if name == TOGETHER and family.each:
        return Key(TOGETHER, f"pieces that stand on one board, each with its {what}", "{ queen = 1, knight = 1 }")
    if name == TOGETHER:
        return Key(TOGETHER, "pieces that stand on one board", '["queen", "knight"]')
    if family.each:
        return Key(name, f"pieces, each with its {what}", "{ queen = 9, knight = 3 }")
    least = family.places.least if family.places else 1
    words = family.places.what if family.places and family.places.what else "pieces that stand on one board"
    return Key(name, words, json.dumps(["queen"] * max(least, 1)))


def _parameter_key(parameter: Parameter) -> Key:
    several = "; a list asks one problem for each" if parameter.listed else ""
    words = parameter.help.removesuffix(".").removesuffix(" (repeatable)")
    return Key(parameter.entry_key, f"{words[:1].lower()}{words[1:]}{several}", _example_value(parameter))


def _example_value(parameter: Parameter) -> str:
    match parameter:
        case Choice():
            value = f'"{parameter.default or parameter.values[0]}"'
            return f"[{value}]" if parameter.listed else value
        case Flag():
            return "false"
        case SquareList():
            return '["0,2", "1,1"]'
        case Whole(unbounded=True):
            return f'"{parameter.none}"'
        case Whole():
            number = str(max(parameter.least, parameter.default or 1))
            return f"[{number}]" if parameter.listed else number
    return '""'


def write_reference() -> str:
    """The keys as tables in Markdown."""
    parts = [
        "## On top",
        _reference([NAME, *CONDITIONS, *TABLES]),
        "## In each entry `[[problems]]`",
        _reference(BOARDS),
    ]
    for family in FAMILIES.values():
        parts += [f"### {family.name}", f"{family.summary}", _reference(family_keys(family))]
    return "\n\n".join(parts) + "\n"


def _reference(keys: Iterable[Key]) -> str:
    rows = (f"| `{key.name}` | {_in_cell(key.help)} | `{_in_cell(key.example)}` |" for key in keys)
    return "\n".join(["| key | what it says | example |", "|---|---|---|", *rows])


def _in_cell(text: str) -> str:
    return text.replace("|", "\\|")


class Wrong(BadInput):
    """A value that makes no sense, with the path of its keys."""

    def __init__(self, message: str, *keys: str | int) -> None:
        super().__init__(message)
        self.keys: KeyPath = keys


class Untrusted(Wrong):
    """A campaign names code that the user did not agree to run."""

    def __init__(self, use: str) -> None:
        super().__init__(f"{use} is code that this campaign brings along; --trust-peers runs it")


@contextmanager
def at(*keys: str | int) -> Iterator[None]:
    """Add keys in front of the path of what is refused in the block."""
    try:
        yield
    except Wrong as error:
        error.keys = (*keys, *error.keys)
        raise
    except BadInput as error:
        raise Wrong(str(error), *keys) from None


@contextmanager
def name_place(place: Callable[[KeyPath], str] | None, named: bool = True) -> Iterator[None]:
    """Put the place of its path before what is refused in the block, and the key if it is `named`.

    What stands in no file has no place: its message says all.
    """
    try:
        yield
    except Wrong as error:
        if place is None:
            raise BadInput(str(error)) from None
        key = error.keys[-1] if error.keys and isinstance(error.keys[-1], str) else "problems"
        is_named = isinstance(error, Untrusted) or not named or str(error).startswith(f"{key}: ")
        error.args = (f"{place(error.keys)}: {'' if is_named else f'{key}: '}{error}",)
        raise error from None


def convert(data: Any, kind: type[Kind]) -> Kind:
    """Check plain data by its types; raises `Wrong` with the path of what has another type."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        fault = read_fault(error)
        for key in fault.keys:
            data = data[key]
        raise Wrong(f"{quote(str(data))}: {fault}", *fault.keys) from None


def read_fault(error: msgspec.ValidationError) -> Wrong:
    """The fault that `msgspec` reports as `Expected `int | array`, got `str` - at `$.seeds``, in a user's words."""
    text, _, path = str(error).partition(" - at `$")
    keys = [name or int(number) for name, number in STEP.findall(path)]
    if found := re.match(r"Expected `([^`]+)`, got", text):
        kinds = found[1].split(" | ")
        text = f"expected {' or '.join(WORDS[each] for each in WORDS if each in kinds)}"
    return Wrong(text, *keys)
