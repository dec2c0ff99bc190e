"""Which search a program gets."""

from rookery.backends.backtracking.components.program import ComponentsProgram
from rookery.backends.backtracking.components.search import search_components
from rookery.backends.backtracking.cover.program import CoverProgram
from rookery.backends.backtracking.cover.search import search_cover
from rookery.backends.backtracking.frontier.program import FrontierProgram
from rookery.backends.backtracking.frontier.search import search_frontier
from rookery.backends.backtracking.general.program import GeneralProgram
from rookery.backends.backtracking.general.search import search_general
from rookery.backends.backtracking.rows.program import RowProgram
from rookery.backends.backtracking.rows.search import search_rows
from rookery.backends.contract.backend import Request, Sized, Solutions
from rookery.backends.selection.decided import Decided, search_decided


def search(program: Sized, request: Request) -> Solutions:
    """Run the search that fits a program."""
    match program:
        case Decided():
            return search_decided(program, request)
        case FrontierProgram():
            return search_frontier(program, request)
        case RowProgram():
            return search_rows(program, request)
        case CoverProgram():
            return search_cover(program, request)
        case ComponentsProgram():
            return search_components(program, request)
        case GeneralProgram():
            return search_general(program, request)
        case _:
            raise TypeError(f"{type(program).__name__} is no program of this backend")
