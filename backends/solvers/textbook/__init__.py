"""The backend `textbook`: the tutorials' algorithms by name, to teach and to compare; plain Python, one idea a file."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from rookery.backends.contract import Ask, Backend, Stream
from rookery.backends.solvers.textbook.program import ALGORITHMS, OPTIONS, read_algorithm
from rookery.models import Model

if TYPE_CHECKING:
    from rookery.backends.presolve.structure.parts import Decided
    from rookery.backends.solvers.textbook.program import TextbookProgram

__all__ = ["Textbook"]


class Textbook(Backend):
    """Runs one algorithm as the tutorials have it, on models that are selections; a yardstick for the others."""

    name = "textbook"
    summary = "textbook algorithms in plain Python: row by row, A*, dynamic programming, generate and test"
    can: ClassVar[frozenset[str]] = frozenset({"one", "best", "all", "count", "seed", "partial"})
    options: ClassVar[Mapping[str, str]] = OPTIONS

    def compile(self, model: Model, ask: Ask) -> "Decided | TextbookProgram":
        """Recognise the selection that a model is, and make its masks."""
        from rookery.backends.solvers.textbook.program import compile_textbook

        read_algorithm(ask.options)
        return compile_textbook(model, ask)

    def describe(self, program: "Decided | TextbookProgram") -> list[str]:
        """Return what the model is made of, and which algorithm runs."""
        from rookery.backends.presolve.structure.parts import Decided, describe_selection

        if isinstance(program, Decided):
            return program.explain()
        how = f"search: strategy {program.algorithm}, {ALGORITHMS[program.algorithm]}"
        return [*describe_selection(program.selection, program.size), how]

    def run(self, program: "Decided | TextbookProgram", ask: Ask) -> Stream:
        """Run the algorithm that the program was compiled for."""
        from rookery.backends.presolve.structure.parts import Decided
        from rookery.backends.solvers.textbook.searches import search_textbook

        return program.search(ask) if isinstance(program, Decided) else search_textbook(program, ask)
