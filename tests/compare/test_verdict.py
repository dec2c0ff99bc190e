"""The verdict over records: wrong counts, optima and lists are caught by comparison, bounds are no answers."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from rookery_tests.isolated import PLACE
from rookery_tests.stored_record import stored
from rookery_tests.synthetic_records import QUEENS_8, crashed
from rookery_tests.synthetic_records import record as stored_record

import rookery as rk
from rookery import armies, coverage, domination, k_fold, placement, sighted
from rookery.compare.campaign import make_campaign
from rookery.compare.claims import PUBLISHED, published_claims
from rookery.compare.folder import read_findings, run_campaign
from rookery.compare.problems import measure_size, name_instance, name_series
from rookery.compare.record import Ended, Limits, Record, Said
from rookery.compare.verdict import REFEREES, REFUSED, Dispute, Reason, find_contested
from rookery.models import Board, Problem
from rookery.models.pieces.piece import KNIGHT, QUEEN

QUEENS = placement(QUEEN, Board(5), 5)
GUARDS = domination(KNIGHT, Board(4, 5))
UNKNOWN = placement(QUEEN, Board(5, 6), 3)  # no published number


def record(backend: str, problem: Problem = UNKNOWN, want: str = "count", **more: Any) -> Record:
    data = problem.asked
    assert data is not None
    made = Record(
        key=backend, instance=name_instance(data, want), family=name_series(data), size=measure_size(data),
        problem=dict(data), want=want, up_to_symmetry=False, backend=backend, options={}, workers=1, seed=0,
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
    "no solution, one found before the kill": ("solutions", (record("a", **NONE), partial("b", 1))),
    "a bound above": ("optimum", (best("a", 4, 4), best("b", None, 5))),
    "hashes": (
        "list",
        (counted("a", 20, want="all", solutions_hash="x"), counted("b", 20, want="all", solutions_hash="y")),
    ),
}


def find_disputes(*records: Record) -> list[Dispute]:
    return [dispute for contested in find_contested(records) for dispute in contested.disputes]


@pytest.mark.parametrize("name", AGREEING)
def test_no_dispute(name: str) -> None:
    found = find_disputes(*AGREEING[name])
    refused = [each for each in AGREEING[name] if each.ended is Ended.INVALID]
    assert [dispute.records for dispute in found] == [[each] for each in refused]
    assert all((dispute.about, dispute.other.who) == (REFUSED, REFEREES) for dispute in found)


@pytest.mark.parametrize("name", DISPUTED)
def test_one_dispute(name: str) -> None:
    about, records = DISPUTED[name]
    (dispute,) = find_disputes(*records)
    assert dispute.about == about
    assert dispute.command.startswith("rookery compare ")
    (again,) = find_disputes(*records[::-1])
    assert {again.one, again.other} == {dispute.one, dispute.other}


def test_published_values_stand_against_all() -> None:
    found = find_disputes(*(counted(name, 11, problem=QUEENS) for name in "ab"))
    assert [(each.one.who, each.other.who) for each in found] == [("a", PUBLISHED), ("b", PUBLISHED)]
    assert "OEIS A000170" in found[0].message
    assert find_disputes(counted("a", 10, problem=QUEENS)) == []


@pytest.mark.parametrize(
    ("problem", "known"),
    [
        (QUEENS, {"count": 10, "orbits": 2}),
        (placement(QUEEN, Board(7, torus=True), 7), {"count": 28}),
        (placement(KNIGHT, Board(5)), {"optimum": 13, "count": 1}),
        (domination(QUEEN, Board(8)), {"optimum": 5, "count": 4860, "orbits": 638}),
        (domination(KNIGHT, Board(8), "independent"), {"optimum": 14, "count": 16, "orbits": 3}),
        (domination(QUEEN, Board(8), "perfect"), {}),
        (placement(QUEEN, Board(8), 8, fixed=[(0, 0)]), {}),
        (UNKNOWN, {}),
        (armies((QUEEN, QUEEN), Board(8)), {"optimum": 9, "orbits": 71}),
        (armies((QUEEN, QUEEN), Board(8), 2), {}),
        (armies((QUEEN, QUEEN, QUEEN), Board(8)), {"optimum": 4}),
        (coverage(QUEEN, Board(7), 7, goal="fewest"), {"optimum": 49 - 7}),
        (coverage(QUEEN, Board(8), 60, goal="fewest"), {"optimum": 64}),
        (placement(QUEEN, Board(8), 8, kind="maximal"), {}),
        (domination(QUEEN, Board(8), allowed="border"), {"optimum": 6}),
        (domination(QUEEN, Board(8), allowed=[(0, 0), (1, 1)]), {}),
        (k_fold(QUEEN, Board(8), 2), {}),
        (sighted({QUEEN: 9}, Board(8), 1), {"count": 128, "orbits": 16}),
    ],
    ids=str,
)
def test_known_values_are_claims(problem: Problem, known: dict[str, int]) -> None:
    claims = published_claims(problem.asked or {})
    assert dict(item for claim in claims for item in claim.exact.items()) == known


QUEENS_5, RARE = rk.placement("queen", 5, 5), rk.placement("queen", "5x6", 4)  # of the second nothing is published
GUARDED = rk.domination("queen", "5x6")
REFUTED, REFUSAL, INCONSISTENT, KNOWN = list(Reason)[:4]
# A question, the lies that faulty backends tell about it, and why each of them is wrong
LIES: list[tuple[Problem, dict[str, Any], dict[str, Reason]]] = [
    (QUEENS_5, {"want": "count"}, {"wrong-count": KNOWN}),
    (QUEENS_5, {"want": "all"}, {"lose": REFUTED, "wrong-solution": REFUSAL, "duplicate": REFUSAL}),
    (QUEENS_5, {"want": "all", "up-to-symmetry": True}, {"wrong-optimum": REFUTED, "lose": KNOWN}),
    (RARE, {"want": "count", "seeds": 2}, {"moody": INCONSISTENT}),
    (
        GUARDED,
        {},
        {"lose": REFUTED, "brag": REFUSAL, "overbound": REFUSAL, "pessimist": REFUTED},
    ),
    (placement(KNIGHT, Board(4, 5)), {}, {"wrong-optimum": REFUTED}),
    (domination(QUEEN, 5), {"want": "count"}, {"wrong-count": KNOWN, "infeasible": KNOWN}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("problem", "conditions", "lies"), LIES, ids=[f"{each[0]}, {each[1]}" for each in LIES])
def test_lying_backends_are_refuted_by_name(
    problem: Problem, conditions: dict[str, Any], lies: dict[str, Reason]
) -> None:
    named = {"backends": ["backtracking", PLACE], "options": {"faulty": {"fault": list(lies)}}, "seconds": 20}
    found = run_campaign(make_campaign([problem.asked or {}], named | conditions), None).findings
    (contested,) = found.contested
    assert contested.grounds == {f"faulty fault={lie}": reason for lie, reason in lies.items()}
    assert found.failed


@pytest.mark.slow
def test_two_false_claims_of_no_solution_do_not_outvote_one_solution() -> None:
    liars = {
        "backends": ["python-constraint", PLACE],
        "options": {"faulty": {"fault": "infeasible", "pids": ["a", "b"]}},
    }
    found = run_campaign(make_campaign([RARE.asked or {}], {"seconds": 20, **liars}), None).findings
    (contested,) = found.contested
    assert contested.grounds == {f"faulty fault=infeasible pids={pids}": REFUTED for pids in "ab"}
    assert contested.placement is not None
    assert len(contested.placement) == 4


@pytest.mark.slow
def test_refused_answer_is_shown_once_for_each_instance(tmp_path: Path) -> None:
    problems = [rk.placement("queen", n, n).asked or {} for n in (4, 5)]
    faults = {"backends": ["backtracking", PLACE], "options": {"faulty": {"fault": "wrong-solution"}}, "seeds": 2}
    campaign = make_campaign(problems, {"want": "all", "seconds": 20, **faults})
    found = run_campaign(campaign, tmp_path).findings
    assert (found.disputes, found.sound, len(found.refused)) == ((), False, 4)
    assert [each.instance for each in found.contested] == [name_instance(each, "all") for each in problems]
    assert read_findings(tmp_path).contested == found.contested


def test_refusals_are_no_disputes_between_backends(tmp_path: Path) -> None:
    refused = crashed("backtracking", ended=Ended.INVALID, message="two queens", solutions=(QUEENS_8,))
    found = read_findings(stored(tmp_path, [stored_record("sat", count=92), stored_record("cpsat", count=91), refused]))
    (contested,) = found.contested
    *others, refusal = contested.disputes
    assert found.disputes == tuple(others)
    assert (refusal.about, refusal.one.who, refusal.evidence) == (REFUSED, "backtracking", QUEENS_8)
