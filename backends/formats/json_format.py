"""The abstract model itself as JSON, written and read."""

import json
from collections.abc import Iterator
from typing import Any

from rookery.backends.formats.rows import NamedModel, check_number
from rookery.core.numbers import read_whole
from rookery.models import BadInput, Model
from rookery.models.model.plain import read_plain, write_plain

FORMAT = "rookery-model"


def write_json(named: NamedModel) -> Iterator[str]:
    """Write one JSON object, a constraint a line."""
    data = write_plain(named.model)
    head = {"format": FORMAT, "title": named.title, "variables": list(named.names)}
    yield json.dumps(head)[:-1] + ","
    yield f'"goal": {json.dumps(data["goal"])},'
    yield '"constraints": ['
    yield ",\n".join(map(json.dumps, data["constraints"]))
    yield "]}"


def read_json(text: str) -> Model:
    """The model that was written; raises `BadInput` for anything else."""
    data = _parse(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput(f'line 1: not a model of Rookery: "format" is not "{FORMAT}"')
    try:
        model = read_plain(data)
    except BadInput as error:
        raise BadInput(f"line 1: {error}") from None
    check_number(model.variables, 1)
    return model


def _parse(text: str) -> Any:
    try:
        return json.loads(text, parse_int=read_whole)
    except json.JSONDecodeError as error:
        raise BadInput(f"line {error.lineno}: no JSON: {error.msg}") from None
    except RecursionError:
        raise BadInput("line 1: lists and objects within each other, too deep to be read") from None
    except BadInput as error:
        raise BadInput(f"line 1: {error}") from None
