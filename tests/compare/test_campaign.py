"""Campaigns: which runs problems and conditions make, in which order, and what is refused with its key."""

import json
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.isolated import PLACE

import rookery as rk
from rookery.backends import registry
from rookery.compare.backends import backend_ref
from rookery.compare.campaign import Campaign, make_campaign, read_campaign, read_size
from rookery.compare.judge import make_key
from rookery.models import BadInput

GNU = rk.Piece.from_betza("gnu", "NC", symbol="G")
PROBLEMS = [
    problem.asked
    for problem in (
        rk.placement({"queen": 2, "rook": None}, rk.Board(5, holes=[(0, 0)]), fixed={(1, 1): "rook"}),
        rk.domination(GNU, "3x4:torus", "total"),
        rk.guards(["rook", "queen"], 3, costs=[5, 9], through=True),
        rk.armies([GNU, GNU, "knight"], 4),
    )
    if problem.asked
]
CONDITIONS: dict[str, Any] = {
    "name": "comparison", "backends": ["sat", "backtracking", PLACE], "want": "count", "seeds": [3, 5],
    "workers": [1, 2], "seconds": 20, "memory": "2G", "up-to-symmetry": True,
    "options": {"sat": {"solver": ["cadical195", "glucose42"]}},
}  # fmt: skip


def make(**changed: Any) -> Campaign:
    return make_campaign(PROBLEMS, CONDITIONS | {name.replace("_", "-"): value for name, value in changed.items()})


def test_campaign_asks_all_combinations() -> None:
    tasks = make().tasks
    assert len(tasks) == len(PROBLEMS) * 2 * 2 * (2 + 2)  # seeds, workers; two solvers of sat, two other backends
    assert len({make_key(task, {}) for task in tasks}) == len(tasks)
    assert {(task.limits.seconds, task.limits.memory) for task in tasks} == {(20.0, 2 << 30)}


def test_seeds_come_last_and_backends_take_turns() -> None:
    tasks = make(options={}, workers=1).tasks
    assert [task.seed for task in tasks] == [3] * (len(tasks) // 2) + [5] * (len(tasks) // 2)
    assert [tasks[at].backend for at in (0, 3, 6)] == ["sat", "backtracking", "faulty"]


def test_all_stands_for_every_installed_backend_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    every = make_campaign(PROBLEMS, {})
    names = every.backends
    assert set(names) >= {"backtracking", "cpsat", "sat", "python-constraint", "mip"}
    assert every.left_out.startswith("textbook (answers some questions only")
    assert set(names) | {"textbook"} == set(registry.names())
    monkeypatch.setattr(type(registry.backend("mip")), "versions", lambda _: {"ortools": "missing"})
    assert "mip (not installed: ortools)" in make(backends="all", options={}).left_out


def test_backend_without_seeds_runs_once() -> None:
    place = f"{Path(__file__).parents[1] / 'support' / 'rookery_tests' / 'brute_force.py'}:BruteForce"
    campaign = make_campaign(PROBLEMS[:1], {"backends": ["sat", place], "seeds": 3})
    assert sorted(task.backend for task in campaign.tasks) == ["brute-force", "sat", "sat", "sat"]


def test_campaign_is_read_again_from_its_json(tmp_path: Path) -> None:
    campaign = make()
    path = tmp_path / "campaign.json"
    path.write_text(campaign.encode().decode(), encoding="utf-8")
    again = read_campaign(path)
    assert (again, again.encode(), again.tasks) == (campaign, campaign.encode(), campaign.tasks)


def test_peers_are_found_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "peer.py").write_text(Path(PLACE.rpartition(":")[0]).read_text())
    (peer,) = make_campaign(PROBLEMS, {"backends": "peer.py:Faulty"}, tmp_path).backends
    assert peer == f"{tmp_path / 'peer.py'}:Faulty"
    assert "sha256" in backend_ref(peer).versions()["faulty"]


@pytest.mark.parametrize(
    ("key", "value", "keyword"),
    [
        ("backends", 3, "backends 3: expected names"),
        ("backends", ["sat", "sat"], "twice"),
        ("backends", [PLACE + "s"], "expected file.py:Class"),
        ("seeds", [1, 1], "seeds .*different"),
        ("up-to-symmetry", "yes", "up-to-symmetry .*expected True"),
        ("memory", "much", "memory .*such as 500M"),
        ("seconds", -2, "seconds must be greater than 0, got -2"),
        ("workers", [0], "workers .*at least 1"),
        ("options", {"sat": {"solvr": "x"}}, "options: .*solver"),
    ],
)
def test_wrong_conditions_are_refused_with_their_key(key: str, value: object, keyword: str) -> None:
    with pytest.raises(BadInput, match=keyword) as refused:
        make_campaign(PROBLEMS, {key: value})
    assert "\n" not in str(refused.value)


def test_damaged_json_is_refused_with_the_file(tmp_path: Path) -> None:
    path, whole = tmp_path / "campaign.json", make().encode().decode()
    changed = [json.dumps(json.loads(whole) | {key: value}) for key, value in (("part", 1), ("problems", 3))]
    for text, keyword in zip((*changed, whole[:-40]), ("part", "problems", "not a campaign"), strict=True):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(BadInput, match=rf"campaign\.json: .*{keyword}") as refused:
            read_campaign(path)
        assert "\n" not in str(refused.value)


def test_sizes_of_memory_are_read() -> None:
    assert [read_size(each) for each in ("2G", "500M", "1.5 KiB", 7, "3t")] == [2 << 30, 500 << 20, 1536, 7, 3 << 40]
    for bad in ("0", "-1", "G", "2X", ""):
        with pytest.raises(BadInput, match="memory"):
            read_size(bad)
