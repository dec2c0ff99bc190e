"""Which search a program gets."""

from rookery.backends.backtracking.compile import CoverProgram, Decided, GeneralProgram, PartsProgram, RowProgram
from rookery.backends.backtracking.components.search import search_parts
from rookery.backends.backtracking.cover.search import search_cover
from rookery.backends.backtracking.general.search import search_general
from rookery.backends.backtracking.rows.search import search_rows
from rookery.backends.contract.backend import CompiledProgram, Outcome, Request, Stream


def search_decided(program: Decided, request: Request) -> Stream:
    """Give the only solution, if there is one."""
    if program.solution is not None:
        yield program.solution
    yield Outcome(proven=True, workers=1)


def search(program: CompiledProgram, request: Request) -> Stream:
    """Run the search that fits a program."""
    match program:
        case Decided():
            return search_decided(program, request)
        case RowProgram():
            return search_rows(program, request)
        case CoverProgram():
            return search_cover(program, request)
        case PartsProgram():
            return search_parts(program, request)
        case GeneralProgram():
            return search_general(program, request)
        case _:
            raise TypeError(f"{type(program).__name__} is no program of this backend")
