"""The models of other libraries in `benchmarks/peers` find what Rookery finds."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rookery as rk
from rookery.backends import Ask, End, Want

PEERS = Path(__file__).parents[1] / "benchmarks" / "peers"
BACKENDS = {
    "plain_constraint": "PlainConstraint",
    "plain_cpmpy": "PlainCpmpy",
    "plain_ortools": "PlainOrtools",
    "naive_pysat": "NaivePysat",
}


@pytest.fixture(params=BACKENDS)
def peer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A backend, loaded; skipped if its library is not installed."""
    monkeypatch.syspath_prepend(PEERS)
    backend = getattr(importlib.import_module(request.param), BACKENDS[request.param])()
    try:
        backend.require_packages()
    except rk.Unsupported as missing:
        pytest.skip(str(missing))
    yield backend
    for name in (*BACKENDS, "queens"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("problem", "want", "expected"),
    [
        (rk.placement("queen", 1, count=1), Want.ALL, 1),
        (rk.placement("queen", 3, count=3), Want.ALL, 0),
        (rk.placement("queen", 6, count=6), Want.ALL, 4),
        (rk.placement("knight", 3, count=4), Want.ALL, 18),
        (rk.domination("queen", 5), Want.ONE, 1),
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
        assert (min(map(len, found)), outcome.proven) == (3, True)
