"""Certificates of a campaign: made once, verified again, and who contradicts a verified one is refuted."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.isolated import PLACE
from rookery_tests.synthetic_records import ENVIRONMENT, said

import rookery as rk
from rookery.backends.evidence import certifying
from rookery.certificates import Certificate
from rookery.compare.analysis.contested import Reason
from rookery.compare.analysis.findings import Findings, findings
from rookery.compare.records.record import CERTIFIED, KNOWN, Dispute, Ended, KnownValue, Matter, Record, Said, Solution
from rookery.compare.report.markdown import markdown
from rookery.compare.report.page import page
from rookery.compare.report.sentences import claims_line, conclusion, evidence, headline, verdict
from rookery.compare.verdict import claims
from rookery.compare.verdict import disputes as disputes_module
from rookery.compare.verdict.disputes import dispute_with_proofs, find_disputes
from rookery.compare.verdict.proofs import FOLDER, certify_records, read_proofs
from rookery.models import Board, domination, placement
from rookery.models.pieces.piece import QUEEN

OWN = domination(QUEEN, Board(3, 4))  # no published value; two queens do
TWO = (("queen", 1, 0), ("queen", 1, 2))
FIVE = placement(QUEEN, Board(3, 4), 3)


def optimum(backend: str, value: int, **more: Any) -> Record:
    return said(backend, OWN, said=Said.OPTIMAL, objective=value, bound=value, count=1, **more)


def judged(folder: Path, records: Sequence[Record]) -> Findings:
    proofs = certify_records(folder, records, seconds=30)
    disputes = dispute_with_proofs(records, proofs.values(), find_disputes(records))
    return findings("x", records, ENVIRONMENT, disputes, str(folder), proofs)


def test_who_contradicts_a_certificate_is_refuted(tmp_path: Path) -> None:
    """No backend shows a solution, and no value is known: without a proof, nothing shows who is right."""
    records = [optimum("lazy", 3), optimum("good", 2)]
    before = findings("x", records, ENVIRONMENT, find_disputes(records))
    assert dict(before.contested[0].grounds) == {"lazy": Reason.CONTRADICTED, "good": Reason.CONTRADICTED}
    found = judged(tmp_path, records)
    (contested,) = found.contested
    assert dict(contested.grounds) == {"lazy": Reason.REFUTED}
    assert claims_line(contested) == "lazy 3 | good, certified 2"
    assert conclusion(contested) == "lazy: refuted"
    assert "2 is the fewest; rookery verify " in dict(evidence(contested))["Certificate"]
    assert headline(found) == "Backend lazy is refuted on 1 of 1 instance"
    assert not found.sound
    assert found.certified == frozenset({records[0].instance})
    for text in (page(found), markdown(found)):
        assert "certified" in text
        assert "refuted" in text


def test_a_lone_wrong_answer_is_not_certified(tmp_path: Path) -> None:
    wrong = [optimum("lazy", 3), optimum("lucky", 1), said("none", OWN, said=Said.INFEASIBLE)]
    assert judged(tmp_path, wrong).proofs == {}
    assert not (tmp_path / FOLDER).exists()


def test_answers_that_agree_are_certified(tmp_path: Path) -> None:
    records = [optimum("one", 2, solutions=(TWO,)), optimum("other", 2)]
    found = judged(tmp_path, records)
    assert found.sound
    assert verdict(found).endswith("no two answers contradict each other, 1 certified.")
    assert all(map(found.certifies, records))
    assert "2 optimal, certified" in page(found)


# 3 queens on a board of 3 x 4: 4 ways, 1 up to symmetry, by trying everything below.
COUNTS = [
    ({"count": 4}, {"count": 3}),
    ({"count": 4}, {"count": 5}),
    ({"count": 4, "orbits": 1, "up_to_symmetry": True}, {"count": 4, "orbits": 2, "up_to_symmetry": True}),
]


@pytest.mark.parametrize(("true", "false"), COUNTS)
@pytest.mark.parametrize("want", ["count", "all"])
def test_counts_are_certified(tmp_path: Path, want: str, true: dict[str, Any], false: dict[str, Any]) -> None:
    whole = rk.solve(FIVE, want="all", up_to_symmetry="orbits" in true, backend="python-constraint")
    assert (whole.count, whole.orbits) == (true["count"], true.get("orbits"))
    records = [said(who, FIVE, want, said=Said.COUNT, **shown) for who, shown in (("bad", false), ("good", true))]
    found = judged(tmp_path, records)
    assert dict(found.contested[0].grounds) == {"bad": Reason.REFUTED}
    assert found.proofs[records[0].instance].count == 4
    kept = tuple(tuple((p.name, *square) for square, p in each.items()) for each in whole.solutions)
    listed = [said("list", FIVE, want, said=Said.COUNT, solutions=kept, **true)]
    (tmp_path / "other").mkdir()
    assert judged(tmp_path / "other", listed).certified
    (file,) = (tmp_path / "other" / FOLDER).iterdir()
    assert Certificate.read(file).claim.want == want


def test_a_bound_that_a_certificate_contradicts_is_refuted(tmp_path: Path) -> None:
    """A run that a limit cut says nothing of the optimum, but that it is 3 or more is false."""
    cut = said("cut", OWN, said=Said.UNKNOWN, ended=Ended.TIME, complete=False, bound=3)
    found = judged(tmp_path, [cut, optimum("good", 2)])
    assert found.contested[0].grounds["cut"] is Reason.REFUTED


def test_another_question_about_the_same_problem_is_refuted_too(tmp_path: Path) -> None:
    fewest = optimum("good", 2)
    counted = said("bad", OWN, "count", said=Said.COUNT, count=7, objective=3, bound=3)
    found = judged(tmp_path, [fewest, counted])
    assert {each.instance: dict(each.grounds) for each in found.contested}[counted.instance] == {"bad": Reason.REFUTED}


def test_certificates_are_kept_and_verified_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = [optimum("good", 2)]
    first = certify_records(tmp_path, records)
    (path,) = (tmp_path / FOLDER).iterdir()
    assert path.name.startswith("domination-by-queens-on-3x4-")
    with monkeypatch.context() as patched:
        patched.setattr(certifying, "certify_claim", None)  # making one again would end here
        assert certify_records(tmp_path, records) == first == read_proofs(tmp_path, records)
    content = path.read_bytes()
    for other in (content[:-1], b"", rk.certify(domination(QUEEN, Board(4))).to_bytes()):
        path.write_bytes(other)
        assert read_proofs(tmp_path, records) == {}, "a file that proves something else proves nothing here"
        assert certify_records(tmp_path, records) == first
        assert path.read_bytes() == content
    assert read_proofs(tmp_path / "elsewhere", records) == {}


def test_no_time_leaves_answers_uncertified(tmp_path: Path) -> None:
    shown: list[str] = []
    big = said("good", domination(QUEEN, Board(12)), said=Said.OPTIMAL, objective=6, bound=6, count=1)
    assert certify_records(tmp_path, [big], 0.01, shown.append) == {}
    assert shown == [f"{big.instance}: no certificate within 0.01 s"]


def test_a_known_value_that_a_certificate_contradicts_counts_against_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = optimum("good", 2)
    value = claims._claim("optimum", 3, -1, "OEIS A000000")
    monkeypatch.setattr(disputes_module, "known_claims", lambda about: iter([value]))
    disputes = find_disputes([record])
    assert findings("x", [record], ENVIRONMENT, disputes).contested[0].grounds == {"good": Reason.KNOWN}
    found = judged(tmp_path, [record])
    assert dict(found.contested[0].grounds) == {}
    assert found.verdict[0].refuted == KNOWN


def test_the_certificate_takes_no_side_in_a_dispute_about_something_else(tmp_path: Path) -> None:
    record = optimum("good", 2)
    proofs = certify_records(tmp_path, [record])
    orbits: Dispute[Solution] = Dispute(
        "good", KNOWN, Matter.ORBITS, "x", records=(record,), known=KnownValue(9, "orbits", "y")
    )
    assert dispute_with_proofs([record], proofs.values(), [orbits]) == [orbits]


@pytest.mark.full
def test_a_backend_that_lies_is_refuted(tmp_path: Path) -> None:
    """From the command's call to the folder: the faulty backend says that nothing solves it."""
    options = {"faulty": {"fault": "infeasible"}}
    problem = placement(QUEEN, Board(4), 4)
    found = rk.compare(
        problem, ["backtracking", PLACE], want="count", options=options, seconds=20, out=tmp_path, proof="30s"
    )
    against = [each for each in found.verdict.disputes if each.other == CERTIFIED]
    assert [each.refuted for each in against] == ["faulty fault=infeasible"]
    assert "certified" in (tmp_path / "report.md").read_text(encoding="utf-8")
    assert found.findings.certified
