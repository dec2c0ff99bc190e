"""The fixtures that several folders share, and how many examples hypothesis draws."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from rookery.backends import Backend
from rookery.backends.registry import backend as find_backend
from rookery.backends.registry import general_names
from rookery.core.runtime import EXPENDABLE

# For `benchmarks`; at the end, so that nothing of the checkout comes before what is installed.
sys.path.append(str(Path(__file__).parents[1]))

COMMON: dict[str, Any] = {"deadline": None, "derandomize": True, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("quick", max_examples=20, **COMMON)
settings.register_profile("ci", max_examples=100, **COMMON)
settings.register_profile("explore", deadline=None, max_examples=2_000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_configure() -> None:
    """Let `mip` search in this process, since a process for each question takes minutes; and heed Ctrl-C.

    A shell has its background jobs ignore Ctrl-C, and so would all processes that a test starts.
    """
    EXPENDABLE.set()
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", params=general_names())
def backend(request: pytest.FixtureRequest) -> Backend:
    """Every backend that takes every model, one after the other."""
    return find_backend(request.param)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A driver of Chromium; without one the tests of a module are skipped."""
    from rookery_tests.chromium import chromium

    with chromium() as driver:
        yield driver
