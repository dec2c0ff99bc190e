"""Coverings in independent parts: each part has its own search, and images of a part none."""

from dataclasses import dataclass

from rookery.backends.contract import Ask, Want
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.presolve.program import RunnableProgram
from rookery.backends.presolve.reductions.parts import Remainder, find_groups, make_parts
from rookery.backends.presolve.reductions.reduced import Items, Reduced
from rookery.backends.presolve.structure.components import Components
from rookery.backends.presolve.switches import has_rows, is_lowered
from rookery.models import Model


@dataclass(frozen=True, slots=True)
class DividedProgram(RunnableProgram):
    """A covering and its independent parts."""

    model: Model
    groups: Components

    def search(self, ask: SearchAsk) -> Items:
        """Solve the parts one after the other, the smallest first."""
        from rookery.backends.engine.choose import choose

        def start(model: Model, asked: Ask, aside: bool) -> Items:
            program = choose(model, asked)
            if program.is_large and (sample := program.kernel(asked.want)) is not None:
                sample.kernel.wait(sample.arguments, asked.deadline)
            return (item for item in program.search(asked))

        whole = Reduced(self.model, self.model, range(self.model.variables))
        return Remainder(whole, make_parts(self.model, self.groups)).solve(ask, start)


def compile_divided(model: Model, ask: Ask) -> DividedProgram | None:
    """Return the program of a covering in several parts; None for any other model."""
    # in a checkpoint the searches of parts would have the same names
    if ask.want is not Want.ONE or ask.store is not None or not has_rows(model):
        return None
    groups = find_groups(model) if is_lowered(ask) else None
    return None if groups is None else DividedProgram({"parts": len(groups)}, model, groups)
