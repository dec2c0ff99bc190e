"""The verdict over records: wrong counts, optima and lists are caught by comparison, bounds are no answers."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.isolated import PLACE

from rookery.backends import Want
from rookery.compare.campaign.entries import family, find_among, label, read_problems
from rookery.compare.campaign.reader import campaign_of
from rookery.compare.records.record import REFEREES, Ended, Limits, Matter, Record, Said
from rookery.compare.runs.folder import CampaignOptions, run
from rookery.compare.verdict.claims import WHO, known_claims, series
from rookery.compare.verdict.conclude import conclude, read_findings, settle_disputes, smaller
from rookery.compare.verdict.disputes import find_disputes
from rookery.models import (
    Board,
    Problem,
    armies,
    domination,
    k_fold_domination,
    most_unguarded,
    placement,
    queens_and_pawns,
)
from rookery.models.pieces.piece import KNIGHT, QUEEN, ROOK
from rookery.models.problems.plain import declare_plain, goal, plain

QUEENS = placement(QUEEN, Board(5), 5)
GUARDS = domination(KNIGHT, Board(4, 5))
UNKNOWN = placement(QUEEN, Board(5, 6), 3)  # no published number
LIST = tuple(
    tuple(("queen", row, at) for row, at in enumerate(columns)) for columns in ((0, 2, 4, 1, 3), (1, 3, 0, 2, 4))
)


def record(backend: str, problem: Problem = UNKNOWN, want: str = "count", **more: Any) -> Record:
    data = plain(problem)
    made = Record(
        key=backend,
        instance=label(data, want),
        family=family(data),
        size=max(data["board"]),
        problem=data,
        want=want,
        up_to_symmetry=False,
        backend=backend,
        options={},
        workers=1,
        seed=0,
        limits=Limits(5.0),
        versions={},
        said=Said.UNKNOWN,
        ended=Ended.OK,
        goal=goal(problem),
    )
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
    "same counts": (counted("a", 7), counted("b", 7)),
    "a partial count below": (counted("a", 7), partial("b", 6)),
    "two partial counts": (partial("a", 3), partial("b", 6)),
    "nothing said": (counted("a", 7), record("b", ended=Ended.TIME)),
    "a refused answer says nothing": (counted("a", 7), counted("b", 8, ended=Ended.INVALID)),
    "a lost one too": (counted("a", 7), counted("b", 8, ended=Ended.LOST)),
    "bounds that meet": (best("a", 5, 3), best("b", 4, 4)),
    "a bound alone": (best("a", None, 4), best("b", 4, 4)),
    "no solution, twice": (record("a", **NONE), record("b", **NONE)),
    "same lists": (counted("a", 2, want="all", solutions_hash="x"), counted("b", 2, want="all", solutions_hash="x")),
    "count and list": (counted("a", 2), counted("b", 2, want="all", solutions_hash="x")),
}
DISPUTED: Mapping[str, tuple[str, tuple[Record, ...]]] = {
    "counts": ("count", (counted("a", 7), counted("b", 8))),
    "counts of two wants": ("count", (counted("a", 7), counted("b", 8, want="all"))),
    "a partial count above": ("count", (counted("a", 7), partial("b", 9))),
    "seeds of one backend": ("count", (counted("a", 7), counted("a", 8, seed=1))),
    "no solution": ("feasibility", (record("a", **NONE), counted("b", 1))),
    "no solution, one found before the kill": ("feasibility", (record("a", **NONE), partial("b", 1))),
    "optima": ("optimum", (best("a", 4, 4), best("b", 5, 5))),
    "a better one was found": ("optimum", (best("a", 4, 4), best("b", 3, 1))),
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


def test_nobody_is_outvoted() -> None:
    records = [counted("a", 7), counted("b", 7), counted("c", 7), counted("d", 8)]
    assert [(each.one, each.other) for each in find_disputes(records)] == [("a", "d"), ("b", "d"), ("c", "d")]


def test_other_problems_are_not_compared() -> None:
    assert find_disputes([counted("a", 7), counted("b", 8, problem=placement(QUEEN, Board(5, 6), 4))]) == []


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
        (placement(QUEEN, Board(8), 5), {"count": 46736}),
        (placement(QUEEN, Board(7, torus=True), 7), {"count": 28}),
        (placement(KNIGHT, Board(5)), {"objective": 13, "count": 1}),
        (domination(QUEEN, Board(8)), {"objective": 5, "count": 4860, "orbits": 638}),
        (domination(KNIGHT, Board(8), "independent"), {"objective": 14, "count": 16, "orbits": 3}),
        (domination(ROOK, Board(4), "total"), {"objective": 4, "count": 80}),
        (domination(QUEEN, Board(8), "perfect"), {}),
        (placement(QUEEN, Board(8), 8, fixed=[(0, 0)]), {}),
        (placement({QUEEN: 1, ROOK: 1}, Board(8)), {}),
        (UNKNOWN, {}),
        (armies((QUEEN, QUEEN), Board(8)), {"objective": 9, "orbits": 71}),
        (armies((QUEEN, QUEEN), Board(8), 2), {}),
        (armies((QUEEN, KNIGHT), Board(8)), {}),
        (armies((QUEEN, QUEEN, QUEEN), Board(8)), {}),
        (most_unguarded(QUEEN, Board(8), 8), {"objective": 11}),
        (most_unguarded(QUEEN, Board(8), 5), {}),
        (k_fold_domination(QUEEN, Board(8), 2), {}),
        (queens_and_pawns(8, 1), {"count": 128, "orbits": 16}),
        (queens_and_pawns(7, 2), {"orbits": 1}),
        (queens_and_pawns(8, 3), {}),
    ],
    ids=str,
)
def test_what_is_known(problem: Problem, known: dict[str, int]) -> None:
    claims = list(known_claims(record("a", problem)))
    found = {key: getattr(claim, key) for claim in claims for key in ("count", "orbits", "objective")}
    shown = {key: value for claim in claims for key in found if (value := getattr(claim, key)) is not None}
    assert shown == known


def test_what_is_known_of_the_border() -> None:
    (problem,) = read_problems({"family": "border", "pieces": ["queen"], "boards": "8"}, find_among({}))
    asked = replace(record("a", declare_plain(problem)), problem=problem)
    assert [(claim.objective, claim.name) for claim in known_claims(asked)] == [(6, f"{WHO} (OEIS A140859)")]


def test_the_known_values_have_sources() -> None:
    assert len(series()) > 50
    assert all(each["source"] and each["what"] in ("optimum", "count", "orbits") for each in series())


def test_smaller_boards() -> None:
    boards = [each["board"] for each in smaller(plain(QUEENS))]
    assert boards == [[1, 1], [2, 2], [3, 3], [4, 4]]
    assert [each["pieces"][0]["count"] for each in smaller(plain(QUEENS))] == [1, 2, 3, 4]
    given = plain(placement(QUEEN, Board(4, 5), 3, fixed=[(3, 3)], forbidden=[(0, 1)]))
    assert [(each["board"], each["fixed"], each["forbidden"]) for each in smaller(given)] == [
        ([2, 3], [], [[0, 1]]),
        ([3, 4], [], [[0, 1]]),
    ]


CAUGHT = [
    ("wrong-count", "count", {"family": "placement", "pieces": ["queen"], "boards": "5", "count": "n"}, "count", 2),
    ("lose", "all", {"family": "placement", "pieces": ["queen"], "boards": "5", "count": "n"}, "solutions", 1),
    ("infeasible", "one", {"family": "placement", "pieces": ["queen"], "boards": "5", "count": "n"}, "feasibility", 1),
    ("wrong-optimum", "one", {"family": "placement", "pieces": ["knight"], "boards": "3x4"}, "optimum", 3),
]


@pytest.mark.full
def test_a_refused_answer_is_shown_on_the_smallest_board(tmp_path: Path) -> None:
    """The faulty backend claims two queens: wrong wherever not just two are asked for, so from 1x1 on."""
    entry = {"family": "placement", "pieces": ["queen"], "boards": "4..6", "count": "n"}
    faults = {"backends": ["backtracking", PLACE], "options": {"faulty": {"fault": "wrong-solution"}}, "seeds": 2}
    campaign = campaign_of({"name": "x", "want": "all", "seconds": 20, "problems": [entry], **faults})
    outcome = run(campaign, tmp_path, CampaignOptions())
    found = conclude(tmp_path, "x", outcome)
    assert (found.disputes, found.sound, len(found.refused)) == ((), False, 6)
    least, *others = found.refusals
    assert (least.instance, least.problem["board"]) == ("4 queens on 4x4, all", [1, 1])
    assert (
        "refuses a placement: 2 of queen on the board, 4 wanted; on the smallest board that shows it, " in least.message
    )
    assert "--count 1 --boards 1 --backends" in least.command
    assert len(others) == 2, "once an instance, whatever the seeds"
    assert tuple(settle_disputes(tmp_path, outcome.records, shrink=False)) == found.verdict, (
        "kept, and not sought again"
    )
    assert read_findings(tmp_path).refusals == found.refusals


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "want", "entry", "matter", "side"), CAUGHT, ids=[each[0] for each in CAUGHT])
@pytest.mark.part(4)
def test_a_fault_is_caught_by_comparison(
    tmp_path: Path, fault: str, want: str, entry: dict[str, Any], matter: str, side: int
) -> None:
    backends = {"backends": ["python-constraint", PLACE], "options": {"faulty": {"fault": fault}}}
    campaign = campaign_of({"name": "x", "want": want, "seconds": 20, "problems": [entry], **backends})
    records = run(campaign, tmp_path, CampaignOptions()).records
    found = [dispute for dispute in find_disputes(records) if len(dispute.records) == 2]
    assert [dispute.matter for dispute in found] == [matter]
    shrunk = [dispute for dispute in settle_disputes(tmp_path, records) if dispute.other != WHO]
    assert min(shrunk[0].problem["board"]) <= side
    assert settle_disputes(tmp_path, records) == settle_disputes(tmp_path, records, shrink=False), (
        "kept, and not sought again"
    )
    assert Want(want)
