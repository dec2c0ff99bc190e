"""The option `lowering`: whether a model is reduced and rewritten before its backend compiles it."""

from collections.abc import Mapping

from rookery.models import AtLeast, BadInput, Model

LOWERING, ON, OFF = "lowering", "on", "off"
OPTIONS = {LOWERING: "off: search the model as it is, without reductions and rewritten constraints; default on"}


def is_lowered(options: Mapping[str, str]) -> bool:
    """Return whether the option `lowering` is on; raises `BadInput` for a value that is no switch."""
    value = options.get(LOWERING, ON)
    if value not in (ON, OFF):
        raise BadInput(f"option {LOWERING}={value}: accepted are {ON}, {OFF}")
    return value == ON


def has_rows(model: Model) -> bool:
    """Return whether a model has several lower bounds, which is seen before anything that reduces them is imported."""
    bounds = (each for each in model.constraints if isinstance(each, AtLeast))
    return next(bounds, None) is not None and next(bounds, None) is not None
