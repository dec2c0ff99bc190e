"""The abstract model itself as JSON, written and read; literals are numbered from 1, negative where negated."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rookery.backends.formats.clauses import numbered
from rookery.backends.formats.named_model import Subject
from rookery.models import AtLeast, AtMost, BadInput, Exactly, Linear, Maximize, Minimize, Model, Satisfy
from rookery.models.model import Constraint, Goal

FORMAT = "rookery-model"
KINDS: Mapping[str, type[AtMost | AtLeast | Exactly]] = {"at-most": AtMost, "at-least": AtLeast, "exactly": Exactly}
GOALS: Mapping[str, type[Minimize | Maximize]] = {"minimize": Minimize, "maximize": Maximize}


def written(subject: Subject) -> Iterator[str]:
    """One JSON object, a constraint a line."""
    head = {"format": FORMAT, "title": subject.title, "variables": list(subject.names)}
    yield json.dumps(head)[:-1] + ","
    yield f'"goal": {json.dumps(_goal(subject.model.goal))},'
    yield '"constraints": ['
    yield ",\n".join(json.dumps(_constraint(constraint)) for constraint in subject.model.constraints)
    yield "]}"


def _goal(goal: Goal) -> dict[str, Any]:
    if isinstance(goal, Satisfy):
        return {"kind": "satisfy"}
    kind = "minimize" if isinstance(goal, Minimize) else "maximize"
    return {"kind": kind, "literals": numbered(goal.literals), "weights": goal.weights}


def _constraint(constraint: Constraint) -> dict[str, Any]:
    literals = numbered(constraint.literals)
    if isinstance(constraint, Linear):
        sides = {"weights": constraint.weights, "lower": constraint.lower, "upper": constraint.upper}
        return {"kind": "linear", "literals": literals, **sides}
    kind = next(name for name, each in KINDS.items() if type(constraint) is each)
    choice = {"choice": constraint.choice} if isinstance(constraint, Exactly) and constraint.choice else {}
    return {"kind": kind, "bound": constraint.bound, "literals": literals, **choice}


def read(text: str) -> Model:
    """The model that was written; raises `BadInput` for anything else."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"line {error.lineno}: no JSON: {error.msg}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput(f'line 1: no model of ours: "format" is not "{FORMAT}"')
    try:
        names = [str(name) for name in data["variables"]]
        constraints = tuple(map(_read_constraint, data["constraints"]))
        return Model(len(names), constraints, _read_goal(data["goal"]), name=names.__getitem__)
    except (KeyError, TypeError) as error:
        raise BadInput(f"line 1: a part is missing or of the wrong kind: {error}") from None


def _read_constraint(entry: Mapping[str, Any]) -> Constraint:
    literals, kind = _literals(entry["literals"]), entry["kind"]
    if kind == "linear":
        return Linear(tuple(entry["weights"]), literals, entry["lower"], entry["upper"])
    if kind == "exactly":
        return Exactly(entry["bound"], literals, entry.get("choice"))
    return KINDS[kind](entry["bound"], literals)


def _read_goal(entry: Mapping[str, Any]) -> Goal:
    if entry["kind"] == "satisfy":
        return Satisfy()
    weights = entry.get("weights")
    return GOALS[entry["kind"]](_literals(entry["literals"]), None if weights is None else tuple(weights))


def _literals(numbers: Sequence[int]) -> tuple[int, ...]:
    if 0 in numbers:
        raise BadInput("line 1: literal 0; they are numbered from 1")
    return tuple(number - 1 if number > 0 else number for number in numbers)
