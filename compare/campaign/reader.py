"""Campaigns read from plain data, which a TOML file, the command line or a call gives; each refusal names its place."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import inf
from pathlib import Path
from typing import Any

from rookery.backends import Want, registry
from rookery.compare.campaign import toml
from rookery.compare.campaign.backends import BackendRef, backend_ref, resolve_place
from rookery.compare.campaign.campaign import Campaign, CampaignPart, Options
from rookery.compare.campaign.entries import KEYS, read_family, read_problems
from rookery.compare.campaign.located import Data, LocatedReader
from rookery.compare.campaign.pieces import INSTALLED, find_among, read_own_pieces
from rookery.compare.campaign.sizes import read_size
from rookery.compare.campaign.trust import Trust, Untrusted, trust
from rookery.compare.problems.plain import Plain
from rookery.compare.records.record import Limits
from rookery.models import BadInput, Piece
from rookery.models.base.files import read_text
from rookery.models.pieces.sources import PieceSources
from rookery.models.reading.typed import quote

ALL = "all"
CONDITIONS = ("backends", "want", "up-to-symmetry", "seeds", "workers", "seconds", "cpu-seconds", "memory")
TOP = ("name", *CONDITIONS, "peers", "options", "pieces", "problems")
PART = ("family", "boards", "holes", *KEYS, *CONDITIONS)
MOST_SEEDS = 10_000


class CampaignReader(LocatedReader):
    """Reads one campaign; `source` says where its keys are, `folder` where its files are looked for.

    `trusts` is asked for the place of each peer before anything of it is imported. `sources` say where names of pieces
    lead that the campaign does not define itself.
    """

    def __init__(
        self,
        data: Data,
        source: toml.Source | None = None,
        folder: Path | None = None,
        trusts: Trust = trust,
        sources: PieceSources = INSTALLED,
    ) -> None:
        super().__init__(data, source)
        self._folder, self._trusts, self._sources = folder, trusts, sources
        self._imported: set[str] = set()
        self._own: dict[str, Piece] = {}
        self._peers: dict[str, BackendRef] = {}
        self._peers_by_place: dict[str, BackendRef] = {}

    def campaign(self) -> Campaign:
        """The campaign; raises `BadInput` with the key and its line."""
        self._check_keys((), self._data, TOP)
        name = self._read_top((), "name", str, "campaign")
        entries = self._read_top((), "problems", list, [])
        if not entries or not all(isinstance(entry, dict) for entry in entries):
            self._refuse(("problems",), "a campaign asks at least one problem, each a table [[problems]]")
        options = self._read_shared(entries)
        read = [self._read_part(at, entry, options) for at, entry in enumerate(entries)]
        text = self._write_text(name, [normal for _, normal in read])
        return Campaign(name, tuple(part for part, _ in read), text, frozenset(self._imported), self._sources)

    def campaign_of(self, asked: Sequence[tuple[Plain, dict[str, Any]]]) -> Campaign:
        """The campaign of problems that are declared already, each with the entry that the text has for it."""
        name = self._read_top((), "name", str, "campaign")
        part, normal = self._read_conditions((), self._data, self._read_shared([]))
        inherited = {key: self._data[key] for key in CONDITIONS if key in self._data} | normal
        parts = tuple(replace(part, problems=(problem,)) for problem, _ in asked)
        text = self._write_text(name, [{**entry, **inherited} for _, entry in asked])
        return Campaign(name, parts, text, frozenset(self._imported), self._sources)

    def _read_shared(self, entries: list[Data]) -> dict[str, tuple[Options, ...]]:
        """Read what stands above the entries, pieces and backends; the options of backends."""
        with_own = self._read_top((), "pieces", dict, {})
        with self._naming_place(("pieces",)):
            self._own = dict(read_own_pieces(with_own))
        self._peers = dict(self._read_peers())
        self._peers_by_place = dict(self._read_places(entries))
        return self._read_options()

    def _write_text(self, name: str, entries: list[dict[str, Any]]) -> str:
        """The campaign as text that can be read anywhere: files by their whole path, everything in place."""
        shared = {
            "name": name,
            "peers": {name: peer.use for name, peer in self._peers.items()},
            "options": self._data.get("options", {}),
            "pieces": self._data.get("pieces", {}),
        }
        return toml.dump_toml({key: value for key, value in shared.items() if value} | {"problems": entries})

    def _read_part(
        self, at: int, entry: Data, options: Mapping[str, tuple[Options, ...]]
    ) -> tuple[CampaignPart, dict[str, Any]]:
        """A part, and its entry with all that it inherits."""
        path = ("problems", at)
        if "family" in entry:  # the keys of a family that is not installed are unknown, too, but that says less
            with self._naming_place(path):
                read_family(entry)
        self._check_keys(path, entry, PART)
        conditions = {key: self._data[key] for key in CONDITIONS if key in self._data and key not in entry}
        whole = {**entry, **conditions}
        with self._naming_place(path):
            found, spelled = read_problems(whole, find_among(self._own, self._sources))
        part, normal = self._read_conditions(path, whole, options)
        return replace(part, problems=found), {**whole, **spelled, **normal}

    def _read_conditions(
        self, path: toml.Path, whole: Data, options: Mapping[str, tuple[Options, ...]]
    ) -> tuple[CampaignPart, dict[str, Any]]:
        """A part without its problems, and its backends and seeds spelled out."""
        backends = self._read_backends(path, whole)
        part = CampaignPart(
            problems=(),
            want=self._read_want(path, whole),
            up_to_symmetry=self._read_value(path, whole, "up-to-symmetry", bool, False),
            backends=backends,
            options=options,
            seeds=self._read_numbers(path, whole, "seeds", 0),
            workers=self._read_numbers(path, whole, "workers", 1),
            limits=self._read_limits(path, whole),
        )
        named = [each.name if self._is_named(each) else each.use for each in backends]
        return part, {"backends": named, "seeds": list(part.seeds)}

    def _is_named(self, found: BackendRef) -> bool:
        return not found.use or found.name in self._peers

    def _read_want(self, path: toml.Path, entry: Data) -> Want:
        want = self._read_value(path, entry, "want", str, "one")
        if want not in list(Want):
            self._refuse((*path, "want"), f"want {quote(want)}; expected one, all or count")
        return Want(want)

    def _read_backends(self, path: toml.Path, entry: Data) -> tuple[BackendRef, ...]:
        given = self._read_value(path, entry, "backends", list | str, ALL)
        texts = given if isinstance(given, list) else given.split(",")
        every = (*registry.general_backends(), *self._peers)
        names = [name for text in texts for name in (every if text == ALL else (text,))]
        with self._naming_place((*path, "backends")):
            found = tuple(map(self._read_backend, names))
        twice = [each.name for each in found if [other.name for other in found].count(each.name) > 1]
        if twice:
            self._refuse((*path, "backends"), f"backend {twice[0]} is named twice")
        return found

    def _read_backend(self, text: Any) -> BackendRef:
        if not isinstance(text, str):
            raise BadInput(f"backend {text!r}: expected a name in quotes")
        name = text.strip()
        return self._peers.get(name) or self._peers_by_place.get(name) or self._load_place(name, ("backends",))

    def _read_places(self, entries: list[Data]) -> Iterator[tuple[str, BackendRef]]:
        """The backends that are named by their place, `file.py:Class`, by the names that they give themselves."""
        for table in (self._data, *entries):
            given = table.get("backends", ())
            for text in given.split(",") if isinstance(given, str) else given if isinstance(given, list) else ():
                if isinstance(text, str) and ":" in text:
                    found = self._load_place(text.strip(), ("backends",))
                    yield found.name, found

    def _read_peers(self) -> Iterator[tuple[str, BackendRef]]:
        for name, use in self._read_top((), "peers", dict, {}).items():
            if name in registry.names():
                self._refuse(("peers", name), f"{name} is the name of a backend of Rookery; choose another")
            if not isinstance(use, str) or ":" not in use:
                self._refuse(("peers", name), f"{use!r}: expected file.py:Class or module:Class")
            yield name, self._load_place(use, ("peers", name), name)

    def _load_place(self, text: str, path: toml.Path, name: str = "") -> BackendRef:
        """The backend of a registered name or of a place, whose code is imported once it is trusted."""
        with self._naming_place(path):
            if ":" not in text:
                return backend_ref(text, self._folder)
            use = resolve_place(text, self._folder)
            if not self._trusts(use):
                raise Untrusted(use, self._source.place(path) if self._source else "")
            self._imported.add(use)
            found = BackendRef(name, use) if name else backend_ref(use)
            found.load()
            return found

    def _read_options(self) -> dict[str, tuple[Options, ...]]:
        """For each backend, each choice of its options."""
        found: dict[str, tuple[Options, ...]] = {}
        for name, given in self._read_top((), "options", dict, {}).items():
            with self._naming_place(("options", name)):
                able = self._read_backend(name).load().capabilities.options
            for option in given:
                if option not in able:
                    known = ", ".join(able) or "none"
                    self._refuse(("options", name, option), f"backend {name} has no such option; it has: {known}")
            axes = [[str(each) for each in (value if isinstance(value, list) else [value])] for value in given.values()]
            found[name] = tuple(dict(zip(given, values, strict=True)) for values in product(*axes))
        return found

    def _read_numbers(self, path: toml.Path, entry: Data, key: str, least: int) -> tuple[int, ...]:
        """Numbers: a list of them; for seeds a single number says how many, for workers it is the one."""
        given = self._read_value(path, entry, key, int | list, [0] if key == "seeds" else [1])
        if isinstance(given, int) and not 1 <= given <= MOST_SEEDS:
            self._refuse((*path, key), f"{given}; expected a number from 1 to {MOST_SEEDS:,}, or a list")
        numbers = given if isinstance(given, list) else list(range(given)) if key == "seeds" else [given]
        bad = [each for each in numbers if isinstance(each, bool) or not isinstance(each, int) or each < least]
        if bad or not numbers or len(set(numbers)) < len(numbers):
            self._refuse((*path, key), f"{given!r}; expected different whole numbers of at least {least}")
        return tuple(numbers)

    def _read_limits(self, path: toml.Path, entry: Data) -> Limits:
        seconds, cpu = (self._read_seconds(path, entry, key) for key in ("seconds", "cpu-seconds"))
        memory = self._read_value(path, entry, "memory", int | str, None)
        with self._naming_place((*path, "memory")):
            return Limits(seconds, cpu, None if memory is None else read_size(memory))

    def _read_seconds(self, path: toml.Path, entry: Data, key: str) -> float | None:
        given = self._read_value(path, entry, key, int | float, None)
        if given is not None and not 0 < given < inf:
            self._refuse((*path, key), f"{given:g} seconds; it must be more than 0")
        return None if given is None else float(given)


def read_campaign(path: Path, trusts: Trust = trust, sources: PieceSources = INSTALLED) -> Campaign:
    """The campaign of a TOML file; raises `BadInput` with the line of what is wrong.

    Raises `Untrusted` where it names code that is not trusted; none of that is imported.
    """
    source = toml.Source(read_text(path, "a campaign's TOML file"), path.name)
    data = source.data()
    return CampaignReader({"name": path.stem, **data}, source, path.parent, trusts, sources).campaign()


def campaign_of(data: Data, sources: PieceSources = INSTALLED) -> Campaign:
    """The campaign of plain data, as the command line gives it."""
    return CampaignReader(data, sources=sources).campaign()
