"""Paths of the engine that small models never take: the only place that patches the constants of the engine."""

from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

import pytest

from rookery.backends.engine import frontier, plain
from rookery.backends.engine.choose import samples
from rookery.backends.engine.cover import cases, fewest
from rookery.backends.engine.cover.surplus import refute, sweep
from rookery.backends.engine.cover.surplus import tables as surplus_tables
from rookery.backends.engine.pareto import orders
from rookery.backends.engine.rivals import compiling, leaves
from rookery.backends.engine.tree import records
from rookery.backends.local_search import improve
from rookery.backends.solvers.sat import encode
from rookery.backends.solvers.sat import search as sat_search
from rookery.backends.solvers.sat import sliced as sat_sliced
from rookery.core.kernels import kernel
from rookery_tests.checked_arrays import check_indices
from rookery_tests.shattering import hurry, shatter

CONSTANTS: dict[str, list[tuple[ModuleType, str, Any]]] = {
    # arrays from the start, where plain Python would have answered
    "handed on": [(plain, "MAX_LOOKS", 0), (plain, "MAX_NODES", 3)],
    # outermost empty lines make cases, however weak their bounds are
    "cases": [(cases, "MAX_SPARE", 99)],
    # the local search and the sweep of surplus begin at once, in small parts
    "local search": [
        (fewest, "FIRST_TURN", 1),
        (fewest, "HEAD_START", 300),
        (improve, "SLICE", 500),
    ],
    "surplus": [
        (fewest, "FIRST_TURN", 1),
        (refute, "TIGHT", 0),
        (sweep, "LEAST_BITS", 2),
        (sweep, "PART", 2),
        (surplus_tables, "PART", 2),
    ],
    # the frontier counts as soon as the search has begun
    "frontier": [(frontier, "SOON", 1e-9)],
    "fronts": [(orders, "WORTH_FRONTS", 0), (orders, "FRONT", 1e-9)],
    # leaves of a search for rivals hold too much, and few symmetries are kept
    "leaves": [(leaves, "MAX_CHOICES", 0), (leaves, "MAX_SOLUTIONS", 20), (compiling, "MAX_IMAGES", 1)],
    # counters of 64 bits overflow
    "counters": [(records, "CARRIED", 5)],
    # symmetries are broken before a first solution, which takes many slices
    "sat leader": [(sat_search, "SOON", 0), (sat_sliced, "MAX_SLICE", 2)],
    "sat sums": [(encode, "MAX_NODES", 0), (encode, "MAX_IN_PAIRS", 2), (encode, "MAX_COUNTED", 0)],
}


def force(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Patch the constants of some paths."""
    for name in names:
        for module, constant, value in CONSTANTS[name]:
            monkeypatch.setattr(module, constant, value)


def check_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run all kernels of the engine as plain Python on arrays that refuse indices outside them."""
    check_indices(monkeypatch, *(sample.kernel for sample in samples()))


def begin_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget compiled kernels; each is loaded again after the first slice of a search."""
    for sample in samples():
        monkeypatch.setattr(sample.kernel, "compiled", None)
        monkeypatch.setattr(sample.kernel, "spent", 0.0)
    monkeypatch.setattr(kernel, "WORTH_LOADING", 0.0)


FORCED: dict[str, Callable[[pytest.MonkeyPatch], object]] = {
    "nothing": lambda patch: None,
    "pieces": lambda patch: shatter(patch, Random(1)),
    "workers": hurry,
    "checked arrays": check_kernels,
    "plain at first": begin_plainly,
    "handed on": lambda patch: force(patch, "handed on"),
    "local search": lambda patch: force(patch, "local search"),
    "surplus": lambda patch: force(patch, "surplus"),
    "frontier": lambda patch: force(patch, "frontier"),
    "leaves": lambda patch: force(patch, "leaves"),
    "counters": lambda patch: force(patch, "counters"),
}
