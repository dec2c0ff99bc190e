"""The schemas of answers and records fit what is written, and nothing else."""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError
from rookery_docs.json_schema import answer_schema, record_schema, schema_of
from rookery_tests.command_line import rookery
from rookery_tests.stored_record import RECORD
from rookery_tests.synthetic_records import campaign

import rookery as rk
from rookery.compare.records.record import Record, as_plain

ANSWERS = Draft202012Validator(answer_schema())
RECORDS = Draft202012Validator(record_schema())
QUEENS = ("solve", "placement", "--piece", "queen", "--board")


@pytest.mark.parametrize(
    "words",
    [
        (*QUEENS, "5", "--count", "5", "--fix", "0,0", "--forbid", "4,4"),
        (*QUEENS, "4", "--count", "4", "--count-solutions", "--up-to-symmetry"),
        (*QUEENS, "3", "--count", "3", "--why"),
        (*QUEENS, "4", "--all", "--backend", "sat"),
        (*QUEENS, "2x2x2"),
        ("solve", "domination", "--piece", "knight", "--board", "hex:3", "--backend", "cpsat"),
        ("solve", "superqueens", "--side", "4"),
    ],
)
def test_answers_of_the_command_line_fit(words: tuple[str, ...]) -> None:
    ANSWERS.validate(json.loads(rookery(*words, "--json").out))


def test_an_answer_on_a_graph_fits() -> None:
    graph = rk.Graph([("a", "b"), ("b", "c")])
    ANSWERS.validate(json.loads(json.dumps(rk.solve(rk.domination("guard", graph)).as_dict())))


@pytest.mark.parametrize("record", [RECORD, *campaign()[:3]], ids=lambda record: record.key)
def test_records_fit(record: Record) -> None:
    RECORDS.validate(json.loads(json.dumps(as_plain(record))))


def without(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != key}


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data | {"colour": "white"},
        lambda data: without(data, "bound"),
        lambda data: data | {"status": "perhaps"},
        lambda data: data | {"count": "92"},
        lambda data: data | {"solutions": [["queen", 0, 0]]},
        lambda data: data | {"problem": without(data["problem"], "board")},
        lambda data: data | {"times": data["times"] | {"search": None}},
    ],
)
def test_other_data_does_not_fit(change: Any) -> None:
    data = rk.solve(rk.placement("queen", 4, count=4)).as_dict()
    ANSWERS.validate(data)
    with pytest.raises(ValidationError):
        ANSWERS.validate(change(data))


@pytest.mark.parametrize("name", [each.name for each in fields(Record)])
def test_a_record_needs_each_of_its_fields(name: str) -> None:
    assert not RECORDS.is_valid(without(as_plain(RECORD), name))


def test_a_type_without_plain_data_has_no_schema() -> None:
    with pytest.raises(TypeError, match="no schema for"):
        schema_of(object)
