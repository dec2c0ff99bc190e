"""The registry of backends: our own, and those of other distributions."""

from collections.abc import Mapping
from functools import cache
from inspect import signature
from typing import Any, Literal, TypeAlias

from rookery.backends.contract import Backend
from rookery.core import plugins
from rookery.core.errors import nearest, show_value, unknown
from rookery.core.plugins import EntryPoint, entry_points
from rookery.models import BadInput

OWN = {
    "backtracking": "rookery.backends.engine:Backtracking",
    "cpsat": "rookery.backends.solvers.cpsat:CpSat",
    "sat": "rookery.backends.solvers.sat:Sat",
    "python-constraint": "rookery.backends.solvers.python_constraint:PythonConstraint",
    "mip": "rookery.backends.solvers.mip:Mip",
    "auto": "rookery.backends.solvers.auto:Auto",
    "textbook": "rookery.backends.solvers.textbook:Textbook",
}
RACERS = "backtracking", "sat", "cpsat"
GROUP = "rookery.backends"
DEFAULT, OWN_SEARCH = "auto", "backtracking"
OwnName: TypeAlias = Literal["backtracking", "cpsat", "sat", "python-constraint", "mip", "auto", "textbook"]
BackendLike: TypeAlias = OwnName | str | Backend  # any name: other distributions add backends
STRATEGIES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "auto": (DEFAULT, {}),
    **{name: ("textbook", {"strategy": name}) for name in ("rows", "astar", "dp", "exhaustive")},
    "frontier": (OWN_SEARCH, {"count": "frontier"}),
}


@cache
def _entries() -> Mapping[str, EntryPoint]:
    entries = {name: EntryPoint(name, value, GROUP) for name, value in OWN.items()}
    for entry in entry_points(group=GROUP):
        if entry.name in entries:
            where = f"{entries[entry.name].value}, and one from {entry.source}"
            raise BadInput(f"two backends are named {entry.name}: {where}")
        entries[entry.name] = entry
    return entries


def names() -> tuple[str, ...]:
    """Return the names of all backends, ours first."""
    return tuple(_entries())


def general_names() -> tuple[str, ...]:
    """Return the names of the backends that answer every question on every model, and of broken ones."""
    return tuple(name for name in names() if not _is_partial(name))


def _is_partial(name: str) -> bool:
    try:
        return not backend(name).general
    except Exception:  # a plug-in may raise anything; a caller who names it gets the error
        return False


def strategy(name: str) -> tuple[str, Mapping[str, str]]:
    """Return the backend and the options that a strategy stands for; raises `BadInput` for an unknown one."""
    name = name.lower()
    if name not in STRATEGIES:
        raise BadInput(f"unknown strategy {name!r}: {nearest(name, STRATEGIES)}there are {', '.join(STRATEGIES)}")
    return STRATEGIES[name]


@cache
def backend(name: str) -> Backend:
    """Return the backend of a name.

    Raises `BadInput` for an unknown name, with all names and the nearest one, and `BrokenPlugin` for a backend that
    cannot be loaded.
    """
    entry = _entries().get(name) or _entries().get(name.lower())
    if entry is None and name.lower() in STRATEGIES:
        own, options = strategy(name)
        named = " and ".join(f"{option}={value}" for option, value in options.items())
        meant = f"--strategy {name.lower()}, or backend {own}{f' with the option {named}' if named else ''}"
        raise BadInput(f"unknown backend {name!r}: it is a strategy; give {meant}")
    if entry is None and name.endswith(".py"):
        raise BadInput(f"unknown backend {name!r}: expected the class as well, {name}:Class")
    if entry is None:
        meant = " or ".join(
            own for own in OWN if name in (libraries := backend(own).packages) or name in libraries.values()
        )
        if meant:
            raise BadInput(f"unknown backend {name!r}: did you mean {meant}? known are {', '.join(names())}")
        raise unknown("backend", name, names())
    if entry.name == "auto":
        return plugins.load(entry)(*map(backend, RACERS))  # type: ignore[no-any-return]
    made = plugins.load(entry, call=True)
    if not isinstance(made, Backend):
        raise plugins.broken_plugin(entry, f"makes a {type(made).__name__}, not a rookery Backend")
    return made


def take_backend(given: Any) -> Backend:
    """Return the backend of a name, or a backend as it is; raises `BadInput` for anything else."""
    if isinstance(given, Backend):
        _require_methods(given)
        return given
    if not isinstance(given, str):
        hint = f"; give {given.__name__}(), an object of it" if isinstance(given, type) else ""
        raise BadInput(f"backend {show_value(given)}: expected a name such as 'cpsat', or a Backend{hint}")
    return backend(given)


_checked: set[type[Backend]] = set()  # inspecting a signature takes longer than a small search


def _require_methods(given: Backend) -> None:
    """Raise `BadInput` unless `compile` and `run` take what a run gives them."""
    if type(given) in _checked:
        return
    for method, takes in ((given.compile, "(model, ask)"), (given.run, "(program, ask)")):
        try:
            signature(method).bind(None, None)
        except TypeError:
            wrong = f"{method.__qualname__} takes {signature(method)}"
            raise BadInput(f"backend {given.name}: {wrong}; expected {takes}") from None
    _checked.add(type(given))


def name_for_another_process(name: str) -> str | Backend:
    """Return what another process can load a backend from: its name, or the backend itself if it is not registered."""
    return name if name in _entries() else backend(name)


def backends() -> dict[str, Backend]:
    """Return all backends by name; those of other distributions that are broken are left out, with a warning."""
    found = {}
    for name in names():
        try:
            found[name] = backend(name)
        except plugins.BrokenPlugin as error:
            plugins.leave_out(error)
    return found


def list_backends() -> dict[str, Backend]:
    """Return the backends that answer every question on every model, as `backends` gives them: what "all" stands for.

    >>> import rookery as rk
    >>> "cpsat" in rk.list_backends()
    True
    """
    return {name: found for name, found in backends().items() if found.general}
