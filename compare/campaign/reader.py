"""Campaigns read from plain data, which a TOML file, the command line or a call gives; each refusal names its place."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rookery.compare.campaign import toml
from rookery.compare.campaign.campaign import Campaign, CampaignPart, Options
from rookery.compare.campaign.conditions import read_limits, read_numbers, read_want
from rookery.compare.campaign.entries import read_family, read_problems
from rookery.compare.campaign.keys import CONDITION_NAMES, PART, TOP
from rookery.compare.campaign.located import Data, Located
from rookery.compare.campaign.named_backends import NamedBackends
from rookery.compare.campaign.overrides import override
from rookery.compare.campaign.pieces import INSTALLED, find_among, read_own_pieces
from rookery.compare.campaign.trust import Trust, trust
from rookery.models import Piece
from rookery.models.base.files import read_text
from rookery.models.pieces.sources import PieceSources
from rookery.models.problems.plain import Plain


class CampaignReader:
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
        self._top = Located(data, (), source)
        self._folder, self._trusts, self._sources = folder, trusts, sources

    def campaign(self) -> Campaign:
        """The campaign; raises `BadInput` with the key and its line."""
        self._top.check_keys(TOP)
        name = self._top.read("name", str, "campaign")
        entries = self._top.read("problems", list, [])
        if not entries or not all(isinstance(entry, dict) for entry in entries):
            self._top.refuse("a campaign asks at least one problem, each a table [[problems]]", "problems")
        own = self._read_own_pieces()
        backends = NamedBackends(self._top, entries, self._folder, self._trusts)
        options = backends.read_options()
        located = (self._top.inner(entry, "problems", at) for at, entry in enumerate(entries))
        read = [self._read_part(entry, own, backends, options) for entry in located]
        text = self._write_text(name, backends, [normal for _, normal in read])
        return Campaign(name, tuple(part for part, _ in read), text, frozenset(backends.imported), self._sources)

    def campaign_of(self, asked: Sequence[tuple[Plain, dict[str, Any]]]) -> Campaign:
        """The campaign of problems that are declared already, each with the entry that the text has for it."""
        name = self._top.read("name", str, "campaign")
        self._read_own_pieces()
        backends = NamedBackends(self._top, (), self._folder, self._trusts)
        part, normal = _read_conditions(self._top, backends, backends.read_options())
        given = self._top.table
        inherited = {key: given[key] for key in CONDITION_NAMES if key in given} | normal
        parts = tuple(replace(part, problems=(problem,)) for problem, _ in asked)
        text = self._write_text(name, backends, [{**entry, **inherited} for _, entry in asked])
        return Campaign(name, parts, text, frozenset(backends.imported), self._sources)

    def _read_own_pieces(self) -> dict[str, Piece]:
        given = self._top.read("pieces", dict, {})
        with self._top.naming("pieces"):
            return dict(read_own_pieces(given))

    def _write_text(self, name: str, backends: NamedBackends, entries: list[dict[str, Any]]) -> str:
        """The campaign as text that can be read anywhere: files by their whole path, everything in place."""
        shared = {
            "name": name,
            "peers": {name: peer.use for name, peer in backends.peers.items()},
            "options": self._top.table.get("options", {}),
            "pieces": self._top.table.get("pieces", {}),
        }
        return toml.dump_toml({key: value for key, value in shared.items() if value} | {"problems": entries})

    def _read_part(
        self,
        entry: Located,
        own: Mapping[str, Piece],
        backends: NamedBackends,
        options: Mapping[str, tuple[Options, ...]],
    ) -> tuple[CampaignPart, dict[str, Any]]:
        """A part, and its entry with all that it inherits."""
        if "family" in entry.table:  # the keys of a family that is not installed are unknown, too, but that says less
            with entry.naming():
                read_family(entry.table)
        entry.check_keys(PART)
        given = self._top.table
        whole = {
            **entry.table,
            **{key: given[key] for key in CONDITION_NAMES if key in given and key not in entry.table},
        }
        with entry.naming():
            found, spelled = read_problems(whole, find_among(own, self._sources))
        part, normal = _read_conditions(replace(entry, table=whole), backends, options)
        return replace(part, problems=found), {**whole, **spelled, **normal}


def _read_conditions(
    entry: Located, backends: NamedBackends, options: Mapping[str, tuple[Options, ...]]
) -> tuple[CampaignPart, dict[str, Any]]:
    """A part without its problems, and its backends and seeds spelled out."""
    part = CampaignPart(
        problems=(),
        backends=backends.read(entry),
        want=read_want(entry),
        up_to_symmetry=entry.read("up-to-symmetry", bool, False),
        options=options,
        seeds=read_numbers(entry, "seeds", 0),
        workers=read_numbers(entry, "workers", 1),
        limits=read_limits(entry),
    )
    return part, {"backends": list(map(backends.name, part.backends)), "seeds": list(part.seeds)}


def read_campaign(
    path: Path, trusts: Trust = trust, sources: PieceSources = INSTALLED, given: Data = MappingProxyType({})
) -> Campaign:
    """The campaign of a TOML file, with conditions that are `given` in place of its own.

    Raises `BadInput` with the line of what is wrong, and `Untrusted` where it names code that is not trusted; none of
    that is imported.
    """
    source = toml.Source(read_text(path, "a campaign's TOML file"), path.name)
    data, notes = override(source.data(), given)
    found = CampaignReader({"name": path.stem, **data}, source, path.parent, trusts, sources).campaign()
    return replace(found, notes=notes)


def campaign_of(data: Data, sources: PieceSources = INSTALLED) -> Campaign:
    """The campaign of plain data, as the command line gives it."""
    return CampaignReader(data, sources=sources).campaign()
