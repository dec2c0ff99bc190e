"""The backends that a campaign names: registered ones, and code that it defines as peers or names by its place."""

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from rookery.backends import registry
from rookery.compare.campaign.backends import BackendRef, backend_ref, resolve_place
from rookery.compare.campaign.campaign import Options
from rookery.compare.campaign.located import Data, Located
from rookery.compare.campaign.trust import Trust, Untrusted
from rookery.models import BadInput

ALL = "all"


class NamedBackends:
    """The backends of one campaign; `imported` are the places of the code that was imported for them.

    Files are looked for beside `folder`. `trusts` is asked for the place of code before anything of it is imported.
    """

    def __init__(self, top: Located, entries: Sequence[Data], folder: Path | None, trusts: Trust) -> None:
        self._top, self._folder, self._trusts = top, folder, trusts
        self.imported: set[str] = set()
        self.peers = dict(self._read_peers())
        self._by_place = dict(self._read_places(entries))

    def read(self, entry: Located) -> tuple[BackendRef, ...]:
        """The backends that answer an entry, none twice."""
        given = entry.read("backends", list | str, ALL)
        texts = given if isinstance(given, list) else given.split(",")
        every = (*registry.general_backends(), *self.peers)
        names = [name for text in texts for name in (every if text == ALL else (text,))]
        with entry.naming("backends"):
            found = tuple(map(self._find, names))
        twice = [each.name for each in found if [other.name for other in found].count(each.name) > 1]
        if twice:
            entry.refuse(f"backend {twice[0]} is named twice", "backends")
        return found

    def name(self, backend: BackendRef) -> str:
        """By what the text of the campaign names a backend."""
        return backend.name if not backend.use or backend.name in self.peers else backend.use

    def read_options(self) -> dict[str, tuple[Options, ...]]:
        """For each backend, each choice of its options."""
        found: dict[str, tuple[Options, ...]] = {}
        for name, given in self._top.read("options", dict, {}).items():
            with self._top.naming("options", name):
                able = self._find(name).load().capabilities.options
            for option in given:
                if option not in able:
                    known = ", ".join(able) or "none"
                    self._top.refuse(f"backend {name} has no such option; it has: {known}", "options", name, option)
            axes = [[str(each) for each in (value if isinstance(value, list) else [value])] for value in given.values()]
            found[name] = tuple(dict(zip(given, values, strict=True)) for values in product(*axes))
        return found

    def _find(self, text: Any) -> BackendRef:
        if not isinstance(text, str):
            raise BadInput(f"backend {text!r}: expected a name in quotes")
        name = text.strip()
        return self.peers.get(name) or self._by_place.get(name) or self._load_place(name, ("backends",))

    def _read_places(self, entries: Sequence[Data]) -> Iterator[tuple[str, BackendRef]]:
        """The backends that are named by their place, `file.py:Class`, by the names that they give themselves."""
        for table in (self._top.table, *entries):
            given = table.get("backends", ())
            for text in given.split(",") if isinstance(given, str) else given if isinstance(given, list) else ():
                if isinstance(text, str) and ":" in text:
                    found = self._load_place(text.strip(), ("backends",))
                    yield found.name, found

    def _read_peers(self) -> Iterator[tuple[str, BackendRef]]:
        for name, use in self._top.read("peers", dict, {}).items():
            if name in registry.names():
                self._top.refuse(f"{name} is the name of a backend of Rookery; choose another", "peers", name)
            if not isinstance(use, str) or ":" not in use:
                self._top.refuse(f"{use!r}: expected file.py:Class or module:Class", "peers", name)
            yield name, self._load_place(use, ("peers", name), name)

    def _load_place(self, text: str, keys: tuple[str, ...], name: str = "") -> BackendRef:
        """The backend of a registered name or of a place, whose code is imported once it is trusted."""
        with self._top.naming(*keys):
            if ":" not in text:
                return backend_ref(text, self._folder)
            use = resolve_place(text, self._folder)
            if not self._trusts(use):
                raise Untrusted(use, self._top.place(*keys))
            self.imported.add(use)
            found = BackendRef(name, use) if name else backend_ref(use)
            found.load()
            return found
