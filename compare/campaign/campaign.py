"""Campaigns: problems, the backends that answer them, repetitions and limits; written as JSON and read from it."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import product
from math import inf
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from rookery.backends import Question, Want
from rookery.backends.running.results import own_versions
from rookery.compare.campaign.backends import ALL, BackendRef, CodeRefs, Options, Trust, split_names, trust
from rookery.compare.campaign.problems import (
    Asked,
    Side,
    command,
    compare_command,
    declare_asked,
    name_instance,
)
from rookery.compare.records.record import Limits, Record
from rookery.core.errors import show_value, unknown
from rookery.core.files import read_text
from rookery.core.words import legible
from rookery.models import BadInput
from rookery.models.problems.family import stable

KEPT = 12
MAX_SEEDS = 10_000
LEAST = {"seeds": 0, "workers": 1}
SIZE = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
# The types that `msgspec` names, in the words of a message
WORDS = {"int": "a whole number", "float": "a number", "array": "a list", "str": "text", "object": "a table",
         "bool": "true or false"}  # fmt: skip
OVERRIDES = ("seconds", "cpu-seconds", "memory", "seeds", "workers")  # what a command line may say beside a file


@dataclass(frozen=True)
class Task:
    """One run of a campaign: a problem, a question, a backend, and limits.

    `keep` is the number of solutions that the record holds; it changes no answer and is not part of the key.
    """

    problem: Asked
    question: Question
    backend: BackendRef
    limits: Limits = field(default_factory=Limits)
    keep: int = field(default=KEPT, compare=False)

    @property
    def instance(self) -> str:
        """The problem with what is wanted of it: the same for all backends, options and seeds."""
        return name_instance(self.problem, self.question.want, self.question.up_to_symmetry)

    @property
    def command(self) -> str:
        """The command line that asks the same; only a comparison takes a backend that is not registered."""
        if self.backend.use:
            return compare_command(self.problem, [Side(self.backend.name, self.backend.use, self.question)])
        return command(self.problem, self.backend.name, self.question)

    def versions(self) -> dict[str, str]:
        """Return the versions of all that takes part in the answer."""
        return own_versions() | self.backend.versions()

    def key(self) -> str:
        """Return the key that distinguishes this run: problem, question, backend, limits and versions."""
        return sha256(stable(self.as_plain() | {"versions": self.versions()}).encode()).hexdigest()[:32]

    def as_plain(self) -> dict[str, Any]:
        """Return the task as plain data, without how many solutions are kept."""
        question = self.question
        return {
            "problem": dict(self.problem),
            "want": question.want.value,
            "up_to_symmetry": question.up_to_symmetry,
            "backend": self.backend.name,
            "use": self.backend.use,
            "options": dict(sorted(question.options)),
            "workers": question.workers,
            "seed": question.seed,
            "limits": asdict(self.limits),
        }


def read_task(data: Mapping[str, Any]) -> Task:
    """Return the task of plain data."""
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
    """Return the question of a record, limited to `seconds`."""
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
class Campaign:
    """Problems, the wanted answers, the backends with their options, and the conditions of each run.

    `options` has each choice of options of a backend, which is an entrant for each. `notes` are facts for the
    environment, such as a limit that was overridden.
    """

    name: str
    problems: tuple[Asked, ...]
    backends: tuple[BackendRef, ...]
    want: Want = Want.ONE
    up_to_symmetry: bool = False
    options: Mapping[str, tuple[Options, ...]] = field(default_factory=dict)
    seeds: tuple[int, ...] = (0,)
    workers: tuple[int, ...] = (1,)
    limits: Limits = field(default_factory=Limits)
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
        options = {
            name: {option: list(dict.fromkeys(each[option] for each in choices)) for option in choices[0]}
            for name, choices in self.options.items()
        }
        limits = {name.replace("_", "-"): value for name, value in asdict(self.limits).items() if value is not None}
        conditions = {
            "name": self.name,
            "backends": [each.use or each.name for each in self.backends],
            "want": self.want.value,
            "up-to-symmetry": self.up_to_symmetry,
            "seeds": list(self.seeds),
            "workers": list(self.workers),
            "options": options,
            **limits,
        }
        problems = ",\n".join(json.dumps(problem, ensure_ascii=False) for problem in self.problems)
        return f'{json.dumps(conditions, ensure_ascii=False)[:-1]}, "problems": [\n{problems}\n]}}\n'

    @property
    def peers(self) -> frozenset[str]:
        """The places of the code that it names: `file.py:Class` with the whole path, or `module:Class`."""
        return frozenset(backend.use for backend in self.backends if backend.use)

    @property
    def slug(self) -> str:
        """The name as that of a folder."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")[:60] or "campaign"

    def tasks(self) -> list[Task]:
        """Return all runs, none twice: seed by seed, so that a campaign cut short has tried everything once."""
        return list({task.key(): task for seed in self.seeds for task in self._tasks_of_seed(seed)}.values())

    def _tasks_of_seed(self, seed: int) -> Iterator[Task]:
        """The runs of one seed: problem by problem, by all backends, which take turns to be first."""
        for turn, problem in enumerate(self.problems):
            at = turn % len(self.backends) if self.backends else 0
            for backend in [*self.backends[at:], *self.backends[:at]]:
                if seed == self.seeds[0] or "seed" in backend.load().can:
                    yield from self._vary_conditions(problem, backend, seed)

    def _vary_conditions(self, problem: Asked, backend: BackendRef, seed: int) -> Iterator[Task]:
        """One run for each choice of options and workers; a backend without seeds runs once, with 0."""
        seed = seed if "seed" in backend.load().can else 0
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


