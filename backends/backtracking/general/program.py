"""The program of a model that is no selection."""

from dataclasses import dataclass

from rookery.backends.backtracking.general.tables import General, general
from rookery.backends.contract.backend import Sized
from rookery.models.model import Maximize, Model, Satisfy


@dataclass(frozen=True, slots=True)
class GeneralProgram(Sized):
    """A model that is no selection; `goal` says that it has an objective, `eager` that more is better."""

    tables: General
    goal: bool
    eager: bool


def compile_general(model: Model) -> GeneralProgram:
    """The tables of any model."""
    tables = general(model)
    size = {"variables": model.variables, "rows": len(tables.bound), "literals": len(tables.literal)}
    return GeneralProgram(size, tables, not isinstance(model.goal, Satisfy), isinstance(model.goal, Maximize))
