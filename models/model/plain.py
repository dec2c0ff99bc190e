"""A model as plain data, which its JSON form holds; literals are numbered from 1, negative where negated."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput, show_value
from rookery.core.numbers import integers
from rookery.models.model.clauses import dimacs_literals
from rookery.models.model.constraints import AtLeast, AtMost, Constraint, Exactly, Linear, Literal
from rookery.models.model.model import Goal, Maximize, Minimize, Model, Satisfy

T = TypeVar("T")
KINDS: Mapping[str, type[AtMost | AtLeast | Exactly]] = {"at-most": AtMost, "at-least": AtLeast, "exactly": Exactly}
GOALS: Mapping[str, type[Minimize | Maximize]] = {"minimize": Minimize, "maximize": Maximize}


def write_plain(model: Model) -> dict[str, Any]:
    """Return the names of the variables, the goal and the constraints of a model as plain data."""
    return {
        "variables": [model.name(variable) for variable in range(model.variables)],
        "goal": _write_goal(model.goal),
        "constraints": [_write_constraint(constraint) for constraint in checking_deadline(model.constraints)],
    }


def _write_goal(goal: Goal) -> dict[str, Any]:
    if isinstance(goal, Satisfy):
        return {"kind": "satisfy"}
    kind = "minimize" if isinstance(goal, Minimize) else "maximize"
    return {"kind": kind, "literals": dimacs_literals(goal.literals), "weights": goal.weights}


def _write_constraint(constraint: Constraint) -> dict[str, Any]:
    literals = dimacs_literals(constraint.literals)
    if isinstance(constraint, Linear):
        sides = {"weights": constraint.weights, "lower": constraint.lower, "upper": constraint.upper}
        return {"kind": "linear", "literals": literals, **sides}
    kind = next(name for name, each in KINDS.items() if type(constraint) is each)
    choice = {"choice": constraint.choice} if isinstance(constraint, Exactly) and constraint.choice else {}
    return {"kind": kind, "bound": constraint.bound, "literals": literals, **choice}


def read_plain(data: Mapping[str, Any]) -> Model:
    """Return the model of plain data; raises `BadInput`, which names the part that is wrong."""
    names = _read(lambda entry: _list(entry, "variables"), data, "the model")
    for at, name in enumerate(names, start=1):
        if not isinstance(name, str):
            raise BadInput(f"the name of variable {at}: {show_value(name)} is not text")
    listed = _read(lambda entry: _list(entry, "constraints"), data, "the model")
    constraints = [
        _read(_read_constraint, entry, f"constraint {at}")
        for at, entry in enumerate(checking_deadline(listed), start=1)
    ]
    goal = _read(_read_goal, data.get("goal"), "the goal")
    return _read(lambda goal: Model(len(names), constraints, goal, name=names.__getitem__), goal, "the model")


def _read(read_part: Callable[[Any], T], entry: Any, place: str) -> T:
    """Read a part; an error names its place."""
    try:
        return read_part(entry)
    except KeyError as error:
        raise BadInput(f"{place}: {error} is missing, or unknown") from None
    except TypeError as error:
        raise BadInput(f"{place}: a part is of the wrong kind: {error}") from None
    except BadInput as error:
        raise BadInput(f"{place}: {error}") from None


def _list(entry: Mapping[str, Any], key: str) -> list[Any]:
    if not isinstance(entry[key], list):
        raise BadInput(f"{key}: expected a list")
    return list(entry[key])


def _read_constraint(entry: Any) -> Constraint:
    literals, kind = _read_literals(entry), entry["kind"]
    if kind == "linear":
        return Linear(tuple(_list(entry, "weights")), literals, entry["lower"], entry["upper"])
    if kind == "exactly":
        return Exactly(entry["bound"], literals, entry.get("choice"))
    return KINDS[kind](entry["bound"], literals)


def _read_goal(entry: Any) -> Goal:
    if entry["kind"] == "satisfy":
        return Satisfy()
    weights = None if entry.get("weights") is None else tuple(_list(entry, "weights"))
    return GOALS[entry["kind"]](_read_literals(entry), weights)


def _read_literals(entry: Any) -> tuple[Literal, ...]:
    numbers = integers(_list(entry, "literals"), "literal")
    if 0 in numbers:
        raise BadInput("literal 0; they are numbered from 1")
    return tuple(number - 1 if number > 0 else number for number in numbers)
