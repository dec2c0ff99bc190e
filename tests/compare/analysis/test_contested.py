"""Contested instances: proofs beat claims, known values beat claims without proof, and no backend is outvoted."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from rookery_tests.synthetic_records import ENVIRONMENT, crashed, said
from rookery_tests.synthetic_records import record as stored

from rookery.compare.analysis.contested import Contested, Reason
from rookery.compare.analysis.findings import CampaignOutcome, Findings, findings
from rookery.compare.records.record import KNOWN, Ended, Record, Said, Solution
from rookery.compare.report import sentences
from rookery.compare.report.charts import Look, choose_looks
from rookery.compare.report.page import page
from rookery.compare.report.sentences import claims_line, conclusion, evidence, standing
from rookery.compare.verdict.disputes import find_disputes
from rookery.models import Board, Problem, domination, placement
from rookery.models.pieces.piece import QUEEN, ROOK

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
    return said(backend, FIVE, "count", said=Said.COUNT, count=count, solutions=solutions, **more)


def judged(*records: Record) -> Findings:
    return findings("x", records, ENVIRONMENT, find_disputes(records))


def only(found: Findings) -> Contested:
    (contested,) = found.contested
    return contested


def test_a_solution_with_fewer_pieces_refutes_a_claimed_optimum() -> None:
    found = judged(optimum("lazy", 5), optimum("good", 3, GUARDS, THREE), optimum("sat", 3, GUARDS, THREE))
    contested = only(found)
    assert contested.grounds == {"lazy": Reason.REFUTED}
    assert contested.proof is not None
    assert contested.proof.evidence == THREE
    assert sentences.headline(found) == "Backend lazy is refuted on 1 of 1 instance"
    assert claims_line(contested) == "lazy 5 | good, sat, OEIS A075458 3"
    assert conclusion(contested) == "lazy: refuted"
    assert dict(evidence(contested))["Counterexample"] == "queen on 1,2 2,1 2,2"
    assert standing(found.standings[0]) == "refuted on 1 of 1 instance"
    assert standing(found.standings[1]) == "upheld on 1 of 1 instance"
    assert (
        standing(replace(found.standings[1], answered=4, instances=6))
        == "upheld on 1, not contested on 3 of 6 instances"
    )
    assert standing(replace(found.standings[1], answered=0, upheld=0)) == "answered none of 1 instance"


@pytest.mark.parametrize(
    "solution",
    [(), (("queen", 0, 0),), (("rook", 1, 2), ("rook", 2, 1), ("rook", 2, 2)),
     (("queen", 1, 2), ("queen", 2, 1), ("queen", 9, 9)), (*THREE, ("queen", 0, 0), ("queen", 0, 1))],
    ids=["none at all", "it guards too little", "another piece", "off the board", "no fewer pieces"],
)  # fmt: skip
def test_what_the_referees_do_not_accept_refutes_nobody(solution: Solution) -> None:
    """A store may hold anything: a proof is put to the referees again."""
    found = judged(optimum("lazy", 5, OWN), optimum("good", 3, OWN, solution))
    assert set(only(found).grounds.values()) == {Reason.CONTRADICTED}


def test_nobody_is_outvoted_without_a_proof() -> None:
    votes = [optimum(name, 2, OWN) for name in "abcd"]
    found = judged(*votes, optimum("e", 3, OWN))
    assert set(only(found).grounds) == set("abcde")
    assert not any(each.wrong for each in found.standings)
    first = "Backends a, b, c, d and e contradict each other on 1 of 1 instance, and nothing shows who is right"
    assert sentences.headline(found) == first
    assert conclusion(only(found)) == "contradicted: nothing shows who is right"
    assert standing(found.standings[-1]) == "contradicted on 1 of 1 instance by 4 backends"


def test_one_witness_beats_four_votes() -> None:
    found = judged(*(optimum(name, 3, OWN) for name in "abcd"), optimum("e", 2, OWN, TWO))
    assert only(found).grounds == dict.fromkeys("abcd", Reason.REFUTED)
    assert sentences.headline(found).startswith("Backend a is refuted on 1 of 1 instance; backend b is refuted")
    assert sentences.headline(found).endswith("so are 1 more")


def test_a_known_value_makes_a_claim_wrong_and_clears_who_agrees_with_it() -> None:
    right = [optimum(name, 3) for name in ("backtracking", "cpsat", "python-constraint", "sat")]
    found = judged(*right, optimum("wrong", 4))
    assert only(found).grounds == {"wrong": Reason.KNOWN}
    shown = "Backend wrong is wrong: contradicted on 1 of 1 instance by 4 backends and OEIS A075458"
    assert sentences.headline(found) == shown


def test_a_solution_refutes_a_known_value_and_then_it_counts_against_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    from rookery.compare.verdict import disputes
    from rookery.compare.verdict.claims import known_claims

    def mistaken(record: Record) -> list[Any]:
        return [replace(claim, objective=4, bound=4) for claim in known_claims(record) if claim.objective is not None]

    monkeypatch.setattr(disputes, "known_claims", mistaken)
    found = judged(optimum("a", 3, GUARDS, THREE), optimum("b", 3))
    assert only(found).grounds == {}
    assert only(found).proof is not None
    assert sentences.headline(found) == "A solution refutes the known value of 1 instance"
    assert conclusion(only(found)) == "a solution refutes the known value"
    assert not any(each.wrong for each in found.standings)
    assert not found.sound


def test_a_backend_whose_seeds_contradict_each_other_is_wrong() -> None:
    found = judged(counted("a", 7), counted("a", 8, seed=1), counted("b", 7))
    assert only(found).grounds == {"a": Reason.INCONSISTENT}
    assert sentences.headline(found) == "Backend a is wrong: inconsistent with itself on 1 of 1 instance"


def test_more_solutions_than_were_counted_refute_the_count() -> None:
    found = judged(counted("few", 1), counted("many", 9, *ON_FIVE))
    assert only(found).grounds == {"few": Reason.REFUTED}
    assert only(judged(counted("few", 2), counted("many", 9, *ON_FIVE))).grounds == dict.fromkeys(
        ("few", "many"), Reason.CONTRADICTED
    )


def test_a_solution_refutes_that_there_is_none() -> None:
    none = said("none", FIVE, said=Said.INFEASIBLE)
    found = judged(none, said("some", FIVE, solutions=ON_FIVE[:1], count=1))
    assert only(found).grounds == {"none": Reason.REFUTED}
    assert claims_line(only(found)) == "none no solution | some a solution"


def test_a_list_that_lacks_a_solution_is_refuted() -> None:
    lists = {"whole": (ON_FIVE, 2), "short": (ON_FIVE[:1], 1)}
    claims = [
        said(name, FIVE, "all", said=Said.COUNT, solutions=solutions, count=count)
        for name, (solutions, count) in lists.items()
    ]
    assert only(judged(*claims)).grounds == {"short": Reason.REFUTED}


def test_a_solution_that_is_left_out_is_found_among_many() -> None:
    """Of 120 placements of two rooks, one of them in the first row, a list lacks the last."""
    rooks = placement(ROOK, Board(5, 6), 2)
    ways = tuple(
        (("rook", 0, column), ("rook", row, other))
        for column in range(6) for row in range(1, 5) for other in range(6) if other != column
    )  # fmt: skip
    assert len(ways) == 120
    whole, short = (
        said(name, rooks, "all", said=Said.COUNT, solutions=kept, count=len(kept))
        for name, kept in (("whole", ways), ("short", ways[:-1]))
    )
    contested = only(judged(whole, short))
    assert contested.grounds == {"short": Reason.REFUTED}
    assert contested.proof is not None
    assert contested.proof.evidence == ways[-1]


def test_a_wrong_answer_counts_as_none_and_wins_nothing() -> None:
    quick = {"total": 0.001, "compile": 0.0005, "search": 0.0005}
    found = judged(optimum("lazy", 5, times=quick), optimum("good", 3, GUARDS, THREE), optimum("sat", 3))
    table = {score.contestant: score for score in found.scores.table}
    assert (table["lazy"].solved, dict(table["lazy"].reasons)) == (0, {"invalid answer": 1})
    assert found.scores.table[-1].contestant == "lazy"
    assert found.scores.fastest == {only(found).instance: ()}
    assert "lazy" not in sentences.leader(found)
    assert found.raw_grid.cells[only(found).instance, "lazy"].solved, "as it was said"


def test_a_backend_with_a_wrong_answer_is_not_ranked_where_it_is_right_and_quick_either() -> None:
    quick = {"total": 0.1, "compile": 0.05, "search": 0.05}
    right = [optimum("lazy", 2, OWN, TWO, times=quick), *(optimum(who, 2, OWN, TWO) for who in ("good", "sat"))]
    found = judged(optimum("lazy", 5, times=quick), optimum("good", 3, GUARDS, THREE), *right)
    assert found.scores.grid.cells[right[0].instance, "lazy"].solved, "its answer there is right"
    assert found.scores.fastest == dict.fromkeys(found.grid.instances, ())
    assert "lazy" not in sentences.leader(found)
    assert "Not ranked, because an answer is wrong: lazy." in found.caveats


def test_an_answer_in_doubt_wins_nothing_either() -> None:
    quick = {"total": 0.1}
    found = judged(optimum("a", 3, OWN, times=quick), optimum("b", 2, OWN), optimum("c", 2, OWN, seed=1))
    assert found.scores.fastest == {only(found).instance: ()}
    assert sentences.leader(found) == ""


@pytest.mark.parametrize("ended", [Ended.EXCEPTION, Ended.CRASH, Ended.LOST])
def test_a_backend_that_crashes_is_named_first(ended: Ended) -> None:
    broken = [
        crashed("crash", 8, seed, ended=ended, message="RuntimeError: out of cheese\nTraceback") for seed in (0, 1)
    ]
    found = findings("x", [stored("sat"), stored("cpsat"), *broken], ENVIRONMENT)
    assert found.outcome is CampaignOutcome.CRASHED
    shown = "backend crash crashed on 2 of 2 runs: RuntimeError: out of cheese"
    assert sentences.headline(found) == f"All answers agree; {shown}"
    alone = findings("x", broken, ENVIRONMENT)
    assert sentences.headline(alone) == f"B{shown[1:]}"


@pytest.mark.parametrize("ended", [Ended.TIME, Ended.KILLED, Ended.MEMORY, Ended.UNSUPPORTED])
def test_a_limit_is_no_crash(ended: Ended) -> None:
    found = findings("x", [stored("sat"), stored("cpsat"), crashed("slow", ended=ended)], ENVIRONMENT)
    assert found.outcome is CampaignOutcome.AGREED
    assert sentences.headline(found) == "All answers agree"


def test_several_grounds_are_told_the_strongest_first() -> None:
    other = domination(QUEEN, Board(6))
    records = [
        optimum("lazy", 5),
        optimum("good", 3, GUARDS, THREE),
        optimum("lazy", 4, other),
        optimum("good", 3, other),
    ]
    held = judged(*records).standings[0]
    assert dict(held.counts) == {Reason.REFUTED: 1, Reason.KNOWN: 1}
    assert standing(held) == (
        "refuted on 1 of 2 instances, and contradicted on 1 of 2 instances by good and OEIS A075458"
    )


def test_a_refused_answer_is_held_against_its_backend_alone() -> None:
    refused = optimum("a", 2, ended=Ended.INVALID, complete=False, message="the queens guard too little")
    found = judged(refused, optimum("b", 3))
    assert only(found).grounds == {"a": Reason.REFUSED}
    assert dict(evidence(only(found))) == {"Referees": "the queens guard too little"}


GROUNDS: Mapping[str, Sequence[Record]] = {
    "nothing": (optimum("a", 3), optimum("b", 3)),
    "a bound that holds": (
        optimum("a", 3),
        said("b", GUARDS, said=Said.FEASIBLE, objective=4, bound=2, complete=False),
    ),
}


@pytest.mark.parametrize("name", GROUNDS)
def test_what_agrees_is_not_contested(name: str) -> None:
    found = judged(*GROUNDS[name])
    assert found.contested == ()
    assert found.sound


def test_the_names_of_both_sides_that_are_no_contestants() -> None:
    found = judged(optimum("lonely", 4))
    assert found.verdict[0].other == KNOWN
    assert only(found).grounds == {"lonely": Reason.KNOWN}
    assert claims_line(only(found)) == "lonely 4 | OEIS A075458 3"


def test_our_backends_look_alike_in_every_report_and_a_wrong_one_is_grey_and_not_ranked() -> None:
    good = [optimum(name, 3, GUARDS, THREE) for name in ("sat", "backtracking")]
    alone, beside = judged(*good), judged(*good, optimum("auto-like", 5))
    assert choose_looks(alone) == (Look(0), Look(2))
    assert dict(zip(beside.grid.contestants, choose_looks(beside), strict=True)) == {
        "auto-like": Look(7, wrong=True), "backtracking": Look(0), "sat": Look(2),
    }  # fmt: skip
    shown = page(beside)
    drawn = shown.split("<figcaption>Cactus plot")[1].split("</figure>")[0]
    assert re.findall(r'<g class="k ([^"]*)"', drawn) == ["k0", "k2"]
    assert shown.count('<tr class="refuted">') == 1
    assert "with a wrong answer are grey" in shown
    assert "with a wrong answer are grey" not in page(alone)
