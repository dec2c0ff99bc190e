"""The option `--backend` of `pytest --pyargs rookery.backends.conformance --backend mine.py:Mine`.

pytest loads this module in every session, so it adds the option only where that suite is asked for.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from rookery.backends import Backend

SUITE = "rookery.backends.conformance"


def pytest_load_initial_conftests(parser: pytest.Parser, args: Sequence[str]) -> None:
    """Add the option before pytest reads the command line."""
    if any(each.startswith(SUITE) for each in args):
        parser.addoption(
            "--backend",
            required=True,
            metavar="NAME",
            help="the backend to test: a name, file.py:Class or module:Class",
        )


@pytest.fixture(scope="session")
def rookery_backend(request: pytest.FixtureRequest) -> "Backend":
    """The backend that the conformance suite tests."""
    from rookery.compare.backends import backend_ref

    return backend_ref(request.config.getoption("--backend"), Path.cwd()).load()
