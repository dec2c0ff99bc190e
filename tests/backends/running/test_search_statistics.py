"""Search statistics: which every backend tells, that searches are summed, and the nodes of our own search."""

from collections.abc import Sequence

import pytest
from rookery_tests.brute_force import BruteForce
from rookery_tests.shattering import hurry

import rookery as rk
from rookery.backends import Want

QUEENS, GUARDS = rk.placement("queen", 8, 8), rk.domination("queen", 5)
LEVELS = [1, 8, 42, 140, 344, 568, 550, 312, 92]  # ways to place k queens in the first k rows of 8x8; OEIS A319284
PLAIN = {"without": "all", "count": "search"}
LEARNT = {"calls", "decisions", "conflicts", "propagations", "restarts"}
TOLD = {
    "backtracking": {"calls", "nodes"},
    "cpsat": LEARNT | {"lp_iterations", "booleans"},
    "sat": LEARNT,
    "python-constraint": {"calls", "checks"},
}


@pytest.mark.parametrize("problem", [QUEENS, GUARDS], ids=str)
@pytest.mark.parametrize("name", TOLD)
def test_backend_tells_its_statistics(name: str, problem: rk.Problem) -> None:
    for want in Want:
        answer = rk.solve(problem, name, want)
        assert set(answer.statistics) == TOLD[name]
        assert answer.statistics["calls"] > 0
        assert answer.as_dict()["statistics"] == dict(answer.statistics)


def test_statistics_may_be_empty() -> None:
    assert rk.solve(rk.placement("queen", 3, 2), BruteForce()).statistics == {}
    assert rk.solve(rk.placement("queen", 1, 1)).statistics == {"calls": 0}  # decided without a search


def test_auto_tells_the_statistics_of_the_chosen_backend() -> None:
    answer = rk.solve(QUEENS, "auto", "count")
    (chosen,) = (name for name in TOLD if answer.raw_status.startswith(f"auto: {name} "))
    assert answer.statistics == rk.solve(QUEENS, chosen, "count").statistics
    assert rk.solve(GUARDS, "auto", workers=2).statistics["calls"] > 0


def count_nodes(order: Sequence[int], placed: tuple[tuple[int, int], ...] = ()) -> int:
    """Count placements row by row, to the last row but one, below those that leave each later row a square."""

    def free(row: int) -> list[int]:
        return [c for c in range(8) if all(c != b and abs(c - b) != abs(row - a) for a, b in placed)]

    row, *later = order[len(placed) :]
    if not later or not all(free(other) for other in later):
        return 0
    return sum(1 + count_nodes(order, (*placed, (row, column))) for column in free(row))


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("want", "nodes"), [(Want.COUNT, count_nodes([3, 4, 2, 5, 1, 6, 0, 7])), (Want.ALL, sum(LEVELS[1:]))]
)
def test_nodes_are_those_of_the_tree(want: Want, nodes: int, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A count takes the last row at once; workers that cut the tree in pieces make no node twice, and lose none."""
    hurry(monkeypatch)
    answer = rk.solve(QUEENS, want=want, workers=workers, options=PLAIN)
    assert answer.statistics == {"calls": 1, "nodes": nodes}
