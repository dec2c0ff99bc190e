"""Campaigns: which problems are put to whom, how often, and within which limits."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, product

from rookery.backends import Question, Want
from rookery.compare.campaign.backends import BackendRef
from rookery.compare.campaign.tasks import Task
from rookery.compare.records.record import Limits
from rookery.models.pieces.sources import PieceSources
from rookery.models.problems.plain import Plain

Options = Mapping[str, str]


@dataclass(frozen=True)
class CampaignPart:
    """Some problems, what is wanted of them, and who answers under which conditions."""

    problems: tuple[Plain, ...]
    want: Want = Want.ONE
    up_to_symmetry: bool = False
    backends: tuple[BackendRef, ...] = ()
    options: Mapping[str, tuple[Options, ...]] = field(default_factory=dict)
    seeds: tuple[int, ...] = (0,)
    workers: tuple[int, ...] = (1,)
    limits: Limits = field(default_factory=Limits)

    def tasks(self, seed: int) -> Iterator[Task]:
        """The runs of one seed: problem by problem, each put to all, in turns who comes first."""
        for turn, problem in enumerate(self.problems):
            for backend in _rotate(self.backends, turn):
                if seed == self.seeds[0] or backend.load().capabilities.seeds:
                    yield from self._vary_conditions(problem, backend, seed)

    def _vary_conditions(self, problem: Plain, backend: BackendRef, seed: int) -> Iterator[Task]:
        """One run for each choice of options and workers; a backend without seeds runs once, with 0."""
        seed = seed if backend.load().capabilities.seeds else 0
        for options, workers in product(self.options.get(backend.name, ({},)), self.workers):
            question = Question(
                self.want,
                seconds=self.limits.seconds,
                workers=workers,
                seed=seed,
                up_to_symmetry=self.up_to_symmetry,
                options=options,
            )
            yield Task(problem, question, backend, self.limits)


@dataclass(frozen=True)
class Campaign:
    """A name, parts, and the text from which the campaign can be read again.

    `peers` are the places of the code that it names: `file.py:Class` with the whole path, or `module:Class`.
    `sources` say where the names of pieces lead that its text does not define. `notes` are facts for its environment,
    such as a limit that was overridden.
    """

    name: str
    parts: tuple[CampaignPart, ...]
    text: str
    peers: frozenset[str] = frozenset()
    sources: PieceSources = field(default=PieceSources(), compare=False)
    notes: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def slug(self) -> str:
        """The name as that of a folder."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")[:60] or "campaign"

    def tasks(self) -> list[Task]:
        """All runs, none twice: seed by seed, so that a campaign cut short has tried everything once."""
        seeds = list(dict.fromkeys(chain.from_iterable(part.seeds for part in self.parts)))
        planned = chain.from_iterable(part.tasks(seed) for seed in seeds for part in self.parts if seed in part.seeds)
        return list({task.key(): task for task in planned}.values())


def _rotate(backends: Sequence[BackendRef], turn: int) -> Sequence[BackendRef]:
    at = turn % len(backends) if backends else 0
    return [*backends[at:], *backends[:at]]
