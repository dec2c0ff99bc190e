"""JSON schemas of what Rookery writes, from the types of its dataclasses."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from rookery.backends.contract.answer import Answer, describe
from rookery.compare.records.record import Record
from rookery.models import placement
from rookery.models.pieces.piece import QUEEN

Schema = dict[str, Any]
PLAIN = {bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null"}
DRAFT = "https://json-schema.org/draft/2020-12/schema"
PIECE_ON_SQUARE: Schema = {
    "description": "the name of a piece, then its square: row and column; elsewhere its coordinates or vertex",
    "type": "array",
    "prefixItems": [{"type": "string"}],
    "items": {"type": ["integer", "string"]},
    "minItems": 2,
}
# What an answer holds only sometimes.
SOMETIMES = {"why": "with --why"}


def schema_of(kind: Any) -> Schema:
    """The schema of the plain data of a type; a type that has no such data raises `TypeError`."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return {}
    if kind in PLAIN:
        return {"type": PLAIN[kind]}
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {"enum": [each.value for each in kind]}
    if is_dataclass(kind):
        return schema_of_fields(kind)
    if origin in (Union, UnionType):
        return {"anyOf": [schema_of(each) for each in inner]}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": schema_of(inner[1])}
    if origin in (tuple, Sequence):
        return _of_items(inner)
    if isinstance(kind, type) and issubclass(kind, Mapping):
        return {"type": "object", "additionalProperties": {"type": "integer"}}
    raise TypeError(f"no schema for {kind}")


def _of_items(inner: tuple[Any, ...]) -> Schema:
    if inner[-1] is Ellipsis or len(inner) == 1:
        return {"type": "array", "items": schema_of(inner[0])}
    return {"type": "array", "prefixItems": [schema_of(each) for each in inner], "minItems": len(inner)}


def schema_of_fields(kind: Any, **known: Schema) -> Schema:
    """The schema of a dataclass, all of whose fields are there; `known` are schemas that its types do not tell."""
    hints = get_type_hints(kind)
    properties = {each.name: known.get(each.name) or schema_of(hints[each.name]) for each in fields(kind)}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def answer_schema() -> Schema:
    """What `rookery solve --json` prints, and `Answer.as_dict` gives."""
    solutions: Schema = {"type": "array", "items": {"type": "array", "items": PIECE_ON_SQUARE}}
    found = schema_of_fields(Answer, problem=_problem_schema(), solutions=solutions)
    found["properties"] |= {"why": {"type": "object"}, "gap": schema_of(float | None)}
    found["required"].append("gap")
    for name, when in SOMETIMES.items():
        found["properties"][name]["description"] = when
    found["required"] = [name for name in found["required"] if name not in SOMETIMES]
    return {"$schema": DRAFT, "title": "an answer of Rookery", **found}


def _problem_schema() -> Schema:
    texts = {name: {"type": "string"} for name in ("family", "title", "board")}
    squares: Schema = {"type": "array", "items": {"type": "array", "items": {"type": ["integer", "string"]}}}
    lists: Schema = {
        "pieces": {"type": "array", "items": {"type": "string"}},
        "fixed": {"type": "array", "items": PIECE_ON_SQUARE},
        "forbidden": squares,
    }
    required = list(describe(placement(QUEEN, 1)))
    return {"type": "object", "properties": {**texts, **lists}, "required": required, "additionalProperties": False}


def record_schema() -> Schema:
    """A run of a campaign, as `rookery compare --export runs.jsonl` writes a line for each."""
    return {"$schema": DRAFT, "title": "a run of a campaign", **schema_of_fields(Record)}
