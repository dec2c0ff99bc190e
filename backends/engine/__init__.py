"""Our own backend: bitset tables and a backtracking search in numba kernels."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from math import inf
from typing import ClassVar

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Backend, Capabilities, Request, RunnableProgram, Stream, Unsupported
from rookery.backends.engine.options import FRONTIER, OPTIONS, PARETO, read_count, read_optimum, read_without
from rookery.core.runtime import IN_PAGE
from rookery.models import Minimize, Model

MAX_LISTED = 2_000
MAX_RIVALS = 100_000  # what a symmetry keeps of rivals is none: it is for the general search, which takes longer


class Backtracking(Backend[RunnableProgram]):
    """Compiles a model to bitset tables and searches them row by row, by the scarcest choice, or in general."""

    name = "backtracking"
    summary = "our own search: bit sets in numba kernels; row by row, fewest choices first, branch and bound"
    distributions = ("numba", "numpy")
    capabilities: ClassVar[Capabilities] = Capabilities(frozenset(Want), options=OPTIONS, resumes=True)

    def load(self) -> None:
        """See that numba is there to compile kernels; it is imported once that pays."""
        if find_spec("numba") is None and not IN_PAGE:
            raise Unsupported("backend backtracking needs numba; install it: pip install numba")
        import_module("rookery.backends.engine.compile")

    def ready(self, program: RunnableProgram, request: Request) -> None:
        """Make the kernel ready if the search is measured, or too large to begin without.

        A small program begins as plain Python, and most are answered before the compiler would pay.
        """
        sample = program.kernel(request.want) if request.measured or program.is_large else None
        if sample is not None:
            sample.kernel.wait(sample.arguments, request.deadline)

    def check(self, model: Model, request: Request) -> None:
        """Refuse options that make no sense, and what the frontier cannot count."""
        read_without(request.options)
        if read_count(request.options) == FRONTIER:
            from rookery.backends.engine.frontier import check_program

            check_program(model, request)
        if read_optimum(request.options) == PARETO:
            from rookery.backends.engine.pareto.search import check_covering

            check_covering(model, request)

    def compile(self, model: Model, request: Request) -> RunnableProgram:
        """Recognise what the model is made of, and make tables for the most special search that it allows."""
        from rookery.backends.engine.compile import compile_model

        return compile_model(model, request)

    def compile_foreseen(self, model: Model, request: Request) -> RunnableProgram | None:
        """The sweep of a covering that is narrow."""
        if request.want is not Want.ONE or not isinstance(model.goal, Minimize):
            return None
        from rookery.backends.engine.compile import compile_narrow

        return compile_narrow(model, request)

    def listable(self, models: Sequence[Model], request: Request) -> float:
        """Always list if the models suit different searches: a symmetry may keep a model that is not a selection."""
        from rookery.backends.presolve.structure.rivals import is_rivals
        from rookery.backends.presolve.structure.selection import recognise_selection

        if read_count(request.options) == FRONTIER:
            return inf
        whole, *kept = models
        if recognise_selection(whole) is None and is_rivals(whole):
            return MAX_RIVALS
        return 0 if recognise_selection(whole) is None or None not in map(recognise_selection, kept) else MAX_LISTED

    def explain(self, program: RunnableProgram) -> list[str]:
        """Explain what the model is made of, and which search runs."""
        return program.explain()

    def run(self, program: RunnableProgram, request: Request) -> Stream:
        """Run the search that fits the program."""
        return program.search(request)
