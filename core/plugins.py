"""Plug-ins, the entry points of other distributions, and our own distribution; a broken plug-in is named.

The distribution is named `rookery-cp`, because another project on the package index is named `rookery`.
"""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout, suppress
from functools import cache, lru_cache, reduce
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple
from warnings import warn

from rookery.core.errors import BadInput
from rookery.core.interrupts import note_ctrl_c
from rookery.core.words import reason

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

DISTRIBUTION = "rookery-cp"
INFO, OFFERS, HEADER = ".dist-info", "entry_points.txt", b"[rookery."


class OwnEntry(NamedTuple):
    """A plug-in of our own: an entry point without the library of those, whose import takes longer than a search."""

    name: str
    value: str
    group: str
    dist: None = None

    def load(self) -> Any:
        """Import the object of `module:object`."""
        module, _, place = self.value.partition(":")
        return reduce(getattr, place.split("."), import_module(module))


class Installed(NamedTuple):
    """The distributions on a path: the version of each by its name, and True if one may have plug-ins for us."""

    versions: Mapping[str, str]
    has_plugins: bool


def find_installed() -> Installed:
    """The distributions that are installed, by the names of their folders: `importlib.metadata` takes 60 ms."""
    return _scan(tuple(sys.path))


@lru_cache(maxsize=1)
def _scan(path: tuple[str, ...]) -> Installed:
    versions: dict[str, str] = {}
    has_plugins = False
    for folder in path:
        if os.path.isfile(folder):  # an archive, which this does not read
            has_plugins = True
        with suppress(OSError), os.scandir(folder or ".") as entries:
            for entry in entries:
                if entry.name.endswith((INFO, ".egg-info", ".egg-link")):
                    name, _, version = entry.name.removesuffix(INFO).partition("-")
                    if entry.name.endswith(INFO):
                        versions.setdefault(_normalize(name), version)
                    has_plugins = has_plugins or _has_offers(entry.path)
    return Installed(versions, has_plugins)


def _has_offers(folder: str) -> bool:
    """Return whether a distribution has entry points for us, or one that cannot be read may have some."""
    try:
        with open(os.path.join(folder, OFFERS), "rb") as file:
            return HEADER in file.read()
    except (FileNotFoundError, NotADirectoryError):
        return not folder.endswith(INFO)  # an older kind of installation: what reads these, is asked
    except OSError:
        return True


def _normalize(name: str) -> str:
    """The form of a distribution's name in which two spellings are equal (PyPA, name normalization)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def installed_version(distribution: str) -> str | None:
    """The version of a distribution; None if it is not installed."""
    if found := find_installed().versions.get(_normalize(distribution)):
        return found
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


@cache
def own_version() -> str:
    """The version of this package; "source" if its distribution is not installed."""
    return installed_version(DISTRIBUTION) or "source"


def install_extra(extra: str) -> str:
    """The command that installs the libraries of an extra."""
    return f"pip install '{DISTRIBUTION}[{extra}]'"


class BrokenPlugin(BadInput):
    """A plug-in that cannot be used, named with its distribution."""


class PluginWarning(UserWarning):
    """A plug-in is left out, since it cannot be used."""


def entry_points(group: str) -> "Sequence[EntryPoint]":
    """The entry points that all distributions offer to a group; they are read once, and only if there are some."""
    if not find_installed().has_plugins:
        return ()
    return tuple(_read(tuple(sys.path)).select(group=group))


@lru_cache(maxsize=1)
def _read(path: tuple[str, ...]) -> Any:
    from importlib import metadata

    return metadata.entry_points()


def source(entry: "EntryPoint | OwnEntry") -> str:
    """The distribution of an entry point, or where it leads if that is unknown."""
    return entry.dist.name if entry.dist else entry.value


def load(entry: "EntryPoint | OwnEntry", call: bool = False) -> Any:
    """Load the object of an entry point, called if `call` asks for that; its output meanwhile goes to standard error.

    Raises `BrokenPlugin` for each failure: also for `sys.exit`, and for exceptions that are not an `Exception`, such as
    a `KeyboardInterrupt` without any Ctrl-C.
    """
    with note_ctrl_c() as pressed:
        try:
            with redirect_stdout(sys.stderr):
                found = entry.load()
                return found() if call else found
        except BaseException as error:
            if pressed:
                raise
            raise broken_plugin(entry, f"cannot be loaded: {reason(error)}") from None


def broken_plugin(entry: "EntryPoint | OwnEntry", why: str) -> BrokenPlugin:
    """The error for a plug-in, in one line."""
    kind = entry.group.rpartition(".")[2].removesuffix("s")
    return BrokenPlugin(f"{kind} {entry.name} of {source(entry)} ({entry.value}) {why}")


def leave_out(error: BrokenPlugin) -> None:
    """Warn that a plug-in that was not requested is left out."""
    warn(PluginWarning(str(error)), stacklevel=3)
