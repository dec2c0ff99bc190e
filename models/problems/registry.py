"""The families of problems: ours, and those of other distributions (entry points `rookery.problems`)."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from rookery.core import plugins
from rookery.core.errors import BadInput, refuse, unknown
from rookery.models.problem.problem import Problem
from rookery.models.problems import (  # importing a module declares its family
    armies,
    coverage,
    domination,
    guards,
    k_fold,
    n_queens,
    placement,
    regions,
    sighted,
)
from rookery.models.problems.family import FAMILIES, Family

GROUP = "rookery.problems"
MODULES = (placement, n_queens, domination, sighted, armies, guards, coverage, k_fold, regions)
OURS = tuple(module.__name__.rpartition(".")[2].replace("_", "-") for module in MODULES)


@cache
def _import_plugins() -> None:
    """Import the modules of other distributions, which declares their families; warn of those that are broken."""
    for entry in plugins.entry_points(group=GROUP):
        try:
            plugins.load(entry)
        except plugins.BrokenPlugin as error:
            plugins.leave_out(error)


def families() -> Mapping[str, Family]:
    """Return all families by name, ours first; plug-ins are imported on the first call."""
    _import_plugins()
    return {name: FAMILIES[name] for name in dict.fromkeys((*OURS, *FAMILIES))}


def list_families() -> list[str]:
    """Return the names of all families of problems, ours first.

    >>> import rookery as rk
    >>> rk.list_families()[:3]
    ['placement', 'n-queens', 'domination']
    """
    return list(families())


def find_family(name: str) -> Family:
    """Return the family of a name; raises `BadInput` with the names that there are."""
    found = FAMILIES.get(name) or families().get(name)
    if found is None:
        raise unknown("family of problems", name, families())
    return found


def is_installed(name: str) -> bool:
    """Return True if a new process finds the family: it is ours, or its package has an entry point."""
    if name in OURS:
        return True
    packages = {entry.value.partition(".")[0] for entry in plugins.entry_points(group=GROUP)}
    return find_family(name).function.__module__.partition(".")[0] in packages


def declare(asked: Mapping[str, Any]) -> Problem:
    """Return the problem of plain data, such as `Problem.asked`.

    >>> import rookery as rk
    >>> rk.declare({"family": "domination", "piece": "queen", "board": "8"}) == rk.domination("queen", 8)
    True

    Raises `BadInput` for an unknown family, and for arguments that its function does not take.
    """
    if not isinstance(asked, Mapping) or not isinstance(asked.get("family"), str):
        refuse("problem", asked, "a dictionary with the name of a family and its arguments")
    arguments = {name: value for name, value in asked.items() if name != "family"}
    known = find_family(asked["family"])
    try:
        known.signature.bind(**arguments)
    except TypeError as error:
        raise BadInput(f"problem of the family {known.name}: {error}") from None
    return known.function(**arguments)
