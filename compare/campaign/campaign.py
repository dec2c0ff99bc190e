"""Campaigns: problems, the backends that answer them, repetitions, and limits; written as JSON and read from it."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import chain, product
from typing import Any

import msgspec

from rookery.backends import Question, Want
from rookery.backends.running.results import own_versions
from rookery.compare.campaign.backends import BackendRef, Options, Trust, check_options
from rookery.compare.campaign.entries import Side, command, compare_command, label
from rookery.compare.campaign.keys import Untrusted, Wrong, at, read_fault
from rookery.compare.records.record import Limits, Record
from rookery.core.words import legible
from rookery.models import BadInput
from rookery.models.pieces.sources import PieceSources
from rookery.models.problems.plain import Plain, declare_plain, stable

KEPT = 12


@dataclass(frozen=True)
class Task:
    """One run of a campaign: a problem, a question, a backend, and limits.

    `keep` is the number of solutions that the record holds; it changes no answer and is not part of the key.
    """

    problem: Plain
    question: Question
    backend: BackendRef
    limits: Limits = field(default_factory=Limits)
    keep: int = field(default=KEPT, compare=False)

    @property
    def instance(self) -> str:
        """The problem with what is wanted of it: the same for all backends, options and seeds."""
        return label(self.problem, self.question.want, self.question.up_to_symmetry)

    @property
    def command(self) -> str:
        """The command line that asks the same; only a comparison takes a backend that is not registered."""
        if self.backend.use:
            return compare_command(self.problem, [Side(self.backend.name, self.backend.use, self.question)])
        return command(self.problem, self.backend.name, self.question)

    def versions(self) -> dict[str, str]:
        """The versions of all that takes part in the answer."""
        return own_versions() | self.backend.versions()

    def key(self) -> str:
        """The key that distinguishes this run from all others: problem, question, backend, limits and versions."""
        return sha256(stable(self.as_plain() | {"versions": self.versions()}).encode()).hexdigest()[:32]

    def as_plain(self) -> dict[str, Any]:
        """The task as plain data, without how many solutions are kept."""
        question = self.question
        return {
            "problem": dict(self.problem),
            "want": question.want.value,
            "up_to_symmetry": question.up_to_symmetry,
            "backend": self.backend.name,
            "use": self.backend.use,
            "options": dict(sorted(question.options.items())),
            "workers": question.workers,
            "seed": question.seed,
            "limits": {
                "seconds": self.limits.seconds,
                "cpu_seconds": self.limits.cpu_seconds,
                "memory": self.limits.memory,
            },
        }


def read_task(data: Mapping[str, Any]) -> Task:
    """The task of plain data."""
    limits = Limits(**data["limits"])
    question = Question(
        data["want"],
        seconds=limits.seconds,
        workers=data["workers"],
        seed=data["seed"],
        up_to_symmetry=data["up_to_symmetry"],
        options=data["options"],
    )
    return Task(data["problem"], question, BackendRef(data["backend"], data["use"]), limits, data.get("keep", KEPT))


def question_of(record: Record, seconds: float | None = None) -> Question:
    """The question of a record, limited to `seconds`."""
    given = [limit for limit in (seconds, record.limits.seconds) if limit is not None]
    return Question(
        Want(record.want),
        seconds=min(given, default=None),
        workers=record.workers,
        seed=record.seed,
        up_to_symmetry=record.up_to_symmetry,
        options=record.options,
    )


@dataclass(frozen=True)
class CampaignPart:
    """Some problems, the wanted answers, the backends and their conditions."""

    problems: tuple[Plain, ...]
    want: Want = Want.ONE
    up_to_symmetry: bool = False
    backends: tuple[BackendRef, ...] = ()
    options: Mapping[str, tuple[Options, ...]] = field(default_factory=dict)
    seeds: tuple[int, ...] = (0,)
    workers: tuple[int, ...] = (1,)
    limits: Limits = field(default_factory=Limits)

    def tasks(self, seed: int) -> Iterator[Task]:
        """The runs of one seed: problem by problem, by all backends, which take turns to be first."""
        for turn, problem in enumerate(self.problems):
            at = turn % len(self.backends) if self.backends else 0
            for backend in [*self.backends[at:], *self.backends[:at]]:
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
    """A name and parts.

    `sources` say where the names of pieces lead in an older file of the campaign's folder. `notes` are facts for its
    environment, such as a limit that was overridden.
    """

    name: str
    parts: tuple[CampaignPart, ...]
    sources: PieceSources = field(default=PieceSources(), compare=False)
    notes: Mapping[str, str] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        try:
            self.text.encode()
        except UnicodeEncodeError as error:  # of an argument or a file name that was not decodable
            start = self.text.rfind('"', 0, error.start)
            message = f"{legible(self.text[start : error.end])}: text that is not UTF-8 cannot be stored in a campaign"
            raise BadInput(f"{message}; rename it") from None

    @cached_property
    def text(self) -> str:
        """The campaign as JSON that can be read anywhere: problems and pieces in full, files by their whole path."""
        lines = ",\n".join(json.dumps(part, ensure_ascii=False) for part in msgspec.to_builtins(self.parts))
        return f'{{"name": {json.dumps(self.name, ensure_ascii=False)}, "parts": [\n{lines}\n]}}\n'

    @property
    def peers(self) -> frozenset[str]:
        """The places of the code that it names: `file.py:Class` with the whole path, or `module:Class`."""
        return frozenset(backend.use for part in self.parts for backend in part.backends if backend.use)

    @property
    def slug(self) -> str:
        """The name as that of a folder."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")[:60] or "campaign"

    def tasks(self) -> list[Task]:
        """All runs, none twice: seed by seed, so that a campaign cut short has tried everything once."""
        seeds = list(dict.fromkeys(chain.from_iterable(part.seeds for part in self.parts)))
        planned = chain.from_iterable(part.tasks(seed) for seed in seeds for part in self.parts if seed in part.seeds)
        return list({task.key(): task for task in planned}.values())


