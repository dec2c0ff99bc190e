"""Several workers of the backend `sat`: solvers, searches and encodings race, and none is left over."""

import os
import subprocess
from collections.abc import Iterator
from threading import active_count

import pytest

import rookery as rk
from rookery.backends.contract.question import WantLike

GUARDS = rk.domination(rk.QUEEN, rk.Board(6))
QUEENS = rk.placement(rk.QUEEN, rk.Board(8), 8)


@pytest.fixture(autouse=True)
def none_left() -> Iterator[None]:
    """No process and no thread is left by any test."""
    before = active_count()
    yield
    listed = subprocess.run(["ps", "-ww", "-o", "args=", "--ppid", str(os.getpid())], capture_output=True, text=True)
    assert "fleet.race" not in listed.stdout
    assert active_count() <= before


def test_portfolio_names_the_search_that_won() -> None:
    answer = rk.solve(GUARDS, "sat", workers=2)
    assert (answer.status, answer.objective, answer.bound, answer.workers) == ("optimal", 3, 3, 2)
    assert "first of 2" in answer.raw_status


@pytest.mark.parametrize("want", ["all", "count"])
def test_portfolio_refuses_to_list_or_count(want: WantLike) -> None:
    with pytest.raises(
        rk.Unsupported, match="backend sat does not use 2 workers here; it takes more than one only for"
    ):
        rk.solve(QUEENS, "sat", want, workers=2)
