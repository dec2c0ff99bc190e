"""Campaigns: problems, the backends that answer them, repetitions and limits; kept as JSON."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import product
from math import inf
from pathlib import Path
from typing import Any

import msgspec

from rookery.backends import Want
from rookery.compare.backends import ALL, BackendRef, backend_ref, read_backends
from rookery.compare.problems import Asked, declare_asked
from rookery.compare.record import Amount, Limits, Size, Task
from rookery.core.errors import show_value, unknown
from rookery.core.files import MAX_MODEL_BYTES, read_text
from rookery.models import BadInput
from rookery.models.problems.family import stable
from rookery.models.reading.given import take_one_of

MAX_SEEDS = 10_000
LEAST = {"seeds": 0, "workers": 1}
SIZE = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
# The types that `msgspec` names, in the words of a message
WORDS = {"int": "a whole number", "float": "a number", "array": "a list", "str": "text", "object": "a table",
         "bool": "true or false"}  # fmt: skip


class Campaign(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", dict=True, forbid_unknown_fields=True):
    """Problems as plain data, the wanted answers, the backends with their options, and the conditions of each run.

    `options` has the values of each option of each backend; all combinations are contestants. `left_out` says which
    backends "all" does not stand for, and why.
    """

    name: str
    backends: list[str]
    want: Want
    up_to_symmetry: bool
    seeds: list[Size]
    workers: list[Size]
    seconds: Amount | None
    cpu_seconds: Amount | None
    memory: Size | None
    options: dict[str, dict[str, list[str]]]
    left_out: str
    problems: list[dict[str, Any]]

    @property
    def slug(self) -> str:
        """The name as that of a folder."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")[:60] or "campaign"

    @property
    def conditions(self) -> dict[str, Any]:
        """Its conditions, as a file of a campaign has them."""
        data = msgspec.to_builtins(self)
        return {key: data[key] for key in KEYS if key != "problems" and data[key] is not None}

    def encode(self) -> bytes:
        """Return the campaign as JSON; raises `BadInput` for text that is not UTF-8."""
        try:
            return msgspec.json.encode(self) + b"\n"
        except UnicodeEncodeError as error:  # of an argument or a file name that was not decodable
            where = ascii(error.object)
            raise BadInput(f"{where}: text that is not UTF-8 cannot be stored in a campaign; rename it") from None

    def extends(self, other: "Campaign") -> bool:
        """Return whether it makes all runs of another campaign, and perhaps more; no backend is loaded."""
        same = ("want", "up_to_symmetry", "seconds", "cpu_seconds", "memory", "options")
        lists = ("backends", "seeds", "workers", "problems")
        return all(getattr(self, name) == getattr(other, name) for name in same) and all(
            set(map(stable, getattr(self, name))) >= set(map(stable, getattr(other, name))) for name in lists
        )

    @cached_property
    def tasks(self) -> list[Task]:
        """All runs, none twice: seed by seed, so that a campaign that is cut short has tried everything once."""
        listed = (task for seed in self.seeds for task in self._list_seed(seed))
        return list({msgspec.json.encode(task): task for task in listed}.values())

    def _list_seed(self, seed: int) -> Iterator[Task]:
        """Yield the runs of one seed, problem by problem; the backends take turns to be first."""
        refs, limits = list(map(backend_ref, self.backends)), Limits(self.seconds, self.cpu_seconds, self.memory)
        for turn, problem in enumerate(self.problems):
            at = turn % len(refs)
            for ref in [*refs[at:], *refs[:at]]:
                seeded = "seed" in ref.load().can  # a backend without seeds runs once, with 0
                if seeded or seed == self.seeds[0]:
                    for options, workers in product(self._choices(ref.name), self.workers):
                        yield Task(
                            problem=problem,
                            want=self.want.value,
                            backend=ref.name,
                            use=ref.use,
                            up_to_symmetry=self.up_to_symmetry,
                            options=options,
                            workers=workers,
                            seed=seed if seeded else 0,
                            limits=limits,
                        )

    def _choices(self, backend: str) -> list[dict[str, str]]:
        options = self.options.get(backend, {})
        return [dict(zip(options, values, strict=True)) for values in product(*options.values())]