class Conditions(msgspec.Struct, rename="kebab"):
    """The keys of a campaign other than its problems, with their types."""

    name: str = "campaign"
    backends: str | list[Any] = ALL
    want: str = "one"
    up_to_symmetry: bool = False
    seeds: int | list[Any] = 1
    workers: int | list[Any] = 1
    seconds: float | None = None
    cpu_seconds: float | None = None
    memory: int | str | None = None
    options: dict[str, dict[str, Any]] = {}


KEYS = (*Conditions.__struct_encode_fields__, "problems")


def make_campaign(
    problems: Iterable[Asked],
    conditions: Mapping[str, Any],
    folder: Path | None = None,
    trusts: Trust = trust,
    overrides: Mapping[str, Any] = MappingProxyType({}),
) -> Campaign:
    """Return the campaign of problems under conditions, whose keys are those of a campaign's file.

    `overrides` take the place of conditions, and the notes say so. Files of backends are relative to `folder`. `trusts`
    is asked for the location of each before anything of it is imported. Raises `BadInput` that begins with the key, and
    `Untrusted`.
    """
    notes = {
        f"{key} (overridden)": f"{value} in place of {conditions.get(key, 'none')}" for key, value in overrides.items()
    }
    conditions = {**conditions, **overrides}
    for key in conditions:
        if key not in KEYS:
            raise unknown("key", key, KEYS)
    asked = tuple(problems)
    if not asked:
        raise BadInput("problems: a campaign asks at least one")
    given = _convert(conditions)
    if given.want not in list(Want):
        raise BadInput(f"want: {show_value(given.want)}; expected one, all or count")
    refs = CodeRefs(split_names(given.backends), folder, trusts)
    return Campaign(
        given.name,
        asked,
        refs.read(given.backends),
        Want(given.want),
        given.up_to_symmetry,
        refs.read_options(given.options),
        _read_numbers(given.seeds, "seeds"),
        _read_numbers(given.workers, "workers"),
        _read_limits(given),
        notes,
    )


def read_campaign(path: Path, trusts: Trust = trust, overrides: Mapping[str, Any] = MappingProxyType({})) -> Campaign:
    """Read the campaign that a folder keeps as JSON; `overrides` are conditions in place of its own.

    Raises `BadInput` with the name of the file, and `Untrusted` if it names code that is not trusted.
    """
    try:
        data = msgspec.json.decode(read_text(path, "a campaign's JSON file"), type=dict[str, Any])
        for problem in _take_problems(data):
            declare_asked(problem)
        before = {key: value for key, value in data.items() if key != "problems"}
        return make_campaign(data["problems"], before, path.parent, trusts, overrides)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadInput(f"{path.name}: not a campaign: {error}") from None
    except BadInput as error:
        error.args = (f"{path.name}: {error}",)
        raise


def _take_problems(data: Mapping[str, Any]) -> list[Asked]:
    problems = data.get("problems")
    if not isinstance(problems, list):
        raise BadInput("problems: expected a list")
    return problems


def _convert(conditions: Mapping[str, Any]) -> Conditions:
    """Check the types of conditions; raises `BadInput` that begins with the key."""
    try:
        return msgspec.convert({**conditions}, Conditions)
    except msgspec.ValidationError as error:
        # such as: Expected `int | array`, got `str` - at `$.seeds`
        text, _, path = str(error).partition(" - at `$.")
        kinds = re.findall(r"[a-z]+", text.partition("`, got")[0])
        expected = " or ".join(word for kind, word in WORDS.items() if kind in kinds)
        raise BadInput(f"{path.rstrip('`')}: expected {expected}") from None


def _read_numbers(given: int | list[Any], key: str) -> tuple[int, ...]:
    """Return numbers: a list of them; for seeds a single number says how many, for workers it is the one."""
    if isinstance(given, int) and not 1 <= given <= MAX_SEEDS:
        raise BadInput(f"{key}: {given}; expected a number from 1 to {MAX_SEEDS:,}, or a list")
    numbers = given if isinstance(given, list) else list(range(given)) if key == "seeds" else [given]
    bad = [each for each in numbers if isinstance(each, bool) or not isinstance(each, int) or each < LEAST[key]]
    if bad or not numbers or len(set(numbers)) < len(numbers):
        raise BadInput(f"{key}: {given!r}; expected different whole numbers of at least {LEAST[key]}")
    return tuple(numbers)


def _read_limits(given: Conditions) -> Limits:
    """Return the limits of each run, in seconds and bytes."""
    for key, seconds in (("seconds", given.seconds), ("cpu-seconds", given.cpu_seconds)):
        if seconds is not None and not 0 < seconds < inf:
            raise BadInput(f"{key}: {seconds:g}; it must be greater than 0")
    return Limits(given.seconds, given.cpu_seconds, None if given.memory is None else read_size(given.memory))


def read_size(given: int | str) -> int:
    """Return bytes of a number or a text such as `2G` or `500 MiB`; the units are powers of 1024."""
    found = SIZE.fullmatch(str(given).strip())
    if not found or not float(found[1]):
        raise BadInput(f"memory: {show_value(given)}; expected bytes, or a size such as 500M or 2G")
    return int(float(found[1]) * UNITS[found[2].upper()])
