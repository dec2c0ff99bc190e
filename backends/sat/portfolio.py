"""Several SAT solvers, searches and encodings on one question, a process each: the first answer counts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rookery.backends.contract.backend import Request, Sized, Solutions
from rookery.backends.processes.race import Entrant, Race, raced
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
class Portfolio(Sized):
    """Who takes part; `answered` holds the name of who gave what was given last."""

    model: Model
    members: tuple[Entrant, ...]
    answered: list[str] = field(default_factory=list, compare=False)

    def told(self) -> str:
        """Who answered, out of whom."""
        names = "; ".join(member.name for member in self.members)
        return f"{self.answered[-1]}, first of {len(self.members)} ({names})" if self.answered else names


def choose_members(model: Model, request: Request, variants: tuple[Options, ...]) -> Portfolio:
    """As many as there are workers: variants that contradict no option, then the first one by further seeds."""
    members = tuple(member for member, _ in zip(_members(request, variants), range(request.workers), strict=False))
    size = {"variables": model.variables, "constraints": len(model.constraints), "processes": request.workers}
    return Portfolio(size, model, members)


def _members(request: Request, variants: tuple[Options, ...]) -> Iterator[Entrant]:
    taken = list[Options]()
    for variant in variants:
        options = {**variant, **request.options}
        if options not in taken:
            taken.append(options)
            yield _member(replace(request, options=options))
    while True:
        request = replace(request, seed=request.seed + 1)
        yield _member(request)


def _member(request: Request) -> Entrant:
    told = [f"{name}={value}" for name, value in request.options.items()]
    return Entrant(", ".join([*told, f"seed={request.seed}"]), "sat", request)


def answered(program: Portfolio, request: Request) -> Solutions:
    """Let them race, and say who was first."""
    outcome = yield from raced(Race(program.members, program.model, request), program.answered)
    return replace(outcome, raw_status=f"{program.told()}; {outcome.raw_status}".removesuffix("; "))
