"""Plug-ins, the entry points of other distributions, and our own distribution; a broken plug-in is named.

The distribution is named `rookery-cp`, because another project on the package index is named `rookery`. The folders of
distributions are read here: `importlib.metadata` takes 60 ms, longer than a small search.
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from functools import cache, lru_cache, reduce
from importlib import import_module
from typing import Any, NamedTuple
from warnings import warn

from rookery.core.errors import BadInput
from rookery.core.words import reason

DISTRIBUTION = "rookery-cp"
OURS = "rookery."  # groups of entry points begin with it


class EntryPoint(NamedTuple):
    """A plug-in: the object `module:object` under a name of a group, and the distribution that offers it."""

    name: str
    value: str
    group: str
    distribution: str = ""

    def load(self) -> Any:
        """Import the object."""
        module, _, place = self.value.partition(":")
        return reduce(getattr, filter(None, place.split(".")), import_module(module))

    @property
    def source(self) -> str:
        """The distribution, or where the entry point leads if it is our own."""
        return self.distribution or self.value


class Installed(NamedTuple):
    """The installed distributions: the version of each by its normalized name, and their entry points for us."""

    versions: Mapping[str, str]
    entries: Sequence[EntryPoint]


@lru_cache(maxsize=1)
def _scan(path: tuple[str, ...]) -> Installed:
    versions: dict[str, str] = {}
    entries: list[EntryPoint] = []
    for folder in path:
        with suppress(OSError), os.scandir(folder or ".") as found:
            for each in found:
                stem, suffix = os.path.splitext(each.name)
                name, version, *_ = (*stem.split("-"), "")
                name = _normalize(name)
                if suffix in (".dist-info", ".egg-info") and name not in versions:
                    versions[name] = version
                    entries += _read_entries(os.path.join(each.path, "entry_points.txt"), name)
    return Installed(versions, entries)


def _read_entries(path: str, distribution: str) -> Iterator[EntryPoint]:
    """Yield the entry points for us in a file (PyPA, entry points specification)."""
    with suppress(OSError), open(path, encoding="utf-8", errors="replace") as file:
        group = ""
        for line in map(str.strip, file):
            if line.startswith("["):
                group = line.strip("[]")
            elif group.startswith(OURS) and "=" in line and not line.startswith("#"):
                name, _, value = line.partition("=")
                yield EntryPoint(name.strip(), value.partition("[")[0].strip(), group, distribution)


def _normalize(name: str) -> str:
    """Return the form of a distribution's name in which two spellings are equal (PyPA, name normalization)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def installed_version(distribution: str) -> str | None:
    """Return the version of a distribution; None if it is not installed."""
    return _scan(tuple(sys.path)).versions.get(_normalize(distribution)) or None


@cache
def own_version() -> str:
    """Return the version of this package; "source" if its distribution is not installed."""
    return installed_version(DISTRIBUTION) or "source"


def install_extra(extra: str) -> str:
    """Return the command that installs the libraries of an extra."""
    return f"pip install '{DISTRIBUTION}[{extra}]'"


class BrokenPlugin(BadInput):
    """A plug-in that cannot be used, named with its distribution."""


class PluginWarning(UserWarning):
    """A plug-in is left out, since it cannot be used."""


def entry_points(group: str) -> Sequence[EntryPoint]:
    """Return the entry points that other distributions offer to a group."""
    return [entry for entry in _scan(tuple(sys.path)).entries if entry.group == group]


def load(entry: EntryPoint, call: bool = False) -> Any:
    """Load the object of an entry point, called if `call` asks for that; its output meanwhile goes to standard error.

    Raises `BrokenPlugin` for each failure, also for `sys.exit`.
    """
    try:
        with redirect_stdout(sys.stderr):
            found = entry.load()
            return found() if call else found
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise broken_plugin(entry, f"cannot be loaded: {reason(error)}") from None


def broken_plugin(entry: EntryPoint, why: str) -> BrokenPlugin:
    """Return the error for a plug-in, in one line."""
    kind = entry.group.rpartition(".")[2].removesuffix("s")
    return BrokenPlugin(f"{kind} {entry.name} of {entry.source} ({entry.value}) {why}")


def leave_out(error: BrokenPlugin) -> None:
    """Warn that a plug-in that was not requested is left out."""
    warn(PluginWarning(str(error)), stacklevel=3)
