"""The program of armies that rival for groups."""

from dataclasses import dataclass

from rookery.backends.backtracking.options import read_without
from rookery.backends.backtracking.rivals.compiling import make_tables
from rookery.backends.backtracking.rivals.tables import RivalTables
from rookery.backends.contract.backend import CompiledProgram, Request
from rookery.backends.selection.definitions import complete
from rookery.backends.selection.rivals import Rivals
from rookery.models.model import Model


@dataclass(frozen=True, slots=True)
class RivalsProgram(CompiledProgram):
    """Armies, and the tables of their search."""

    rivals: Rivals
    tables: RivalTables

    def read(self, masks: list[int]) -> frozenset[int]:
        """The true variables where each army has some places."""
        found = self.rivals
        chosen = [
            literal
            for army, mask in enumerate(masks)
            for place, literal in enumerate(found.sets[army])
            if army != found.bounds.decided and mask >> place & 1
        ]
        return complete(chosen, found.bounds.definitions)


def compile_rivals(found: Rivals, model: Model, request: Request) -> RivalsProgram:
    """The tables of armies that were found in a model."""
    tables = make_tables(found, read_without(request.options))
    size = {"variables": model.variables, "groups": len(found.groups), "literals": found.literals}
    return RivalsProgram(size, found, tables)
