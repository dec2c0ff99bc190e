"""A clock that a test moves on: each look at it takes a second."""

from itertools import count

import pytest


def tick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every look at a deadline take a second, so that a limit of k seconds ends at the k-th look."""
    seconds = count()
    monkeypatch.setattr("rookery.core.deadline.monotonic", lambda: float(next(seconds)))
