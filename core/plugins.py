"""Plug-ins, the entry points of other distributions, and our own distribution; a broken plug-in is named.

The distribution is named `rookery-cp`, because another project on the package index is named `rookery`.
"""

import sys
from contextlib import redirect_stdout
from functools import cache, lru_cache
from importlib import metadata
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any
from warnings import warn

from rookery.core.errors import BadInput
from rookery.core.interrupts import note_ctrl_c
from rookery.core.words import reason

DISTRIBUTION = "rookery-cp"


@cache
def own_version() -> str:
    """The version of this package; "source" where its distribution is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "source"


def install_extra(extra: str) -> str:
    """The command that installs the libraries of an extra."""
    return f"pip install '{DISTRIBUTION}[{extra}]'"


class BrokenPlugin(BadInput):
    """A plug-in that cannot be used, named with its distribution."""


class PluginWarning(UserWarning):
    """A plug-in is left out, since it cannot be used."""


def entry_points(group: str) -> EntryPoints:
    """The entry points that all distributions offer to a group; they are read once, since that takes 20 ms."""
    found: EntryPoints = _read(tuple(sys.path)).select(group=group)
    return found


@lru_cache(maxsize=1)
def _read(path: tuple[str, ...]) -> Any:
    return metadata.entry_points()


def source(entry: EntryPoint) -> str:
    """The distribution of an entry point, or where it leads if that is unknown."""
    return entry.dist.name if entry.dist else entry.value


def load(entry: EntryPoint, call: bool = False) -> Any:
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


def broken_plugin(entry: EntryPoint, why: str) -> BrokenPlugin:
    """The error for a plug-in, in one line."""
    kind = entry.group.rpartition(".")[2].removesuffix("s")
    return BrokenPlugin(f"{kind} {entry.name} of {source(entry)} ({entry.value}) {why}")


def leave_out(error: BrokenPlugin) -> None:
    """Warn that a plug-in that was not requested is left out."""
    warn(PluginWarning(str(error)), stacklevel=3)
