"""The program of a model that is no selection."""

from dataclasses import dataclass

from rookery.backends.backtracking.general.tables import General, general
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import CompiledProgram, Request
from rookery.backends.selection.symmetries import find_images
from rookery.models.model import Maximize, Model, Satisfy


@dataclass(frozen=True, slots=True)
class GeneralProgram(CompiledProgram):
    """A model that is no selection; `goal` says that it has an objective, `eager` that more is better."""

    tables: General
    goal: bool
    eager: bool


def compile_general(model: Model, request: Request) -> GeneralProgram:
    """The tables of any model; with symmetries where any solution, or the best, is wanted."""
    goal = not isinstance(model.goal, Satisfy)
    tables = general(model, find_images(model) if goal or request.want is Want.ONE else None)
    size = {"variables": model.variables, "rows": len(tables.bound), "literals": len(tables.literal)}
    return GeneralProgram(size, tables, goal, isinstance(model.goal, Maximize))
