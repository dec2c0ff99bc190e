"""Broken plug-ins of other distributions on the command line: each is named once, in one line."""

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rookery.cli.output.terminal import complain
from rookery.core.plugins import PluginWarning
from rookery.models.boards.vertices import GraphWarning


@contextmanager
def naming_broken_plugins() -> Iterator[None]:
    """Name each plug-in that is left out on standard error, and what is odd in a graph; other warnings as ever."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", PluginWarning)
        warnings.simplefilter("always", GraphWarning)
        warnings.showwarning = _naming(warnings.showwarning)
        yield


def _naming(show: Callable[..., None]) -> Callable[..., None]:
    named: set[str] = set()

    def name(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        line = str(message)
        if not issubclass(category, PluginWarning | GraphWarning):
            show(message, category, *where, **more)
        elif line not in named:
            named.add(line)
            complain(f"rookery: {line}{'; it is left out' if issubclass(category, PluginWarning) else ''}")

    return name
