"""Our own backend: bitset tables and a backtracking search in numba kernels."""

from importlib import import_module
from typing import ClassVar

from rookery.backends.backend import Backend, Capabilities, Request, Sized, Solutions, Unsupported
from rookery.models import Model


class Backtracking(Backend[Sized]):
    """Compiles a model to bitset tables and searches them row by row, by the scarcest choice, or in general."""

    name = "backtracking"
    summary = "our own search: bitset tables, numba kernels; rows, scarcest choice, branch and bound"
    distributions = ("numba", "numpy")
    capabilities: ClassVar[Capabilities] = Capabilities(seeds=True)

    def load(self) -> None:
        """Import numba and the kernels."""
        try:
            import_module("numba")
        except ImportError as error:
            raise Unsupported(f"backend backtracking needs numba: {error}; install it: pip install numba") from None
        import_module("rookery.backends.backtracking.warm")

    def ready(self, program: Sized, request: Request) -> None:
        """Load the kernels that a program needs from numba's cache, or compile them in the first run on a machine."""
        from rookery.backends.backtracking.warm import warm

        warm(type(program), request.want)

    def compile(self, model: Model, request: Request) -> Sized:
        """Recognise what the model is made of, and make tables for the most special search that it allows."""
        from rookery.backends.backtracking.programs import compiled

        return compiled(model, request)

    def run(self, program: Sized, request: Request) -> Solutions:
        """Run the search that fits the program, in slices."""
        from rookery.backends.backtracking.searches import search

        return search(program, request)
