"""That `fuzz` finds what is wrong: wrong backends, crashes and hangs; that it shrinks them and can tell them again."""

import json
import shlex
import sys
from collections import Counter
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from fuzz.asked import DECLARE, answer
from fuzz.campaign import Campaign
from fuzz.case import Case, command, dumped, loaded
from fuzz.child import Child
from fuzz.findings import Finding, cases
from fuzz.generate import drawn, generate
from fuzz.judge import judge, overfull
from fuzz.shrink import shrunk, smallers
from oracle.case import free
from oracle.rules import ACCEPTS
from oracle.steps import ambiguous
from oracle.trying import truth
from rookery_tests import wrong_backends
from rookery_tests.command_line import rookery

from rookery.models.problems.registry import FAMILIES

pytestmark = pytest.mark.slow

REPLIES = """
import os, sys, time
INDEX = '["error IndexError", "out of bounds"]'
for number, line in enumerate(sys.stdin):
    if '"rows": 3' in line:
        {fault}
    print('["right", ""]', flush=True)
"""
LATE = """
import os, sys
damaged = False
for line in sys.stdin:
    if damaged and '"rows": 4' in line:
        os.abort()
    damaged |= '"rows": 3' in line
    print('["right", ""]', flush=True)
"""


@cache
def some() -> list[Case]:
    """Problems of one seed; to collect the tests takes none."""
    return [generate(5, number) for number in range(600)]


def faulty(fault: str, seconds: float = 30.0) -> Child:
    """A child that says "right" to all boards but those of three rows."""
    return Child((sys.executable, "-c", REPLIES.format(fault=fault)), seconds)


@pytest.mark.parametrize(
    ("fault", "kind"), [("os.abort()", "crash"), ("sys.exit(3)", "crash"), ("time.sleep(60)", "hang")]
)
@pytest.mark.full
def test_a_process_that_dies_is_found_and_ends_nothing(fault: str, kind: str) -> None:
    found: list[Finding] = []
    child = faulty(fault, 0.5 if kind == "hang" else 30.0)
    campaign = Campaign(child, found.append, shrinking=5.0)
    try:
        campaign.run(Case("domination", rows, 2, ("Q",)) for rows in (1, 2, 3, 4, 5))
    finally:
        child.close()
    assert campaign.tally == Counter({"right": 4, kind: 1})
    assert [(each.verdict.kind, each.small.rows, each.small.columns, each.alone) for each in found] == [
        (kind, 3, 1, True)
    ]


def test_a_crash_is_traced_to_the_case_that_did_the_damage() -> None:
    found: list[Finding] = []
    late = Child((sys.executable, "-c", LATE))
    checked = partial(Child, (sys.executable, "-c", REPLIES.format(fault="print(INDEX, flush=True); continue")))
    try:
        Campaign(late, found.append, 5.0, checked).run(Case("domination", rows, 2, ("Q",)) for rows in (1, 3, 2, 4, 5))
    finally:
        late.close()
    (finding,) = found
    assert (finding.verdict.kind, finding.drawn.rows, finding.small.rows) == ("crash", 4, 3)
    assert finding.command.startswith("NUMBA_DISABLE_JIT=1 rookery solve domination ")


def test_shrinks_to_what_matters() -> None:
    big = next(case for case in some() if case.family == "domination" and case.rows > 3 and len(case.forbidden) > 4)
    small = shrunk(big, lambda case: case.rows >= 2 and len(case.forbidden) >= 1)
    assert (small.rows, small.columns, len(small.forbidden), len(small.holes), small.fixed) == (2, 1, 1, 0, ())
    assert (small.options, small.symmetry, small.want, small.torus, small.kind) == ((), False, "one", False, "plain")


@pytest.mark.parametrize(
    "wrong",
    [
        wrong_backends.Careless,
        wrong_backends.Stranger,
        wrong_backends.Repeating,
        wrong_backends.Worsening,
        wrong_backends.Boasting,
        wrong_backends.Contented,
        wrong_backends.Omitting,
        wrong_backends.Despairing,
        wrong_backends.Miscounting,
        wrong_backends.Pessimist,
        wrong_backends.Relaxing,
        wrong_backends.Forgetful,
    ],
    ids=lambda wrong: str(wrong.__name__),
)
def test_finds_wrong_backends(wrong: Any) -> None:
    plain = [case.but(options=(), seed=0, workers=1, hint=()) for case in some() if len(case.cells) <= 8]
    few = [case for case in plain if case.family in ("placement", "domination", "k-fold") and len(case.pieces) == 1]
    assert any(not judge(case, wrong()).fine for case in few)


def test_every_family_of_the_toolkit_is_there() -> None:
    assert set(ACCEPTS) == set(DECLARE) == set(FAMILIES)


def test_reaches_every_corner() -> None:
    assert {case.family for case in some()} == set(ACCEPTS)
    assert {case.want for case in some()} == {"one", "all", "count"}
    assert {case.backend for case in some()} == {"backtracking", "cpsat", "sat", "python-constraint", "auto"}
    assert {0, 1} <= {len(free(case)) for case in some()}
    assert any(overfull(case) for case in some())
    assert any(case.family == "placement" and case.each[0] == len(case.cells) for case in some())
    for word in ("torus", "holes", "fixed", "forbidden", "symmetry", "limit", "hint", "options", "pawns", "through"):
        assert any(getattr(case, word) for case in some()), word
    assert any(1 in (case.rows, case.columns) and max(case.rows, case.columns) > 5 for case in some())
    solved = [bool(truth(case).placements) for case in some()[:150] if not overfull(case)]
    assert 0.3 < sum(solved) / len(solved) < 0.9


def test_no_piece_is_read_in_two_ways() -> None:
    assert not any(ambiguous(piece) for case in some() for piece in case.pieces)
    assert ambiguous("rWW2")
    assert ambiguous("r(4,0)(4,0)")
    assert not ambiguous("W2WfN")
    assert not any(ambiguous(case.pieces[0]) for case in smallers(Case("domination", 2, 2, ("WfNW",))))


@pytest.mark.full
def test_a_series_is_the_same_every_time() -> None:
    assert list(zip(drawn(5), some(), strict=False)) == [(case, case) for case in some()]


def test_cases_are_written_and_read() -> None:
    assert [loaded(dumped(case)) for case in some()] == some()


def test_findings_are_kept(tmp_path: Path) -> None:
    finding = Finding(judge(some()[0].but(family="domination", kind="none")), some()[0], some()[1], alone=True)
    (tmp_path / "kept").write_text(finding.written() + "\n")
    assert cases(tmp_path / "kept") == [some()[1]]


@pytest.mark.parametrize("family", ACCEPTS)
def test_the_command_line_asks_the_same(family: str) -> None:
    case = next(case for case in some() if case.family == family and not overfull(case) and truth(case).placements)
    case = case.but(
        backend="sat", options=(), workers=1, seed=0, each=tuple(number and min(number, 9) for number in case.each)
    )
    said, direct = json.loads(rookery(*shlex.split(command(case))[1:]).out), answer(case)
    assert (said["status"], said["count"], said["objective"]) == (direct.status, direct.count, direct.objective)
