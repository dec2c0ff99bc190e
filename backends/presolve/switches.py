"""The option `lowering`: whether a model is reduced and rewritten before its backend compiles it."""

from rookery.backends.contract import Ask
from rookery.models import AtLeast, Model

LOWERING = "lowering"
OPTIONS = {LOWERING: "off: search the model as it is, without reductions and rewritten constraints; default on"}


def is_lowered(ask: Ask) -> bool:
    """Return whether the option `lowering` is on; raises `BadInput` for a value that is no switch."""
    return ask.option(LOWERING, ("on", "off")) == "on"


def has_rows(model: Model) -> bool:
    """Return whether a model has several lower bounds; asked before the code that reduces them is imported."""
    bounds = (each for each in model.constraints if isinstance(each, AtLeast))
    return next(bounds, None) is not None and next(bounds, None) is not None
