"""Campaigns read: from plain data, which a TOML file, the command line or a call gives, and from a campaign's JSON."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import inf
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from rookery.backends import Want
from rookery.compare.campaign.backends import ALL, CodeRefs, Trust, split_names, trust
from rookery.compare.campaign.campaign import Campaign, CampaignPart, decode_campaign
from rookery.compare.campaign.entries import INSTALLED, find_among, read_family, read_own_pieces, read_problems
from rookery.compare.campaign.keys import CONDITION_NAMES, OVERRIDES, PART, TOP, Wrong, at, convert, name_place
from rookery.compare.campaign.source import KeyPath, Source
from rookery.compare.records.record import Limits
from rookery.core.errors import unknown
from rookery.core.files import read_text
from rookery.models import BadInput
from rookery.models.pieces.sources import PieceSources
from rookery.models.problems.plain import Plain
from rookery.models.reading.typed import quote

Data = Mapping[str, Any]
MAX_SEEDS = 10_000
LEAST = {"seeds": 0, "workers": 1}
LIMITS = tuple(key for key in OVERRIDES if key not in LEAST)
SIZE = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


class ConditionTable(msgspec.Struct, rename="kebab"):
    """The conditions of an entry, by their types; its other keys are read with its family."""

    backends: str | list[Any] = ALL
    want: str = "one"
    up_to_symmetry: bool = False
    seeds: int | list[Any] = 1
    workers: int | list[Any] = 1
    seconds: float | None = None
    cpu_seconds: float | None = None
    memory: int | str | None = None


class TopTable(ConditionTable):
    """The top table of a campaign."""

    name: str = "campaign"
    problems: Any = ()
    peers: dict[str, Any] = {}
    options: dict[str, dict[str, Any]] = {}
    pieces: dict[str, Any] = {}


def campaign_of(data: Data, sources: PieceSources = INSTALLED) -> Campaign:
    """Read the campaign of plain data, as the command line gives it."""
    with name_place(None):
        return _read_data(data, sources, None, trust)


def _read_data(data: Data, sources: PieceSources, folder: Path | None, trusts: Trust) -> Campaign:
    """Read the campaign of plain data; raises `Wrong` with the path of the fault.

    Files are relative to `folder`. `trusts` is asked for the location of each peer before anything of it is imported.
    `sources` define the names of pieces that the campaign does not define itself.
    """
    _check_keys(data, TOP)
    top = convert(data, TopTable)
    entries = top.problems
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        raise Wrong("a campaign asks at least one problem, each a table [[problems]]", "problems")
    with at("pieces"):
        find = find_among(dict(read_own_pieces(top.pieces)), sources)
    named = [text for table in (data, *entries) for text in split_names(table.get("backends"))]
    refs = CodeRefs(top.peers, named, folder, trusts)
    with at("options"):
        options = refs.read_options(top.options)
    inherited = {key: data[key] for key in CONDITION_NAMES if key in data}
    parts = []
    for number, entry in enumerate(entries):
        with at("problems", number):
            if "family" in entry:  # the keys of a family that is not installed are unknown, too, but that says less
                read_family(entry)
            _check_keys(entry, PART)
            whole = inherited | entry
            problems = read_problems(whole, find)
            parts.append(replace(_read_conditions(whole, refs), problems=problems, options=options))
    return Campaign(top.name, tuple(parts), sources)


def campaign_of_problems(asked: Iterable[Plain], conditions: Data) -> Campaign:
    """Make the campaign of problems that are declared already, under conditions that a call gives."""
    problems = tuple(asked)
    own: dict[str, Any] = {}
    for piece in (piece for problem in problems for piece in problem["pieces"] if "rides" in piece):
        steps = {key: value for key, value in piece.items() if key in ("symbol", "rides", "betza")}
        if own.setdefault(piece["piece"], steps) != steps:
            raise BadInput(f"two different pieces are named {piece['piece']}; give one of them another name")
    if not problems:
        raise BadInput("a campaign asks at least one problem")
    with name_place(None):
        top = convert(conditions, TopTable)
        refs = CodeRefs({}, split_names(top.backends), None, trust)
        part = replace(_read_conditions(conditions, refs), options=refs.read_options(top.options))
    return Campaign(top.name, tuple(replace(part, problems=(problem,)) for problem in problems))


def read_campaign(
    path: Path,
    trusts: Trust = trust,
    sources: PieceSources = INSTALLED,
    given: Data = MappingProxyType({}),
) -> Campaign:
    """Read the campaign of a file, TOML or JSON, under conditions that are `given` in place of its own.

    Raises `BadInput` with the place of what is wrong, and `Untrusted` if it names code that is not trusted; none of
    that is imported.
    """
    if path.suffix == ".json":
        text = read_text(path, "a campaign's JSON file")
        with name_place(lambda keys: f"{path.name}{_join_keys(keys)}", named=False):
            found = replace(decode_campaign(text, trusts), sources=sources)
        return override(found, given)
    source = Source(read_text(path, "a campaign's TOML file"), path.name)
    data = {"name": path.stem, **source.data()}
    with name_place(source.place):
        found = _read_data(data, sources, path.parent, trusts)
    return override(found, given)


def read_name(path: Path) -> str:
    """Read the name of a folder's campaign, ignoring all other keys; empty without a name."""
    text = read_text(path, "a campaign's file")
    try:
        data = Source(text, path.name).data() if path.suffix == ".toml" else msgspec.json.decode(text, type=dict)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadInput(f"{path.name}: {error}") from None
    return name if isinstance(name := data.get("name"), str) else ""


