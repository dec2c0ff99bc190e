"""`examples/hexagons.py`: attack graphs of hexagonal boards, against published values."""

from runpy import run_path

import pytest
from rookery_tests.example_packages import EXAMPLES

import rookery as rk

hexagon = run_path(str(EXAMPLES / "hexagons.py"))["hexagon"]


def test_kings_in_peace_are_those_in_print() -> None:
    """OEIS A309805, on boards of Glinski's hexagonal chess."""
    found = [rk.solve(rk.placement("guard", hexagon("king", n))).objective for n in range(1, 6)]
    assert found == [1, 2, 7, 10, 19]


@pytest.mark.parametrize(
    ("piece", "fewest"),
    [("queen", [1, 1, 1, 3]), ("rook", [1, 1, 3, 3]), ("king", [1, 1, 3, 4]), ("bishop", [1, 3, 5, 6])],
)
def test_the_fewest_guards(piece: str, fewest: list[int]) -> None:
    assert [rk.solve(rk.domination("guard", hexagon(piece, n))).objective for n in range(1, 5)] == fewest


def test_a_piece_attacks_along_rows_that_are_slanted() -> None:
    """A rook in the middle of a board of side 3 attacks 12 of the other 18 cells, a king all its 12 neighbours."""
    for piece in ("rook", "king"):
        graph = hexagon(piece, 3)
        assert len(graph.targets[graph.index(("0,0",))]) == 12
