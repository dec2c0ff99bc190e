"""The models of other libraries in `benchmarks/peers.py` find what Rookery finds."""

from shutil import which
from typing import Any

import pytest

import rookery as rk
from benchmarks import peers
from rookery.backends import Ask, End, Want
from rookery.core.deadline import Deadline


@pytest.fixture(params=["PlainCpmpy", "PlainOrtools", "NaivePysat", "PlainMinizinc"])
def peer(request: pytest.FixtureRequest) -> Any:
    """A backend; skipped if its library is not installed."""
    backend = getattr(peers, request.param)()
    if request.param == "PlainMinizinc" and not which("minizinc"):
        pytest.skip("no MiniZinc")
    try:
        backend.require_packages()
    except rk.Unsupported as missing:
        pytest.skip(str(missing))
    return backend


@pytest.mark.parametrize(
    ("problem", "want", "expected"),
    [
        (rk.placement("queen", 1, count=1), Want.ALL, 1),
        (rk.placement("queen", 3, count=3), Want.ALL, 0),
        (rk.placement("queen", 6, count=6), Want.ALL, 4),
        (rk.placement("knight", 3, count=4), Want.ALL, 18),
        (rk.domination("queen", 5), Want.ONE, 3),
        (rk.placement("queen", 4), Want.ONE, 4),
    ],
)
def test_peers_find_what_there_is(peer: Any, problem: rk.Problem, want: Want, expected: int) -> None:
    ask = Ask(want=want)
    *solutions, outcome = peer.run(peer.compile(problem.model, ask), ask)
    assert isinstance(outcome, End)
    found = set(solutions)
    assert all(problem.model.accepts(each) for each in found)
    if problem.model.value(frozenset()) is None:
        assert len(found) == expected
    else:
        assert (len(solutions[-1]), outcome.bound, outcome.proven) == (expected, expected, True)


def test_peers_stop_at_the_deadline(peer: Any) -> None:
    ask = Ask(want=Want.COUNT, deadline=Deadline(0.5))
    *_, outcome = peer.run(peer.compile(rk.placement("queen", 24, count=24).model, ask), ask)
    assert not outcome.proven
