"""Backends that lie are refuted by name, and none is outvoted: each lie is told in a campaign of its own."""

from pathlib import Path
from typing import Any

import pytest
from rookery_tests.isolated import PLACE
from rookery_tests.synthetic_records import QUEENS_8, crashed, record, stored

import rookery as rk
from rookery import domination, placement
from rookery.compare.campaign import make_campaign
from rookery.compare.findings import Findings
from rookery.compare.folder import read_findings, run_campaign
from rookery.compare.problems import name_instance
from rookery.compare.record import Ended
from rookery.compare.verdict import REFUSED, Reason
from rookery.models import Board, Problem
from rookery.models.pieces.piece import KNIGHT, QUEEN

QUEENS_5, RARE = rk.placement("queen", 5, 5), rk.placement("queen", "5x6", 4)  # of the second nothing is published
GUARDED = rk.domination("queen", "5x6")
REFUTED, REFUSAL, INCONSISTENT, KNOWN = list(Reason)[:4]
# A question, the lies that faulty backends tell about it, and why each of them is wrong
LIES: list[tuple[Problem, dict[str, Any], dict[str, Reason]]] = [
    (QUEENS_5, {"want": "count"}, {"wrong-count": KNOWN}),
    (QUEENS_5, {"want": "all"}, {"lose": REFUTED, "wrong-solution": REFUSAL, "duplicate": REFUSAL}),
    (QUEENS_5, {"want": "all", "up-to-symmetry": True}, {"wrong-optimum": REFUTED, "lose": KNOWN}),
    (RARE, {"want": "count", "seeds": 2}, {"moody": INCONSISTENT}),
    (GUARDED, {}, {"lose": REFUTED, "brag": REFUSAL, "overbound": REFUSAL, "pessimist": REFUTED}),
    (placement(KNIGHT, Board(4, 5)), {}, {"modest": REFUTED}),
    (domination(QUEEN, 5), {"want": "count"}, {"wrong-count": KNOWN, "infeasible": KNOWN}),
]


def run(problems: list[Problem], lies: dict[str, list[str]], folder: Path | None = None, **more: Any) -> Findings:
    """The findings of a campaign in which the faulty backend tells lies beside an honest one."""
    named = {"backends": ["backtracking", PLACE], "options": {"faulty": lies}, "seconds": 20}
    asked = [problem.asked or {} for problem in problems]
    return run_campaign(make_campaign(asked, named | {name.replace("_", "-"): each for name, each in more.items()}),
                        folder).findings  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("problem", "conditions", "lies"), LIES, ids=[f"{each[0]}, {each[1]}" for each in LIES])
def test_lying_backends_are_refuted_by_name(
    problem: Problem, conditions: dict[str, Any], lies: dict[str, Reason]
) -> None:
    found = run([problem], {"fault": list(lies)}, **conditions)
    (contested,) = found.contested
    assert contested.grounds == {f"faulty fault={lie}": reason for lie, reason in lies.items()}
    assert found.failed


@pytest.mark.slow
def test_two_false_claims_of_no_solution_do_not_outvote_one_solution() -> None:
    found = run([RARE], {"fault": ["infeasible"], "pids": ["a", "b"]})
    (contested,) = found.contested
    assert contested.grounds == {f"faulty fault=infeasible pids={pids}": REFUTED for pids in "ab"}
    assert contested.placement is not None
    assert len(contested.placement) == 4


@pytest.mark.slow
def test_refused_answer_is_shown_once_for_each_instance(tmp_path: Path) -> None:
    problems = [rk.placement("queen", n, n) for n in (4, 5)]
    found = run(problems, {"fault": ["wrong-solution"]}, tmp_path, want="all", seeds=2)
    assert (found.disputes, found.sound, len(found.refused)) == ((), False, 4)
    assert [each.instance for each in found.contested] == [name_instance(each.asked or {}, "all") for each in problems]
    assert read_findings(tmp_path).contested == found.contested


def test_refusals_are_no_disputes_between_backends(tmp_path: Path) -> None:
    refused = crashed("backtracking", ended=Ended.INVALID, message="two queens", solutions=(QUEENS_8,))
    found = read_findings(stored(tmp_path, [record("sat", count=92), record("cpsat", count=91), refused]))
    (contested,) = found.contested
    *others, refusal = contested.disputes
    assert found.disputes == tuple(others)
    assert (refusal.about, refusal.one.who, refusal.evidence) == (REFUSED, "backtracking", QUEENS_8)