class Stored(msgspec.Struct, forbid_unknown_fields=True):
    """A campaign as its file holds it."""

    name: str
    parts: tuple[CampaignPart, ...]


def decode_campaign(text: str, trusts: Trust) -> Campaign:
    """Read the campaign of JSON; raises `Wrong` with the path of a fault, and `Untrusted` before code is imported."""
    try:
        stored = msgspec.json.decode(text, type=Stored)
    except msgspec.ValidationError as error:
        raise read_fault(error) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise Wrong(f"not a campaign: {error}") from None
    for number, part in enumerate(stored.parts):
        with at("parts", number):
            _check_part(part, trusts)
    return Campaign(stored.name, stored.parts)


def _check_part(part: CampaignPart, trusts: Trust) -> None:
    for key, numbers, least in (("seeds", part.seeds, 0), ("workers", part.workers, 1)):
        if not numbers or min(numbers) < least or len(set(numbers)) < len(numbers):
            raise Wrong(f"{list(numbers)}; expected different whole numbers of at least {least}", key)
    for key, limit in msgspec.to_builtins(part.limits).items():
        if limit is not None and not limit > 0:
            raise Wrong(f"{limit}; it must be more than 0", "limits", key)
    for number, backend in enumerate(part.backends):
        with at("backends", number):
            if backend.use and not trusts(backend.use):
                raise Untrusted(backend.use)
            backend.load()
    named = {backend.name: backend for backend in part.backends}
    for name in part.options.keys() & named.keys():
        with at("options", name):
            check_options(named[name], chain.from_iterable(part.options[name]))
    for number, problem in enumerate(part.problems):
        with at("problems", number):
            try:
                declare_plain(problem)
            except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
                raise error if isinstance(error, BadInput) else BadInput(f"not a problem: {error!r}") from None
