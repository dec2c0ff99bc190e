"""Our own backend: bitset tables and a backtracking search in numba kernels."""

from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from typing import ClassVar

from rookery.backends.contract import Ask, Backend, End, Item
from rookery.backends.engine.options import FRONTIER, OPTIONS, PARETO, read_count, read_optimum, read_without
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.presolve.program import RunnableProgram
from rookery.core.runtime import IN_PAGE
from rookery.models import Model, Satisfy


class Backtracking(Backend):
    """Compiles a model to bitset tables and searches them row by row, by the scarcest choice, or in general."""

    name = "backtracking"
    summary = "our own search: bit sets in numba kernels; row by row, fewest choices first, branch and bound"
    packages: ClassVar[Mapping[str, str]] = {} if IN_PAGE else {"numba": "numba", "numpy": "numpy"}
    can = frozenset({"one", "best", "all", "count", "seed", "workers", "resume", "executor", "parts"})
    options = OPTIONS

    def compile(self, model: Model, ask: Ask) -> RunnableProgram:
        """Recognise what the model is made of, and make tables for the most special search that it allows."""
        from rookery.backends.engine.choose import choose

        read_without(ask.options)
        if read_count(ask) == FRONTIER and isinstance(model.goal, Satisfy):
            from rookery.backends.engine.frontier import check_frontier

            check_frontier(model, ask)
        if read_optimum(ask) == PARETO:
            from rookery.backends.engine.pareto.search import check_covering

            check_covering(model, ask)
        return choose(model, ask)

    def describe(self, program: RunnableProgram) -> list[str]:
        """Return what the model is made of, and which search runs."""
        return program.explain()

    def run(self, program: RunnableProgram, ask: Ask) -> Iterator[Item]:
        """Run the search that fits the program."""
        if program.is_large and (sample := program.kernel(ask.want)) is not None:
            sample.kernel.wait(sample.arguments, ask.deadline)
        counted, found = SearchAsk(**vars(ask)), 0
        with closing(_search(program, counted)) as stream:
            for item in stream:
                yield replace(item, statistics=dict(counted.effort)) if isinstance(item, End) else item
                found += isinstance(item, frozenset)
                if found == ask.limit:
                    break
            else:
                return
        yield End(proven=False, statistics=dict(counted.effort))  # a search adds its effort when it is closed


def _search(program: RunnableProgram, ask: SearchAsk) -> Generator[Item, None, None]:
    """Return the stream of a search as a generator, which can be closed."""
    yield from program.search(ask)
