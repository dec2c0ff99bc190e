"""Models that are too large are refused before they are made."""

from collections.abc import Callable

import pytest

import rookery as rk
from rookery.models import BadInput
from rookery.models.problems.shared import auxiliary

ASKED: dict[str, Callable[[rk.Board], rk.Problem]] = {
    "guards": lambda board: rk.guards(["queen", "rook"], board),
    "sighted": lambda board: rk.sighted({"queen": 3}, board, pawns=1),
    "placement": lambda board: rk.placement({"queen": 2, "knight": 2}, board),
    "coverage": lambda board: rk.coverage("king", board, 3, goal="fewest"),
    "armies": lambda board: rk.armies(["queen", "knight"], board),
}


@pytest.mark.parametrize("name", ASKED)
def test_model_that_is_too_large_is_refused_before_it_is_made(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = rk.Board(5, 6, torus=True)
    literals = sum(len(each.literals) for each in ASKED[name](board).model.constraints)
    monkeypatch.setattr(auxiliary, "MAX_LITERALS", 100)
    with pytest.raises(BadInput, match=r"a model of [\d,]+ literals") as refused:
        ASKED[name](board)
    foretold = int(str(refused.value).split(" model of ")[1].split()[0].replace(",", ""))
    assert literals / 3 <= foretold <= 3 * literals


def test_definitions_are_refused_when_they_grow_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auxiliary, "MAX_LITERALS", 50)
    definitions = auxiliary.Definitions(10)
    definitions.define_any(range(10))
    with pytest.raises(BadInput, match="more than 50 literals"):
        definitions.define_any(range(10))


def test_long_rays_are_declared() -> None:
    """Of 2,000 squares in a row each but the two at the ends is seen from both sides past its neighbour."""
    assert rk.guards("rook", "1x2000").model.variables == 2000 + 2 * 1998
