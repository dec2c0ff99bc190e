"""Backends as a caller in Python gives them: names, classes, or several of both."""

from collections.abc import Iterable
from typing import Any, TypeAlias

from rookery.backends import Backend
from rookery.models import BadInput
from rookery.models.reading.given import refuse

Backends: TypeAlias = str | type[Backend[Any]] | Iterable[str | type[Backend[Any]]]


def name_backends(backends: Backends) -> list[str]:
    """What a campaign calls backends that are given as names or as classes; raises `BadInput` for anything else."""
    if isinstance(backends, Iterable) and not isinstance(backends, str):
        return [_name_backend(each) for each in backends]
    return [_name_backend(backends)]


def _name_backend(backend: Any) -> str:
    """A name, or where another process finds a class."""
    if isinstance(backend, str):
        return backend
    if not (isinstance(backend, type) and issubclass(backend, Backend)):
        refuse("backend", backend, "a name such as 'cpsat', 'all', 'file.py:Class', or a class of backends")
    if backend.__module__ == "__main__" or "<locals>" in backend.__qualname__:
        raise BadInput(
            f"backend {backend.__qualname__}: runs are isolated, so its class must stand in a module or file"
        )
    return f"{backend.__module__}:{backend.__qualname__}"
