"""Reductions, which a backend may have in front of it: it names them among its options, and they are switched there."""

from collections.abc import Mapping
from typing import NamedTuple

from rookery.models import AtLeast, BadInput, Model

FORCED, ROWS, COLUMNS, PARTS = "lowering.forced", "lowering.rows", "lowering.columns", "lowering.parts"
ON, OFF = "on", "off"
HELPS = {
    FORCED: "decide what a constraint leaves no choice about",
    ROWS: "leave out clauses, and other lower bounds, that a smaller one implies",
    COLUMNS: "for an optimum: leave out variables instead of which another one hits as much and costs no more",
    PARTS: "for an optimum: solve independent parts of a covering one after the other",
}
OPTIONS = {name: f"{text}; one of {ON}, {OFF}; default {ON}" for name, text in HELPS.items()}


class Switches(NamedTuple):
    """Switches of the reductions."""

    forced: bool = True
    rows: bool = True
    columns: bool = True
    parts: bool = True


def read_switches(options: Mapping[str, str], able: Mapping[str, str]) -> Switches:
    """The reductions that are on: those of a backend's options that are not switched off.

    A backend that names none of them is given every model as it is. Raises `BadInput` for a value that is no switch.
    """
    for name in OPTIONS:
        if options.get(name, ON) not in (ON, OFF):
            raise BadInput(f"option {name}={options[name]}: accepted are {ON}, {OFF}")
    return Switches(*(name in able and options.get(name, ON) == ON for name in HELPS))


def has_rows(model: Model) -> bool:
    """Return whether a model has several lower bounds, which is seen before anything that reduces them is imported."""
    bounds = (each for each in model.constraints if isinstance(each, AtLeast))
    return next(bounds, None) is not None and next(bounds, None) is not None
