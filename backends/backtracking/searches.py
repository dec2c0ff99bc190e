"""Which search a program gets."""

from rookery.backends.backend import Outcome, Request, Sized, Solutions
from rookery.backends.backtracking.cover_search import search_cover
from rookery.backends.backtracking.general_search import search_general
from rookery.backends.backtracking.parts_search import search_parts
from rookery.backends.backtracking.programs import CoverProgram, Decided, GeneralProgram, PartsProgram, RowProgram
from rookery.backends.backtracking.row_search import search_rows


def search_decided(program: Decided, request: Request) -> Solutions:
    """Give the only solution, if there is one."""
    if program.solution is not None:
        yield program.solution
    return Outcome(proven=True, workers=1)


def search(program: Sized, request: Request) -> Solutions:
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
