"""A time limit ends declarations, exports and readers soon, also of large boards and files."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.yardstick import within

import rookery as rk
from rookery.backends.formats import FORMATS
from rookery.core.deadline import Deadline, OutOfTime
from rookery.models import BadInput

LIMIT = 0.5


@contextmanager
def limited() -> Iterator[None]:
    """Hold a deadline; an answer, a refusal and `OutOfTime` are all accepted if they come in time."""
    with within(2 * LIMIT + 2), suppress(OutOfTime, BadInput), Deadline(LIMIT).held():
        yield


@pytest.mark.parametrize(
    "declare",
    [
        lambda: rk.domination("queen", 400, "independent"),
        lambda: rk.placement({"queen": 4, "knight": 5}, "200x203:torus"),
        lambda: rk.guards(["queen", "rook"], 200, costs=[9, 5]),
        lambda: rk.k_fold("king", "400x402", 2),
        lambda: rk.armies(["queen", "queen"], 200),
    ],
    ids=["domination", "placement", "cheapest", "k-fold", "armies"],
)
def test_limit_ends_a_declaration(declare: Callable[[], rk.Problem]) -> None:
    with limited():
        declare()


@pytest.mark.slow
def test_limit_ends_an_export() -> None:
    problem = rk.domination("king", 150)
    for form in FORMATS:
        with limited():
            rk.export(problem, form, bound=2500 if form == "dimacs" else None)


def test_export_command_heeds_seconds(tmp_path: Path) -> None:
    large = ("export", "domination", "--piece", "queen", "--board", "200", "--format", "opb")
    code, out, err = rookery(*large, "--out", str(tmp_path / "out.opb"), "--seconds", "0.2")
    assert (code, out, "time limit" in err) == (3, "", True)
    assert list(tmp_path.iterdir()) == []
    small = ("export", "placement", "--piece", "queen", "--board", "4", "--count", "4", "--format", "opb")
    assert rookery(*small, "--seconds", "1000")[:2] == rookery(*small)[:2]
