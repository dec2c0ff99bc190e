"""A backend that is wrong on purpose: it takes the first placement that it comes to for the best one.

The sample of a report has it beside right ones: `rookery compare benchmarks/campaigns/sample.toml`. They find better
placements, and each of these refutes it.
"""

from rookery import AtLeast, Maximize
from rookery.plugins import Backend, Capabilities, CompiledProgram, Level, Outcome


class Named(CompiledProgram):
    """A model as it is."""

    __slots__ = ("model",)

    def __init__(self, model):
        super().__init__({"variables": model.variables})
        object.__setattr__(self, "model", model)


class Hasty(Backend):
    """The backend: a greedy placement, and a claim that is not true."""

    name = "hasty"
    summary = "the first placement that comes along, and the claim that none is better"
    capabilities = Capabilities(levels=frozenset({Level.OPTIMUM}))

    def compile(self, model, request):
        """Keep the model."""
        return Named(model)

    def run(self, program, request):
        """Give one placement, and say that it is the best."""
        model, chosen = program.model, set()
        if isinstance(model.goal, Maximize):
            for variable in range(model.variables):  # each piece that attacks none of those that stand already
                if not model.violated(chosen | {variable}):
                    chosen.add(variable)
        while not isinstance(model.goal, Maximize) and (broken := model.violated(chosen)):
            unguarded = [each.literals for each in broken if isinstance(each, AtLeast)]
            chosen.add(max(range(model.variables), key=lambda v: (sum(v in each for each in unguarded), -v)))
        yield frozenset(chosen)
        yield Outcome(proven=True, bound=len(chosen))
