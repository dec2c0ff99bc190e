"""Which search a program gets; only that one is imported."""

from importlib import import_module

from rookery.backends.backtracking.components.program import ComponentsProgram
from rookery.backends.backtracking.cover.program import CoverProgram
from rookery.backends.backtracking.frontier.program import FrontierProgram
from rookery.backends.backtracking.general.program import GeneralProgram
from rookery.backends.backtracking.large_rows.program import LargeRowProgram
from rookery.backends.backtracking.pareto.program import ParetoProgram
from rookery.backends.backtracking.rivals.program import RivalsProgram
from rookery.backends.backtracking.rows.program import RowProgram
from rookery.backends.backtracking.vertex_cover.program import VertexCoverProgram
from rookery.backends.contract.backend import CompiledProgram, Request, Stream
from rookery.backends.selection.decided import Decided, search_decided

ROOMS: dict[type[CompiledProgram], str] = {
    FrontierProgram: "frontier",
    RowProgram: "rows",
    LargeRowProgram: "large_rows",
    CoverProgram: "cover",
    ComponentsProgram: "components",
    VertexCoverProgram: "vertex_cover",
    ParetoProgram: "pareto",
    RivalsProgram: "rivals",
    GeneralProgram: "general",
}


def search(program: CompiledProgram, request: Request) -> Stream:
    """Run the search that fits a program."""
    if isinstance(program, Decided):
        return search_decided(program, request)
    room = ROOMS.get(type(program))
    if room is None:
        raise TypeError(f"{type(program).__name__} is not a program of this backend")
    run = getattr(import_module(f"rookery.backends.backtracking.{room}.search"), f"search_{room}")
    found: Stream = run(program, request)
    return found
