"""Campaigns: problems, the backends that answer them, repetitions and limits; kept as JSON."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from rookery.backends import Want
from rookery.compare.backends import ALL, BackendRef, backend_ref, read_backends
from rookery.compare.problems import Asked, declare_asked
from rookery.compare.record import Amount, Limits, Size, Task
from rookery.core.errors import refuse, unknown
from rookery.core.files import MAX_MODEL_BYTES, read_text
from rookery.models import BadInput
from rookery.models.problems.family import stable
from rookery.models.reading.given import take_flag, take_one_of, take_seconds, take_text, take_whole

MAX_SEEDS = 10_000
LEAST, MOST = {"seeds": 0, "workers": 1}, 1 << 62
SIZE = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
OPTIONS = 'a mapping of backends to their options, such as {"sat": {"solver": "cadical195"}}'


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
        data = msgspec.to_builtins(msgspec.structs.replace(self, problems=[]))
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
        """All runs, seed by seed, so that a campaign that is cut short has tried everything once.

        The backends take turns to be first; one without seeds runs once, with seed 0.
        """
        refs, tasks = list(map(backend_ref, self.backends)), list[Task]()
        seeded = {ref for ref in refs if "seed" in ref.load().can}
        for seed in self.seeds:
            for turn, problem in enumerate(self.problems):
                at = turn % len(refs)
                for ref in [*refs[at:], *refs[:at]]:
                    if ref in seeded or seed == self.seeds[0]:
                        tasks += self._list_contestants(ref, problem, seed if ref in seeded else 0)
        return tasks

    def _list_contestants(self, ref: BackendRef, problem: dict[str, Any], seed: int) -> Iterator[Task]:
        """Yield a run for each combination of options and each number of workers."""
        options = self.options.get(ref.name, {})
        for values, workers in product(product(*options.values()), self.workers):
            yield Task(
                problem=problem,
                want=self.want.value,
                backend=ref.name,
                use=ref.use,
                up_to_symmetry=self.up_to_symmetry,
                options=dict(zip(options, values, strict=True)),
                workers=workers,
                seed=seed,
                limits=Limits(self.seconds, self.cpu_seconds, self.memory),
            )


KEYS = tuple(key for key in Campaign.__struct_encode_fields__ if key != "left-out")


def make_campaign(problems: Iterable[Asked], conditions: Mapping[str, Any], folder: Path | None = None) -> Campaign:
    """Return the campaign of problems under conditions, whose keys are those of a campaign's file.

    Files of backends are relative to `folder`. Raises `BadInput` that begins with the key.
    """
    for key in conditions:
        if key not in KEYS:
            raise unknown("key", key, KEYS)
    asked = {stable(problem): dict(problem) for problem in problems}
    if not asked:
        raise BadInput("problems: a campaign asks at least one")
    want = Want(take_one_of(conditions.get("want", Want.ONE), Want, "want"))
    refs, left_out = read_backends(conditions.get("backends", ALL), want, folder)
    memory = conditions.get("memory")
    return Campaign(
        name=take_text(conditions.get("name", "campaign"), "name"),
        backends=[ref.use or ref.name for ref in refs],
        want=want,
        up_to_symmetry=take_flag(conditions.get("up-to-symmetry", False), "up-to-symmetry"),
        seeds=read_numbers(conditions.get("seeds", 1), "seeds"),
        workers=read_numbers(conditions.get("workers", 1), "workers"),
        seconds=_read_seconds(conditions, "seconds"),
        cpu_seconds=_read_seconds(conditions, "cpu-seconds"),
        memory=None if memory is None else read_size(memory),
        options=dict(_read_options(conditions.get("options", {}), refs)),
        left_out=left_out,
        problems=list(asked.values()),
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


def _read_options(given: Any, refs: Collection[BackendRef]) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """Yield the options of each backend with their values; raises `BadInput` for one that it does not have."""
    if not isinstance(given, Mapping) or not all(isinstance(options, Mapping) for options in given.values()):
        refuse("options", given, OPTIONS)
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


def _read_seconds(conditions: Mapping[str, Any], key: str) -> float | None:
    seconds = take_seconds(conditions.get(key), key)
    return None if seconds is None else float(seconds)  # equal campaigns are equal as JSON


def read_numbers(given: Any, key: str, what: str = "") -> list[int]:
    """Return numbers: a list of them; for seeds a single number says how many, for workers it is the one.

    Raises `BadInput` that names `what`, by default the key, for other values.
    """
    what = what or key
    if isinstance(given, Iterable) and not isinstance(given, str):
        numbers = [take_whole(each, what) for each in given]
        if not numbers or min(numbers) < LEAST[key] or max(numbers) > MOST or len(set(numbers)) < len(numbers):
            refuse(what, numbers, f"different whole numbers of at least {LEAST[key]}")
        return numbers
    number = take_whole(given, what)
    if not 1 <= number <= MAX_SEEDS:
        refuse(what, number, f"a number from 1 to {MAX_SEEDS:,}, or a list")
    return list(range(number)) if key == "seeds" else [number]


def read_size(given: Any, what: str = "memory") -> int:
    """Return bytes of a number or a text such as `2G` or `500 MiB`; the units are powers of 1024.

    Raises `BadInput` that names `what` for other values.
    """
    found = SIZE.fullmatch(str(given).strip())
    if not found or not float(found[1]):
        refuse(what, given, "bytes, or a size such as 500M or 2G")
    return int(float(found[1]) * UNITS[found[2].upper()])
