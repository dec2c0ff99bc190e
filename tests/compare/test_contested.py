"""Contested instances: proofs beat claims, known values beat claims without proof, and no backend is outvoted."""

import dataclasses
from typing import Any

import pytest
from rookery_tests.synthetic_records import ENVIRONMENT, crashed, said
from rookery_tests.synthetic_records import record as stored

from rookery import domination, placement
from rookery.compare import sentences, verdict
from rookery.compare.claims import published_claims
from rookery.compare.findings import CampaignOutcome, Findings
from rookery.compare.record import Ended, Record, Said, Solution
from rookery.compare.sentences import describe_contested, standing
from rookery.compare.verdict import Contested, Reason
from rookery.models import Board, Problem
from rookery.models.pieces.piece import QUEEN

GUARDS = domination(QUEEN, Board(5))  # 3 queens, OEIS A075458
OWN = domination(QUEEN, Board(3, 4))  # no published value; two queens do
THREE: Solution = (("queen", 1, 2), ("queen", 2, 1), ("queen", 2, 2))
TWO: Solution = (("queen", 1, 0), ("queen", 1, 2))
FIVE = placement(QUEEN, Board(5, 6), 3)  # no published value
ON_FIVE: tuple[Solution, ...] = (
    (("queen", 0, 0), ("queen", 1, 2), ("queen", 2, 4)),
    (("queen", 0, 1), ("queen", 1, 3), ("queen", 2, 5)),
)


def optimum(backend: str, value: int, problem: Problem = GUARDS, *solutions: Solution, **more: Any) -> Record:
    claim: dict[str, Any] = {"said": Said.OPTIMAL, "objective": value, "bound": value, "count": 1}
    return said(backend, problem, solutions=solutions, **claim | more)


def counted(backend: str, count: int, *solutions: Solution, **more: Any) -> Record:
    return said(backend, FIVE, "count", count=count, solutions=solutions, **{"said": Said.COUNT} | more)


def judged(*records: Record) -> Findings:
    return Findings("x", records, ENVIRONMENT)


def only(found: Findings) -> Contested:
    (contested,) = found.contested
    return contested


def test_solution_with_fewer_pieces_refutes_a_claimed_optimum() -> None:
    found = judged(optimum("lazy", 5), optimum("good", 3, GUARDS, THREE), optimum("sat", 3, GUARDS, THREE))
    contested = only(found)
    assert contested.grounds == {"lazy": Reason.REFUTED}
    assert contested.proof is not None
    assert contested.proof.evidence == THREE
    assert "lazy is refuted on 1 of 1" in sentences.headline(found)
    claims, *lines, command = describe_contested(contested)
    assert claims.endswith(" on a 5x5 board: 5 by lazy | 3 by good, sat, OEIS A075458")
    assert lines == ["  lazy: refuted", "  Counterexample: queen on c4 b3 c3"]
    assert command.startswith("  rookery compare domination")
    assert [*map(standing, found.standings)] == ["refuted on 1 of 1 instance", *["answered 1 of 1 instance"] * 2]


@pytest.mark.parametrize(
    "solution",
    [(), (("queen", 0, 0),), (("rook", 1, 2), ("rook", 2, 1), ("rook", 2, 2)),
     (("queen", 1, 2), ("queen", 2, 1), ("queen", 9, 9)), (*THREE, ("queen", 0, 0), ("queen", 0, 1))],
    ids=["none at all", "it guards too little", "another piece", "off the board", "no fewer pieces"],
)  # fmt: skip
def test_invalid_solution_refutes_nobody(solution: Solution) -> None:
    """A store may hold anything: a proof is put to the referees again."""
    found = judged(optimum("lazy", 5, OWN), optimum("good", 3, OWN, solution))
    assert set(only(found).grounds.values()) == {Reason.CONTRADICTED}


def test_nobody_is_outvoted_without_a_proof() -> None:
    votes = [optimum(name, 2, OWN) for name in "abcd"]
    found = judged(*votes, optimum("e", 3, OWN))
    assert set(only(found).grounds) == set("abcde")
    assert not any(each.wrong for each in found.standings)
    assert "a, b, c, d and e contradict each other" in sentences.headline(found)
    assert standing(found.standings[-1]) == "contradicted on 1 of 1 instance by a, b, c and d"
    settled = "  A proof settles it: rookery solve domination --piece queen --board 3x4 --proof proof.cert"
    assert settled in describe_contested(only(found))


def test_one_witness_beats_four_votes() -> None:
    found = judged(*(optimum(name, 3, OWN) for name in "abcd"), optimum("e", 2, OWN, TWO))
    assert only(found).grounds == dict.fromkeys("abcd", Reason.REFUTED)