def _join_keys(keys: KeyPath) -> str:
    """A path as JSON's readers write it: `, parts[0].seeds[1]`; nothing for the whole."""
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys).removeprefix(".")
    return f", {text}" if text else ""


def _check_keys(table: Data, known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            raise Wrong(str(unknown("key", key, known)), key)


def _read_conditions(table: Data, refs: CodeRefs) -> CampaignPart:
    """Read a part without its problems and options."""
    given = convert(table, ConditionTable)
    if given.want not in list(Want):
        raise Wrong(f"want {quote(given.want)}; expected one, all or count", "want")
    with at("backends"):
        backends = refs.read(given.backends)
    return CampaignPart(
        problems=(),
        backends=backends,
        want=Want(given.want),
        up_to_symmetry=given.up_to_symmetry,
        seeds=_read_numbers(given.seeds, "seeds"),
        workers=_read_numbers(given.workers, "workers"),
        limits=_read_limits(given),
    )


def _read_numbers(given: int | list[Any], key: str) -> tuple[int, ...]:
    """Read numbers: a list of them; for seeds a single number says how many, for workers it is the one."""
    if isinstance(given, int) and not 1 <= given <= MAX_SEEDS:
        raise Wrong(f"{given}; expected a number from 1 to {MAX_SEEDS:,}, or a list", key)
    numbers = given if isinstance(given, list) else list(range(given)) if key == "seeds" else [given]
    bad = [each for each in numbers if isinstance(each, bool) or not isinstance(each, int) or each < LEAST[key]]
    if bad or not numbers or len(set(numbers)) < len(numbers):
        raise Wrong(f"{given!r}; expected different whole numbers of at least {LEAST[key]}", key)
    return tuple(numbers)


def _read_limits(given: ConditionTable) -> Limits:
    """Read the limits of each run, in seconds and bytes."""
    for key, seconds in (("seconds", given.seconds), ("cpu-seconds", given.cpu_seconds)):
        if seconds is not None and not 0 < seconds < inf:
            raise Wrong(f"{seconds:g} seconds; it must be more than 0", key)
    with at("memory"):
        return Limits(given.seconds, given.cpu_seconds, None if given.memory is None else read_size(given.memory))


def read_size(given: int | str) -> int:
    """Read bytes, from a number or a text such as `2G` or `500 MiB`; the units are powers of 1024."""
    found = SIZE.fullmatch(str(given).strip())
    if not found or not float(found[1]):
        raise BadInput(f"memory {quote(str(given))}: expected bytes, or a size such as 500M or 2G")
    return int(float(found[1]) * UNITS[found[2].upper()])


def override(campaign: Campaign, given: Data) -> Campaign:
    """Give a campaign other conditions in all its parts, each with a note of what stood there."""
    if not given:
        return campaign
    with name_place(None):
        asked = convert(given, ConditionTable)
        limits = _read_limits(asked)
        numbers = {key: _read_numbers(getattr(asked, key), key) for key in LEAST if key in given}
    fields: dict[str, Any] = numbers
    names = [each for each in LIMITS if each in given]
    changed = {name.replace("-", "_"): getattr(limits, name.replace("-", "_")) for name in names}
    parts = tuple(replace(part, limits=replace(part.limits, **changed), **fields) for part in campaign.parts)
    notes = {f"{key} (overridden)": _note(campaign, parts[0], key, value) for key, value in given.items()}
    return replace(campaign, parts=parts, notes=notes)


def _note(campaign: Campaign, now: CampaignPart, key: str, value: Any) -> str:
    """Describe the value that now holds, and the different values of the parts that it replaces."""
    stood = dict.fromkeys(_tell(part, key) for part in campaign.parts)
    before = ", ".join(text for text in stood if text != _tell(now, key) or len(stood) == 1)
    return f"{f'{value:g}' if isinstance(value, float) else value} in place of {before} in the file"


def _tell(part: CampaignPart, key: str) -> str:
    """A condition of a part, as a campaign's file says it."""
    if key in LIMITS:
        limit = getattr(part.limits, key.replace("-", "_"))
        if limit is None:
            return "none"
        return (
            f"{limit:g}" if key != "memory" else next(f"{limit / UNITS[u]:g}{u}" for u in "TGMK" if limit >= UNITS[u])
        )
    numbers = list(getattr(part, key))
    if key == "seeds" and numbers == list(range(len(numbers))):
        return str(len(numbers))
    return str(numbers[0]) if key == "workers" and len(numbers) == 1 else str(numbers)
