"""Plug-ins: what other distributions offer through entry points; a broken one is named, and harms nobody else."""

import sys
from contextlib import redirect_stdout
from functools import lru_cache
from importlib import metadata
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any
from warnings import warn

from rookery.models.base.legible import reason
from rookery.models.errors import BadInput


class BrokenPlugin(BadInput):
    """A plug-in that cannot be used, named with its distribution."""


class PluginWarning(UserWarning):
    """A plug-in is left out, since it cannot be used."""


def entry_points(group: str) -> EntryPoints:
    """What all distributions offer to a group; they are read once, since that takes 20 ms."""
    found: EntryPoints = _read(tuple(sys.path)).select(group=group)
    return found


@lru_cache(maxsize=1)
def _read(path: tuple[str, ...]) -> Any:
    return metadata.entry_points()


def source(entry: EntryPoint) -> str:
    """The distribution of an entry point, or where it leads where that is unknown."""
    return entry.dist.name if entry.dist else entry.value


def load(entry: EntryPoint, call: bool = False) -> Any:
    """What an entry point leads to, called where that is asked for; what it prints meanwhile goes to standard error.

    Raises `BrokenPlugin` whatever goes wrong there: also for `sys.exit`, and for exceptions that are no `Exception`.
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
    """The error for a plug-in, in one line."""
    kind = entry.group.rpartition(".")[2].removesuffix("s")
    return BrokenPlugin(f"{kind} {entry.name} of {source(entry)} ({entry.value}) {why}")


def leave_out(error: BrokenPlugin) -> None:
    """Warn that a plug-in nobody asked for is left out."""
    warn(PluginWarning(str(error)), stacklevel=3)
