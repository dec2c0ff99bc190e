"""Our own backend: bitset tables and a backtracking search in numba kernels."""

from collections.abc import Sequence
from importlib import import_module
from math import inf
from typing import ClassVar

from rookery.backends.backtracking.options import AUTO, FRONTIER, OPTIONS, memory, strategy
from rookery.backends.backtracking.switches import left_out
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Backend, Capabilities, CompiledProgram, Request, Stream, Unsupported
from rookery.models import Model

MOST_LISTED = 2_000


class Backtracking(Backend[CompiledProgram]):
    """Compiles a model to bitset tables and searches them row by row, by the scarcest choice, or in general."""

    name = "backtracking"
    summary = "our own search: bitset tables, numba kernels; rows, scarcest choice, branch and bound"
    distributions = ("numba", "numpy")
    capabilities: ClassVar[Capabilities] = Capabilities(frozenset(Want), options=OPTIONS, resumes=True)

    def load(self) -> None:
        """Import numba and the kernels."""
        try:
            import_module("numba")
        except ImportError as error:
            raise Unsupported(f"backend backtracking needs numba: {error}; install it: pip install numba") from None
        import_module("rookery.backends.backtracking.ready")

    def ready(self, program: CompiledProgram, request: Request) -> None:
        """Load the kernels that a program needs from numba's cache, or compile them in the first run on a machine."""
        from rookery.backends.backtracking.ready import warm

        warm(program, request.want)

    def check(self, model: Model, request: Request) -> None:
        """Refuse a strategy that there is not, and what the one that is named cannot do."""
        left_out(request.options)
        if strategy(request.options) != AUTO:
            _alone(request)
            memory(request.options)
            from rookery.backends.textbook.suiting import suited, suits_frontier

            suited(model, request)
            if strategy(request.options) == FRONTIER:
                suits_frontier(request)

    def compile(self, model: Model, request: Request) -> CompiledProgram:
        """Recognise what the model is made of, and make tables for the strategy, or the most special search."""
        from rookery.backends.backtracking.compile import compiled
        from rookery.backends.textbook.program import compiled as compiled_for

        return compiled(model, request) if strategy(request.options) == AUTO else compiled_for(model, request)

    def listable(self, models: Sequence[Model], request: Request) -> float:
        """None where all models suit the same searches: what a symmetry keeps of a selection may be none."""
        from rookery.backends.selection.selection import selection

        if strategy(request.options) != AUTO:
            return inf
        whole, *kept = models
        return 0 if selection(whole) is None or None not in map(selection, kept) else MOST_LISTED

    def explain(self, program: CompiledProgram) -> list[str]:
        """What the model is made of, and which search runs."""
        from rookery.backends.backtracking.explain import explained

        return explained(program)

    def run(self, program: CompiledProgram, request: Request) -> Stream:
        """Run the search that fits the program."""
        from rookery.backends.backtracking.searches import search
        from rookery.backends.textbook.program import StrategyProgram
        from rookery.backends.textbook.searches import search_strategy

        return search_strategy(program, request) if isinstance(program, StrategyProgram) else search(program, request)


def _alone(request: Request) -> None:
    """Refuse for a named strategy what only the default one can."""
    name = strategy(request.options)
    if request.workers > 1:
        raise Unsupported(f"strategy {name} uses one worker; leave out workers, or the strategy at auto")
    if request.store is not None:
        raise Unsupported(f"strategy {name} keeps no checkpoint; leave that out, or the strategy at auto")
