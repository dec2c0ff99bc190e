"""The page of the reference for answers and records as JSON."""

import inspect
import json
from collections.abc import Iterator
from typing import Any

from rookery.backends.contract.answer_data import AnswerData
from rookery.compare.records.record import Record
from rookery_docs.examples import DOCS
from rookery_docs.json_schema import Schema, answer_schema, record_schema
from rookery_docs.markdown import block, code, join, table, title, write

REFERENCE = DOCS / "reference"


def make() -> Iterator[str]:
    """Write the page, and the schemas as files."""
    found = {"answer": answer_schema(), "record": record_schema()}
    for name, schema in found.items():
        write(REFERENCE / "schemas" / f"{name}.schema.json", json.dumps(schema, indent=1, ensure_ascii=False) + "\n")
    write(REFERENCE / "schemas.md", _page(found))
    yield "schemas"


def _page(found: dict[str, Schema]) -> str:
    return join(
        title("Answers and records as JSON"),
        "Both schemas are made from the dataclasses that hold the data, and tests hold real answers and records against"
        " them. The commands `verify`, `check`, `table`, `doctor`, `pieces` and `backends` print JSON with"
        " `--json` as well.\n",
        _section(
            "answer",
            AnswerData,
            "What `rookery solve --json` prints, and `answer.as_dict()` gives in Python.",
            found["answer"],
        ),
        _section("record", Record, "A line of `rookery compare ... --export runs.jsonl`: one run.", found["record"]),
    )


def _section(name: str, kind: type, shown: str, schema: Schema) -> str:
    rows = [
        (code(key), _say(each), "" if key in schema["required"] else "sometimes")
        for key, each in schema["properties"].items()
    ]
    return join(
        title(name.capitalize(), 2),
        f"{shown} As a schema: [{name}.schema.json](schemas/{name}.schema.json).\n",
        f"{inspect.getdoc(kind)}\n",
        table(("key", "type", "there"), rows),
        title(f"Schema of {name}s", 3),
        block("json", json.dumps(schema, indent=1, ensure_ascii=False)),
    )


def _say(schema: Schema) -> str:
    """The type of a value in a few words."""
    if "anyOf" in schema:
        return " or ".join(map(_say, schema["anyOf"]))
    if "enum" in schema:
        return ", ".join(code(each) for each in schema["enum"])
    kind: Any = schema.get("type", "anything")
    inner = schema.get("items")
    return f"array of {_say(inner)}" if kind == "array" and inner and "type" in inner else str(kind)
