"""The verdict over records: wrong counts, optima and lists are caught by comparison, bounds are no answers."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.isolated import PLACE
from rookery_tests.stored_record import stored
from rookery_tests.synthetic_records import QUEENS_8, crashed
from rookery_tests.synthetic_records import record as stored_record

import rookery as rk
from rookery import armies, coverage, domination, k_fold, placement, sighted
from rookery.compare.campaign.campaign import make_campaign
from rookery.compare.campaign.problems import measure_size, name_instance, name_series
from rookery.compare.records.record import REFEREES, Ended, Limits, Matter, Record, Said
from rookery.compare.runs.folder import CampaignOptions, run
from rookery.compare.verdict.claims import WHO, known_claims
from rookery.compare.verdict.conclude import conclude, read_findings
from rookery.compare.verdict.disputes import find_disputes
from rookery.models import Board, Problem
from rookery.models.pieces.piece import KNIGHT, QUEEN

QUEENS = placement(QUEEN, Board(5), 5)
GUARDS = domination(KNIGHT, Board(4, 5))
UNKNOWN = placement(QUEEN, Board(5, 6), 3)  # no published number
LIST = tuple(
    tuple(("queen", row, at) for row, at in enumerate(columns)) for columns in ((0, 2, 4, 1, 3), (1, 3, 0, 2, 4))
)


def record(backend: str, problem: Problem = UNKNOWN, want: str = "count", **more: Any) -> Record:
    data = problem.asked
    assert data is not None
    made = Record(
        key=backend, instance=name_instance(data, want), family=name_series(data), size=measure_size(data),
        problem=data, want=want, up_to_symmetry=False, backend=backend, options={}, workers=1, seed=0,
        limits=Limits(5.0), versions={}, said=Said.UNKNOWN, ended=Ended.OK, goal=problem.goal,
    )  # fmt: skip
    return replace(made, **more)


def counted(backend: str, count: int, **more: Any) -> Record:
    return record(backend, **{"said": Said.COUNT, "complete": True, "count": count, **more})


def partial(backend: str, count: int, **more: Any) -> Record:
    return record(backend, said=Said.PARTIAL_COUNT, count=count, ended=Ended.TIME, **more)


def best(backend: str, found: int | None, bound: int | None) -> Record:
    said = Said.OPTIMAL if found == bound else Said.FEASIBLE if found is not None else Said.UNKNOWN
    count = None if found is None else 1
    complete = found == bound
    return record(backend, GUARDS, "one", said=said, complete=complete, objective=found, bound=bound, count=count)


NONE: dict[str, Any] = {"said": Said.INFEASIBLE, "complete": True, "count": 0}

AGREEING: Mapping[str, tuple[Record, ...]] = {
    "a partial count below": (counted("a", 7), partial("b", 6)),
    "a refused answer says nothing": (counted("a", 7), counted("b", 8, ended=Ended.INVALID)),
    "a lost one too": (counted("a", 7), counted("b", 8, ended=Ended.LOST)),
    "count and list": (counted("a", 2), counted("b", 2, want="all", solutions_hash="x")),
}
DISPUTED: Mapping[str, tuple[str, tuple[Record, ...]]] = {
    "a partial count above": ("count", (counted("a", 7), partial("b", 9))),
    "seeds of one backend": ("count", (counted("a", 7), counted("a", 8, seed=1))),
    "no solution, one found before the kill": ("feasibility", (record("a", **NONE), partial("b", 1))),
    "a bound above": ("optimum", (best("a", 4, 4), best("b", None, 5))),
    "lists": (
        "solutions",
        (counted("a", 1, want="all", solutions=LIST[:1]), counted("b", 1, want="all", solutions=LIST[1:])),
    ),
    "hashes": (
        "solutions",
        (counted("a", 20, want="all", solutions_hash="x"), counted("b", 20, want="all", solutions_hash="y")),
    ),
}


@pytest.mark.parametrize("name", AGREEING)
def test_no_dispute(name: str) -> None:
    found = find_disputes(AGREEING[name])
    refused = [each for each in AGREEING[name] if each.ended is Ended.INVALID]
    assert [dispute.records for dispute in found] == [(each,) for each in refused]
    assert all((dispute.matter, dispute.other) == (Matter.REFUSED, REFEREES) for dispute in found)


@pytest.mark.parametrize("name", DISPUTED)
def test_one_dispute(name: str) -> None:
    matter, records = DISPUTED[name]
    (dispute,) = find_disputes(records)
    assert dispute.matter == matter
    assert dispute.command.startswith("rookery compare ")
    assert find_disputes(records[::-1]) == [dispute]
    assert find_disputes([records[0], replace(records[1], problem=placement(QUEEN, Board(5, 6), 4).asked or {})]) == []


def test_known_values_stand_against_all() -> None:
    wrong = [counted(name, 11, problem=QUEENS) for name in "ab"]
    found = find_disputes(wrong)
    assert [(each.one, each.other) for each in found] == [("a", WHO), ("b", WHO)]
    assert "OEIS A000170" in found[0].message
    assert find_disputes([counted("a", 10, problem=QUEENS)]) == []


@pytest.mark.parametrize(
    ("problem", "known"),
    [
        (QUEENS, {"count": 10, "orbits": 2}),
        (placement(QUEEN, Board(7, torus=True), 7), {"count": 28}),
        (placement(KNIGHT, Board(5)), {"objective": 13, "count": 1}),
        (domination(QUEEN, Board(8)), {"objective": 5, "count": 4860, "orbits": 638}),
        (domination(KNIGHT, Board(8), "independent"), {"objective": 14, "count": 16, "orbits": 3}),
        (domination(QUEEN, Board(8), "perfect"), {}),
        (placement(QUEEN, Board(8), 8, fixed=[(0, 0)]), {}),
        (UNKNOWN, {}),
        (armies((QUEEN, QUEEN), Board(8)), {"objective": 9, "orbits": 71}),
        (armies((QUEEN, QUEEN), Board(8), 2), {}),
        (armies((QUEEN, QUEEN, QUEEN), Board(8)), {"objective": 4}),
        (coverage(QUEEN, Board(7), 7, goal="fewest"), {"objective": 49 - 7}),
        (coverage(QUEEN, Board(8), 60, goal="fewest"), {"objective": 64}),
        (placement(QUEEN, Board(8), 8, kind="maximal"), {}),
        (domination(QUEEN, Board(8), allowed="border"), {"objective": 6}),
        (domination(QUEEN, Board(8), allowed=[(0, 0), (1, 1)]), {}),
        (k_fold(QUEEN, Board(8), 2), {}),
        (sighted({QUEEN: 9}, Board(8), 1), {"count": 128, "orbits": 16}),
    ],
    ids=str,
)
def test_known_values_are_claims(problem: Problem, known: dict[str, int]) -> None:
    claims = list(known_claims(record("a", problem)))
    found = {key: getattr(claim, key) for claim in claims for key in ("count", "orbits", "objective")}
    shown = {key: value for claim in claims for key in found if (value := getattr(claim, key)) is not None}
    assert shown == known


CAUGHT = [
    ("wrong-count", "count", rk.placement("queen", 5, 5), "count"),
    ("lose", "all", rk.placement("queen", 5, 5), "solutions"),
    ("infeasible", "one", rk.placement("queen", 5, 5), "feasibility"),
    ("wrong-optimum", "one", rk.placement("knight", "3x4"), "optimum"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "want", "problem", "matter"), CAUGHT, ids=[each[0] for each in CAUGHT])
def test_fault_is_caught_by_comparison(tmp_path: Path, fault: str, want: str, problem: Problem, matter: str) -> None:
    backends = {"backends": ["python-constraint", PLACE], "options": {"faulty": {"fault": fault}}}
    campaign = make_campaign([problem.asked or {}], {"want": want, "seconds": 20, **backends})
    records = run(campaign, tmp_path, CampaignOptions()).records
    found = [dispute for dispute in find_disputes(records) if len(dispute.records) == 2]
    assert [dispute.matter for dispute in found] == [matter]


@pytest.mark.slow
def test_refused_answer_is_shown_once_for_each_instance(tmp_path: Path) -> None:
    problems = [rk.placement("queen", n, n).asked or {} for n in (4, 5)]
    faults = {"backends": ["backtracking", PLACE], "options": {"faulty": {"fault": "wrong-solution"}}, "seeds": 2}
    campaign = make_campaign(problems, {"want": "all", "seconds": 20, **faults})
    found = conclude(tmp_path, "x", run(campaign, tmp_path, CampaignOptions()))
    assert (found.disputes, found.sound, len(found.refused)) == ((), False, 4)
    refused = [each for each in found.verdict if each.matter is Matter.REFUSED]
    assert [each.instance for each in refused] == [name_instance(each, "all") for each in problems]
    assert read_findings(tmp_path).verdict == found.verdict


def test_refusals_are_no_disputes_between_backends(tmp_path: Path) -> None:
    refused = crashed("backtracking", ended=Ended.INVALID, message="two queens", solutions=(QUEENS_8,))
    found = read_findings(stored(tmp_path, [stored_record("sat", count=92), stored_record("cpsat", count=91), refused]))
    *others, refusal = found.verdict
    assert found.disputes == tuple(others)
    assert (refusal.matter, refusal.one, refusal.witness) == (Matter.REFUSED, "backtracking", QUEENS_8)
