"""The abstract model itself as JSON, written and read; literals are numbered from 1, negative where negated."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from rookery.backends.formats.rows import NamedModel, check_number
from rookery.core.deadline import checking_deadline
from rookery.core.numbers import integers, read_whole
from rookery.models import AtLeast, AtMost, BadInput, Exactly, Linear, Maximize, Minimize, Model, Satisfy
from rookery.models.model.clauses import dimacs_literals
from rookery.models.model.constraints import Constraint
from rookery.models.model.model import Goal

T = TypeVar("T")
FORMAT = "rookery-model"
KINDS: Mapping[str, type[AtMost | AtLeast | Exactly]] = {"at-most": AtMost, "at-least": AtLeast, "exactly": Exactly}
GOALS: Mapping[str, type[Minimize | Maximize]] = {"minimize": Minimize, "maximize": Maximize}


def write_json(named: NamedModel) -> Iterator[str]:
    """Write one JSON object, a constraint a line."""
    head = {"format": FORMAT, "title": named.title, "variables": list(named.names)}
    yield json.dumps(head)[:-1] + ","
    yield f'"goal": {json.dumps(_goal(named.model.goal))},'
    yield '"constraints": ['
    yield ",\n".join(json.dumps(_constraint(constraint)) for constraint in checking_deadline(named.model.constraints))
    yield "]}"


def _goal(goal: Goal) -> dict[str, Any]:
    if isinstance(goal, Satisfy):
        return {"kind": "satisfy"}
    kind = "minimize" if isinstance(goal, Minimize) else "maximize"
    return {"kind": kind, "literals": dimacs_literals(goal.literals), "weights": goal.weights}


def _constraint(constraint: Constraint) -> dict[str, Any]:
    literals = dimacs_literals(constraint.literals)
    if isinstance(constraint, Linear):
        sides = {"weights": constraint.weights, "lower": constraint.lower, "upper": constraint.upper}
        return {"kind": "linear", "literals": literals, **sides}
    kind = next(name for name, each in KINDS.items() if type(constraint) is each)
    choice = {"choice": constraint.choice} if isinstance(constraint, Exactly) and constraint.choice else {}
    return {"kind": kind, "bound": constraint.bound, "literals": literals, **choice}


def read_json(text: str) -> Model:
    """The model that was written; raises `BadInput` for anything else."""
    data = _parse(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput(f'line 1: not a model of Rookery: "format" is not "{FORMAT}"')
    with _name_place("the model"):
        names, listed, goal = _list(data, "variables"), _list(data, "constraints"), data["goal"]
    check_number(len(names), 1)
    for at, name in enumerate(names, start=1):
        if not isinstance(name, str):
            raise BadInput(f"line 1: the name of variable {at}: {repr(name)[:40]} is not text")
    constraints = tuple(
        _read(_read_constraint, entry, f"constraint {at}")
        for at, entry in enumerate(checking_deadline(listed), start=1)
    )
    aim = _read(_read_goal, goal, "the goal")
    with _name_place("the model"):
        return Model(len(names), constraints, aim, name=names.__getitem__)


def _parse(text: str) -> Any:
    try:
        return json.loads(text, parse_int=read_whole)
    except json.JSONDecodeError as error:
        raise BadInput(f"line {error.lineno}: no JSON: {error.msg}") from None
    except RecursionError:
        raise BadInput("line 1: lists and objects within each other, too deep to be read") from None
    except BadInput as error:
        raise BadInput(f"line 1: {error}") from None


@contextmanager
def _name_place(place: str) -> Iterator[None]:
    """Add the place of a part to its errors."""
    try:
        yield
    except KeyError as error:
        raise BadInput(f"line 1: {place}: {error} is missing, or unknown") from None
    except TypeError as error:
        raise BadInput(f"line 1: {place}: a part is of the wrong kind: {error}") from None
    except BadInput as error:
        raise BadInput(f"line 1: {place}: {error}") from None


def _read(read_part: Callable[[Any], T], entry: Any, place: str) -> T:
    """Read a part of the model; an error names its place."""
    with _name_place(place):
        return read_part(entry)


def _list(entry: Mapping[str, Any], key: str) -> list[Any]:
    if not isinstance(entry[key], list):
        raise BadInput(f"{key}: expected a list")
    return list(entry[key])


def _read_constraint(entry: Any) -> Constraint:
    literals, kind = _literals(entry), entry["kind"]
    if kind == "linear":
        return Linear(tuple(_list(entry, "weights")), literals, entry["lower"], entry["upper"])
    if kind == "exactly":
        return Exactly(entry["bound"], literals, entry.get("choice"))
    return KINDS[kind](entry["bound"], literals)


def _read_goal(entry: Any) -> Goal:
    if entry["kind"] == "satisfy":
        return Satisfy()
    weights = None if entry.get("weights") is None else tuple(_list(entry, "weights"))
    return GOALS[entry["kind"]](_literals(entry), weights)


def _literals(entry: Mapping[str, Any]) -> tuple[int, ...]:
    numbers = integers(_list(entry, "literals"), "literal")
    if 0 in numbers:
        raise BadInput("literal 0; they are numbered from 1")
    return tuple(number - 1 if number > 0 else number for number in numbers)