class Conditions(msgspec.Struct, rename="kebab"):
    """The keys of a campaign's file other than its problems, with their types."""

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


def make_campaign(problems: Iterable[Asked], conditions: Mapping[str, Any], folder: Path | None = None) -> Campaign:
    """Return the campaign of problems under conditions, whose keys are those of a campaign's file.

    Files of backends are relative to `folder`. Raises `BadInput` that begins with the key.
    """
    for key in conditions:
        if key not in KEYS:
            raise unknown("key", key, KEYS)
    asked = list(map(dict, problems))
    if not asked:
        raise BadInput("problems: a campaign asks at least one")
    given = _convert(conditions)
    want = Want(take_one_of(given.want, Want, "want"))
    refs, left_out = read_backends(given.backends, want, folder)
    for key, seconds in (("seconds", given.seconds), ("cpu-seconds", given.cpu_seconds)):
        if seconds is not None and not 0 < seconds < inf:
            raise BadInput(f"{key} must be greater than 0, got {seconds:g}")
    return Campaign(
        name=given.name,
        backends=[ref.use or ref.name for ref in refs],
        want=want,
        up_to_symmetry=given.up_to_symmetry,
        seeds=_read_numbers(given.seeds, "seeds"),
        workers=_read_numbers(given.workers, "workers"),
        seconds=given.seconds,
        cpu_seconds=given.cpu_seconds,
        memory=None if given.memory is None else read_size(given.memory),
        options=dict(_read_options(given.options, refs)),
        left_out=left_out,
        problems=asked,
    )


def read_campaign(path: Path) -> Campaign:
    """Return the campaign that a folder keeps as JSON; raises `BadInput` with the name of the file."""
    text = read_text(path, "a campaign's JSON file", MAX_MODEL_BYTES)
    try:
        campaign = msgspec.json.decode(text, type=Campaign)
        for problem in campaign.problems:
            declare_asked(problem)
    except (msgspec.MsgspecError, RecursionError, KeyError) as error:
        raise BadInput(f"{path}: not a campaign of this version: {error}") from None
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    return campaign


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


def _read_options(
    given: Mapping[str, Mapping[str, Any]], refs: Collection[BackendRef]
) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """Yield the options of each backend with their values; raises `BadInput` for one that it does not have."""
    by_name = {text: ref for ref in refs for text in (ref.name, ref.use)}
    for name, options in given.items():
        if name not in by_name:
            named = ", ".join(ref.name for ref in refs)
            raise BadInput(f"options: backend {name} is not one of this campaign: {named}")
        able = by_name[name].load().options
        for option in options:
            if option not in able:
                raise BadInput(f"options: backend {name} has no option {option}; it has: {', '.join(able) or 'none'}")
        values = {key: value if isinstance(value, list) else [value] for key, value in options.items()}
        yield by_name[name].name, {key: list(dict.fromkeys(map(str, listed))) for key, listed in values.items()}


def _read_numbers(given: int | list[Any], key: str) -> list[int]:
    """Return numbers: a list of them; for seeds a single number says how many, for workers it is the one."""
    if isinstance(given, int) and not 1 <= given <= MAX_SEEDS:
        raise BadInput(f"{key}: {given}; expected a number from 1 to {MAX_SEEDS:,}, or a list")
    numbers = given if isinstance(given, list) else list(range(given)) if key == "seeds" else [given]
    bad = [each for each in numbers if isinstance(each, bool) or not isinstance(each, int) or each < LEAST[key]]
    if bad or not numbers or len(set(numbers)) < len(numbers):
        raise BadInput(f"{key}: {given!r}; expected different whole numbers of at least {LEAST[key]}")
    return numbers


def read_size(given: int | str) -> int:
    """Return bytes of a number or a text such as `2G` or `500 MiB`; the units are powers of 1024."""
    found = SIZE.fullmatch(str(given).strip())
    if not found or not float(found[1]):
        raise BadInput(f"memory: {show_value(given)}; expected bytes, or a size such as 500M or 2G")
    return int(float(found[1]) * UNITS[found[2].upper()])
