"""Which search takes a model: one function decides, by the model's constraints and what is asked."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rookery.backends.contract import Ask, Unsupported, Want
from rookery.backends.engine.divided import compile_divided
from rookery.backends.engine.matching import compile_matching
from rookery.backends.engine.options import AUTO, FRONTIER, PARETO, read_count, read_optimum, read_without
from rookery.backends.engine.plain import begin_plainly
from rookery.backends.engine.rows.cut import suits_rows
from rookery.backends.presolve.covering import Covering, read_covering
from rookery.backends.presolve.program import RunnableProgram, decide
from rookery.backends.presolve.structure.rows import recognise_rows
from rookery.core.runtime import IN_PAGE
from rookery.models.model.model import Minimize, Model

if TYPE_CHECKING:
    from rookery.core.kernels.kernel import KernelSample

FEWEST_SWEPT = 150  # rows of a covering from which on it may be swept; what is smaller the search answers at once


def choose(model: Model, ask: Ask) -> RunnableProgram:
    """Return the program of the most special search that takes a model; raises `Unsupported`."""
    without = read_without(ask.options)
    if "symmetry" in without:
        model = replace(model, symmetries=())
    if not IN_PAGE and _may_be_swept(model, ask):
        from rookery.backends.engine.pareto.search import compile_pareto

        if (swept := compile_pareto(model, ask)) is not None:
            return swept
    if (divided := compile_divided(model, ask)) is not None:
        return divided
    found = read_covering(model)
    if found is not None:
        if (decided := decide(found)) is not None:
            return decided
        if ask.want is Want.ONE and "matching" not in without and (matched := compile_matching(found)) is not None:
            return matched
        if read_count(ask) == FRONTIER and not found.goal:
            from rookery.backends.engine.frontier import compile_frontier

            return compile_frontier(found, ask)
        if _is_plain(ask) and (plain := begin_plainly(found, model, ask, partial(choose_arrays, found, model, ask))):
            return plain
    if IN_PAGE:
        raise Unsupported("backend backtracking cannot answer this question in a page: use sat")
    return choose_arrays(found, model, ask)


def choose_arrays(found: Covering | None, model: Model, ask: Ask) -> RunnableProgram:
    """Return the program of a search in kernels; numpy begins here.

    A search is imported where it is taken: to import all takes a tenth of a second.
    """
    if found is None:
        from rookery.backends.engine.general.search import compile_general
        from rookery.backends.engine.rivals.search import compile_rivals

        return compile_rivals(model, ask) or compile_general(model, ask)
    cut = None if found.goal else recognise_rows(found)
    if cut is not None and suits_rows(cut, ask.want):
        from rookery.backends.engine.rows.search import compile_rows

        return compile_rows(cut, found, model, ask)
    from rookery.backends.engine.cover.components import compile_counted

    return compile_counted(found, model, ask)


def _is_plain(ask: Ask) -> bool:
    """Return whether one solution is asked for, or the best, and nothing that takes a kernel."""
    return ask.want is Want.ONE and (ask.workers or 1) == 1 and not ask.options and not ask.store


def _may_be_swept(model: Model, ask: Ask) -> bool:
    """Return whether the options ask for a sweep over clusters, or leave it to the model, which is not small."""
    if (way := read_optimum(ask)) == PARETO:
        return True
    free = way == AUTO and "without" not in ask.options and ask.want is Want.ONE and ask.store is None
    return free and isinstance(model.goal, Minimize) and len(model.constraints) >= FEWEST_SWEPT


def samples() -> Iterator["KernelSample"]:
    """Yield each kernel that there is, with a small problem of its kind."""
    from rookery.backends.engine.cover import program as cover
    from rookery.backends.engine.general import search as general
    from rookery.backends.engine.pareto import search as pareto
    from rookery.backends.engine.rivals import search as rivals
    from rookery.backends.engine.rows import search as rows
    from rookery.backends.local_search.improve import sample_exchange
    from rookery.backends.presolve.approach import approach
    from rookery.core.kernels.kernel import KernelSample

    for search in (pareto, rows, cover, rivals, general):
        yield from search.samples()
    yield KernelSample(*sample_exchange())
    yield from approach.samples()
