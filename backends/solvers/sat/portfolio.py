"""Several SAT solvers, searches and encodings on one question, a process each: the first answer counts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rookery.backends.contract.backend import CompiledProgram, Request, Stream, attribute
from rookery.backends.fleet.race import Competitor, Race
from rookery.models import Model

Options = Mapping[str, str]
# Where an optimum counts literals the two searches differ most; elsewhere the solvers do.
COUNTED: tuple[Options, ...] = (
    {"search": "cores"},
    {"search": "ascending"},
    {"search": "cores", "solver": "cadical153"},
    {"search": "ascending", "card": "seqcounter"},
)
WEIGHED: tuple[Options, ...] = ({}, {"solver": "cadical153"}, {"solver": "glucose42"})
FIRST: tuple[Options, ...] = ({}, {"solver": "minicard"}, {"solver": "glucose42"}, {"solver": "cadical153"})


@dataclass(frozen=True)
class PortfolioProgram(CompiledProgram):
    """Members of a race."""

    model: Model
    members: tuple[Competitor, ...]

    def describe_answer(self, answered_by: str = "") -> str:
        """Name the member that answered, and all members."""
        names = "; ".join(member.name for member in self.members)
        return f"{answered_by}, first of {len(self.members)} ({names})" if answered_by else names


def choose_members(model: Model, request: Request, variants: tuple[Options, ...]) -> PortfolioProgram:
    """One member for each worker: variants that contradict no option, then the first one with further seeds."""
    members = tuple(member for member, _ in zip(_members(request, variants), range(request.workers), strict=False))
    size = {"variables": model.variables, "constraints": len(model.constraints), "processes": request.workers}
    return PortfolioProgram(size, model, members)


def _members(request: Request, variants: tuple[Options, ...]) -> Iterator[Competitor]:
    taken = list[Options]()
    for variant in variants:
        options = {**variant, **request.options}
        if options not in taken:
            taken.append(options)
            yield _member(replace(request, options=options))
    while True:
        request = replace(request, seed=request.seed + 1)
        yield _member(request)


def _member(request: Request) -> Competitor:
    options = [f"{name}={value}" for name, value in request.options.items()]
    return Competitor(", ".join([*options, f"seed={request.seed}"]), "sat", request)


def race_members(program: PortfolioProgram, request: Request) -> Stream:
    """Run the race, and report the winner."""
    return attribute(Race(program.members, program.model, request).run(), program.describe_answer)
