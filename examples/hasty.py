"""A backend that is wrong on purpose: it takes the first placement that it comes to for the best one.

The sample of a report has it beside right ones: `rookery compare benchmarks/campaigns/sample.toml`. They find better
placements, and each of these refutes it.
"""

from rookery import AtLeast, Maximize
from rookery.plugins import Backend, End


class Hasty(Backend):
    """The backend: a greedy placement, and a claim that is not true."""

    name = "hasty"
    summary = "the first placement that comes along, and the claim that none is better"
    can = frozenset({"best"})

    def compile(self, model, ask):
        """Keep the model."""
        return model

    def run(self, model, ask):
        """Give one placement, and say that it is the best."""
        chosen = set()
        if isinstance(model.goal, Maximize):
            for variable in range(model.variables):  # each piece that attacks none of those that stand already
                if not model.violated(chosen | {variable}):
                    chosen.add(variable)
        while not isinstance(model.goal, Maximize) and (broken := model.violated(chosen)):
            unguarded = [each.literals for each in broken if isinstance(each, AtLeast)]
            chosen.add(max(range(model.variables), key=lambda v: (sum(v in each for each in unguarded), -v)))
        yield frozenset(chosen)
        yield End(proven=True, bound=len(chosen))
