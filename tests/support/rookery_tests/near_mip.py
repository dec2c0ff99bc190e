"""The backend `mip` in the process of the tests: a process for each question takes minutes."""

from collections.abc import Iterator

from rookery.backends import Ask
from rookery.backends.contract import Item
from rookery.backends.solvers.mip import Mip, Program, list_parameters, search


class NearMip(Mip):
    """Searches here; the library may print."""

    def run(self, program: Program, ask: Ask) -> Iterator[Item]:
        """Yield what the solver finds."""
        return search(program, ask, list_parameters(program, ask))
