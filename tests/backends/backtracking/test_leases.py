"""One search on a fleet that loses, doubles, delays and reorders: the same answer, to the last node."""

import re
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.lossy_fleet import LossyFleet, impatient, read_result
from rookery_tests.small_models import asked, random_models, solutions_of

import rookery as rk
from rookery.backends import Want, backend
from rookery.backends.contract.fleet import FleetFailure, FleetWork, never
from rookery.backends.contract.question import WantLike
from rookery.backends.engine.tree import expedition, slices
from rookery.backends.engine.tree.lease import explore
from rookery.models import Satisfy

QUEENS = rk.placement("queen", 7, 7)
SEARCHES: dict[str, tuple[rk.Problem, WantLike]] = {
    "counting rows": (QUEENS, "count"),
    "the first in rows": (rk.placement("queen", 8, 8), "one"),
    "listing rows": (rk.placement("queen", 6, 6), "all"),
    "all of the fewest": (rk.domination("queen", 5), "all"),
    "counting the fewest": (rk.domination("knight", 5), "count"),
    "the most": (rk.placement("knight", 5), "one"),
    "within bounds": (rk.placement("king", "4x5", 4), "count"),
    "general": (rk.placement({"queen": 2, "knight": 2}, 4), "all"),
    "the first, in general": (rk.placement({"queen": 2, "knight": 2}, 4), "one"),
    "the best, in general": (rk.k_fold_domination("king", 4, 2), "count"),
    "components": (rk.domination("bishop", 5), "count"),
}
SEARCH = {"count": "search"}  # and no turns of the frontier, whose lengths are times
WHOLE = {"counting rows", "listing rows", "general"}  # one search each, whose nodes do not depend on who is first
FIRST = {"the first in rows", "the first, in general"}


def essence(answer: rk.Answer) -> tuple[Any, ...]:
    return answer.status, answer.complete, answer.count, answer.objective, answer.bound


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.full
@pytest.mark.share(2)
def test_nothing_is_lost_and_nothing_is_counted_twice(
    name: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The coordinator is made anew from its file, too, whenever the fleet is gone."""
    problem, want = SEARCHES[name]
    right = rk.solve(problem, want=want, options=SEARCH)
    impatient(monkeypatch)
    fleet, kept = LossyFleet(f"{name} {seed}", dying=0.02), tmp_path / "kept"
    for turn in count():
        place: dict[str, Any] = {"resume": kept} if turn else {"checkpoint": kept}
        answer = rk.solve(problem, want=want, cluster=fleet, options=SEARCH, **place)
        if answer.complete:
            break
        assert answer.end == "cluster lost"
        assert answer.fleet["failure"] == "the fleet is gone"
    assert essence(answer) == essence(right)
    assert len(fleet.carried) > 2
    if want == "all":
        assert set(answer.solutions) == set(right.solutions)
    if name in FIRST:
        assert answer.solutions == right.solutions
    if name in WHOLE:
        assert answer.statistics["nodes"] == right.statistics["nodes"]


def test_any_model_is_searched_by_a_fleet(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)
    models = [model for model in random_models(30, 5) if isinstance(model.goal, Satisfy)]
    assert len(models) > 5
    for number, model in enumerate(models):
        fleet = LossyFleet(f"model {number}")
        found, _ = asked(backend("backtracking"), model, Want.ALL, work=FleetWork(fleet))
        assert len(found) == len(set(found))
        assert set(found) == solutions_of(model)


def test_a_part_that_is_lost_again_and_again_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)
    monkeypatch.setattr(expedition, "MAX_TRIES", 20)
    fleet = LossyFleet("poison", losing=1.0)
    answer = rk.solve(rk.placement("queen", 7, 7), want="count", cluster=fleet)
    assert answer.end == "cluster lost"
    assert re.fullmatch(r"part [0-9a-f]{16} of the search was lost 20 times, .*", answer.fleet["failure"])
    assert answer.fleet["lost"] >= 20


@pytest.mark.parametrize("name", ["counting rows", "counting the fewest", "general"])
def test_a_lease_is_a_function_of_its_part_and_its_nodes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an audit relies on: the same nodes in one step or in slices of any length leave the same part."""
    impatient(monkeypatch)
    fleet = LossyFleet("replay")
    problem, want = SEARCHES[name]
    rk.solve(problem, want=want, cluster=fleet, options=SEARCH)
    assert len(fleet.carried) > 3
    for steps in (1, 3, 1 << 12):
        monkeypatch.setattr(slices, "FIRST_STEPS", steps)
        monkeypatch.setattr(slices, "FIRST_PLAIN_STEPS", steps)
        for lease, result in fleet.carried[-20:]:
            again = explore(lease, None, never)
            assert again is not None
            assert read_result(lease, again).part.digest() == read_result(lease, result).part.digest()


@pytest.mark.full
def test_bounds_travel_with_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)
    fleet = LossyFleet("bounds", losing=0.0)
    problem, want = SEARCHES["the most"]
    rk.solve(problem, want=want, cluster=fleet)
    demands = [lease.part.demand for lease, _ in fleet.carried]
    assert demands == sorted(demands)
    assert demands[0] < demands[-1]


def test_a_worker_of_another_version_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)
    fleet = LossyFleet("version", losing=0.0)
    rk.solve(QUEENS, want="count", cluster=fleet)
    with pytest.raises(FleetFailure, match=r"has rookery .*, this is 9\.9; give all the same version"):
        explore(replace(fleet.carried[0][0], version="9.9"), None, never)
