"""The backend `textbook`: the tutorials' algorithms by name, to teach and to compare; plain Python, one idea a file."""

from typing import TYPE_CHECKING, ClassVar

from rookery.backends.contract.backend import Backend, Capabilities, Request, Stream
from rookery.backends.solvers.textbook.program import ALGORITHMS, OPTIONS, read_algorithm
from rookery.models import Model

if TYPE_CHECKING:
    from rookery.backends.presolve.structure.parts import Decided
    from rookery.backends.solvers.textbook.program import TextbookProgram

__all__ = ["Textbook"]


class Textbook(Backend["Decided | TextbookProgram"]):
    """Runs one algorithm as the tutorials have it, on models that are selections; a yardstick for the others."""

    name = "textbook"
    summary = "textbook algorithms in plain Python: row by row, A*, dynamic programming, generate and test"
    capabilities: ClassVar[Capabilities] = Capabilities(options=OPTIONS, partial=True)

    def check(self, model: Model, request: Request) -> None:
        """Refuse an algorithm that there is not, and what the one that is named cannot do."""
        from rookery.backends.contract.backend import read_memory_limit
        from rookery.backends.solvers.textbook.program import choose_algorithm

        read_algorithm(request.options)
        read_memory_limit(request.options)
        choose_algorithm(model, request)

    def compile(self, model: Model, request: Request) -> "Decided | TextbookProgram":
        """Recognise the selection that a model is, and make its masks."""
        from rookery.backends.solvers.textbook.program import compile_textbook

        return compile_textbook(model, request)

    def explain(self, program: "Decided | TextbookProgram") -> list[str]:
        """Explain what the model is made of, and which algorithm runs."""
        from rookery.backends.presolve.structure.parts import Decided, describe_selection

        if isinstance(program, Decided):
            return program.explain()
        how = f"search: strategy {program.algorithm}, {ALGORITHMS[program.algorithm]}"
        return [*describe_selection(program.selection, program.size), how]

    def run(self, program: "Decided | TextbookProgram", request: Request) -> Stream:
        """Run the algorithm that the program was compiled for."""
        from rookery.backends.presolve.structure.parts import Decided
        from rookery.backends.solvers.textbook.searches import search_textbook

        return program.search(request) if isinstance(program, Decided) else search_textbook(program, request)
