"""Questions of location, sites and customers apart, against trying all choices of sites."""

from itertools import combinations
from random import Random

import pytest

import rookery as rk

Near = list[list[str]]


def choose(near: Near, demands: list[int], sites: list[str], count: int) -> int:
    """The most demand that some sites serve."""
    return max(
        sum(demand for demand, served in zip(demands, near, strict=True) if not set(served).isdisjoint(chosen))
        for chosen in combinations(sites, count)
    )


@pytest.mark.parametrize("backend", ["auto", "backtracking", "mip"])
@pytest.mark.part(3)
def test_covering_of_customers_is_what_trying_all_sites_finds(backend: str) -> None:
    rng = Random(31)
    sites = [f"site{at}" for at in range(6)]
    for size in (1, 6):
        near = [rng.sample(sites, rng.randint(1, 3)) for _ in range(size)]
        demands = [rng.randint(1, 9) for _ in near]
        total = sum(demands)
        fewest = next(count for count in range(7) if choose(near, demands, sites, count) == total)
        assert rk.solve(rk.hitting_set("guard", rk.Hypergraph(near, sites)), backend).objective == fewest
        customers = [f"customer{at}" for at in range(size)]
        edges = [(site, name) for name, served in zip(customers, near, strict=True) for site in served]
        weights: dict[int | str, int] = dict(zip(customers, demands, strict=True))
        graph = rk.Graph(edges, [*sites, *customers], directed=True, weights=weights)
        most = rk.solve(rk.coverage("guard", graph, 2, forbidden=customers), backend).objective
        assert most == choose(near, demands, sites, 2) + 2
