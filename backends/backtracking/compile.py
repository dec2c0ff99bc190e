"""Which program a model gets: the most special search that it allows."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from rookery.backends.backtracking.components.program import ComponentsProgram, compile_components
from rookery.backends.backtracking.cover.program import CoverProgram, compile_cover
from rookery.backends.backtracking.frontier.program import FrontierProgram, check_selection, compile_frontier
from rookery.backends.backtracking.general.program import GeneralProgram, compile_general
from rookery.backends.backtracking.large_rows.program import (
    NAME,
    LargeRowProgram,
    compile_large_rows,
    compile_restricted,
)
from rookery.backends.backtracking.options import AUTO, FRONTIER, PARETO, SEARCH, read_count, read_optimum, read_without
from rookery.backends.backtracking.pareto.program import ParetoProgram, compile_pareto
from rookery.backends.backtracking.rivals.program import RivalsProgram, compile_rivals
from rookery.backends.backtracking.rows.program import RowProgram, compile_rows, has_many_rows, suits_rows
from rookery.backends.backtracking.vertex_cover.program import VertexCoverProgram, compile_vertex_cover, is_vertex_cover
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Request, Stream
from rookery.backends.lowering.bounds import known_bound
from rookery.backends.selection.decided import Decided, decide
from rookery.backends.selection.rivals import rivals
from rookery.backends.selection.rows import rows
from rookery.backends.selection.selection import Selection, selection
from rookery.models.model import Model

Program = (
    Decided
    | FrontierProgram
    | RowProgram
    | LargeRowProgram
    | CoverProgram
    | ComponentsProgram
    | ParetoProgram
    | VertexCoverProgram
    | RivalsProgram
    | GeneralProgram
)


def compile_model(model: Model, request: Request) -> Program:
    """The program for a model: of the frontier where it is named, else of the most special search."""
    if request.lazy is None and (narrow := compile_narrow(model, request)):
        return narrow
    if request.lazy is None and (many := compile_large_rows(model, request)):
        return many
    if request.lazy is None and (some := compile_restricted(model, request)):
        return some if isinstance(some, Decided) else replace(some, otherwise=_search_of_all(model, request))
    if "symmetry" in read_without(request.options):
        model = replace(model, symmetries=())
    found, by_frontier = selection(model), read_count(request.options) == FRONTIER
    if by_frontier:
        check_selection(found)
    if found is None:
        armies = rivals(model)
        return compile_general(model, request) if armies is None else compile_rivals(armies, model, request)
    if decided := decide(found):
        return decided
    if request.lazy is not None:
        return _compile_growing(found, model, request)
    if read_optimum(request.options) == AUTO and is_vertex_cover(found):
        return compile_vertex_cover(found, request)
    if by_frontier and not found.goal:  # the optimum is for the search, its solutions are counted here
        return compile_frontier(found, request)
    return _compile_search(found, model, request)


def compile_narrow(model: Model, request: Request) -> ParetoProgram | None:
    """The program of the frontier of partial covers, with a search that takes turns with it where it may be sooner."""
    narrow = compile_pareto(model, request)
    if narrow is None or narrow.model is None:
        return narrow
    return replace(narrow, otherwise=partial(_search_with, {"optimum": SEARCH}, model))


def _search_of_all(model: Model, request: Request) -> Callable[[Request], Stream]:
    """The search of a model of which a program tries a restriction first."""
    without = ",".join(sorted({NAME, *read_without(request.options)}))
    return partial(_search_with, {"without": without}, model)


def _search_with(options: Mapping[str, str], model: Model, request: Request) -> Stream:
    """What the search says of a model under other options than those of its program."""
    from rookery.backends.backtracking.searches import search

    request = replace(request, options={**request.options, **options})
    yield from search(compile_model(model, request), request)


def takes_growing(model: Model, request: Request) -> bool:
    """Whether a lazy form is a covering to which items may be added, and a search without files or a fleet is asked."""
    if request.store is not None or request.work is not None or read_count(request.options) == FRONTIER:
        return False
    found = selection(model) if read_optimum(request.options) != PARETO else None
    return found is not None and found.goal <= 0 and decide(found) is None


def _compile_growing(found: Selection, model: Model, request: Request) -> Program:
    """A covering to which items are added; its parts hang together by those."""
    program = compile_cover(found, model, request, found.goal == 0 and request.want is Want.ONE)
    least = known_bound(model)[0] - len(found.forced)
    return program if found.goal == 0 or "lines" in read_without(request.options) else replace(program, known=least)


def _compile_search(found: Selection, model: Model, request: Request) -> Program:
    cut = None if found.goal else rows(found)
    if cut and suits_rows(cut, request.want):
        return compile_rows(cut, found, model, request)
    ordered = found.goal == 0 and request.want is Want.ONE and not (cut and has_many_rows(cut))
    whole = compile_cover(found, model, request, ordered)
    apart = None if "components" in read_without(request.options) else compile_components(whole, model, request)
    if apart is None and found.goal < 0 and "lines" not in read_without(request.options):
        return replace(whole, known=known_bound(model)[0] - len(found.forced))
    return apart or whole