def test_known_value_makes_a_claim_wrong() -> None:
    right = [optimum(name, 3) for name in ("backtracking", "cpsat", "python-constraint", "sat")]
    found = judged(*right, optimum("wrong", 4))
    assert only(found).grounds == {"wrong": Reason.KNOWN}
    assert "by backtracking, cpsat, python-constraint, sat and OEIS A075458" in sentences.headline(found)
    assert only(judged(optimum("lonely", 4))).grounds == {"lonely": Reason.KNOWN}


def test_solution_refutes_a_published_value(monkeypatch: pytest.MonkeyPatch) -> None:
    (known,) = (claim for claim in published_claims(GUARDS.asked or {}) if "optimum" in claim.exact)
    mistaken = dataclasses.replace(known, optimum=(4, 4))
    monkeypatch.setattr(verdict, "published_claims", lambda _: [mistaken])
    found = judged(optimum("a", 3, GUARDS, THREE), optimum("b", 3))
    contested = only(found)
    assert contested.grounds == {}
    assert contested.proof is not None
    assert "refutes the published value" in sentences.headline(found)
    assert not any(each.wrong for each in found.standings)
    assert not found.sound


def test_differing_lists_partial_counts_and_lost_answers() -> None:
    lists = [said(name, FIVE, "all", said=Said.COUNT, count=20, solutions_hash=name) for name in "ab"]
    assert [each.about for each in only(judged(*lists)).disputes] == ["list"]
    cut = counted("b", 9, said=Said.PARTIAL_COUNT, complete=False, ended=Ended.TIME)
    assert [each.about for each in only(judged(counted("a", 7), cut)).disputes] == ["count"]
    assert judged(counted("a", 10), cut, counted("c", 8, ended=Ended.LOST)).contested == ()


def test_more_solutions_than_were_counted_refute_the_count() -> None:
    found = judged(counted("few", 1), counted("many", 9, *ON_FIVE))
    assert only(found).grounds == {"few": Reason.REFUTED}
    assert only(judged(counted("few", 2), counted("many", 9, *ON_FIVE))).grounds == dict.fromkeys(
        ("few", "many"), Reason.CONTRADICTED
    )


def test_list_that_lacks_a_solution_is_refuted() -> None:
    lists = {"whole": (ON_FIVE, 2), "short": (ON_FIVE[:1], 1)}
    claims = [
        said(name, FIVE, "all", said=Said.COUNT, solutions=solutions, count=count)
        for name, (solutions, count) in lists.items()
    ]
    contested = only(judged(*claims))
    assert contested.grounds == {"short": Reason.REFUTED}
    assert contested.proof is not None
    assert contested.proof.evidence == ON_FIVE[1], "the one that is not on its list"


def test_backend_with_a_wrong_answer_is_not_ranked() -> None:
    quick = {"total": 0.1, "compile": 0.05, "search": 0.05}
    right = [optimum("lazy", 2, OWN, TWO, times=quick), *(optimum(who, 2, OWN, TWO) for who in ("good", "sat"))]
    found = judged(optimum("lazy", 5, times=quick), optimum("good", 3, GUARDS, THREE), *right)
    assert found.analysis.cells[right[0].instance, "lazy"].solved, "its answer there is right"
    assert "lazy" not in sentences.leader(found)
    assert "Not ranked, because an answer is wrong: lazy." in found.caveats


@pytest.mark.parametrize("ended", [Ended.EXCEPTION, Ended.CRASH, Ended.LOST])
def test_backend_that_crashes_is_named_first(ended: Ended) -> None:
    broken = [
        crashed("crash", 8, seed, ended=ended, message="RuntimeError: out of cheese\nTraceback") for seed in (0, 1)
    ]
    found = Findings("x", [stored("sat"), stored("cpsat"), *broken], ENVIRONMENT)
    assert found.outcome is CampaignOutcome.CRASHED
    assert "crash crashed on 2 of 2 runs: RuntimeError: out of cheese" in sentences.headline(found)
    assert Findings("x", broken, ENVIRONMENT).outcome is CampaignOutcome.CRASHED


@pytest.mark.parametrize("ended", [Ended.TIME, Ended.KILLED, Ended.MEMORY, Ended.UNSUPPORTED])
def test_limit_is_no_crash(ended: Ended) -> None:
    found = Findings("x", [stored("sat"), stored("cpsat"), crashed("slow", ended=ended)], ENVIRONMENT)
    assert found.outcome is CampaignOutcome.AGREED


def test_refused_answer_is_held_against_its_backend_alone() -> None:
    refused = optimum("a", 2, ended=Ended.INVALID, complete=False, message="the queens guard too little")
    found = judged(refused, optimum("b", 3))
    assert only(found).grounds == {"a": Reason.REFUSED}
    assert "  Referees: the queens guard too little" in describe_contested(only(found))
