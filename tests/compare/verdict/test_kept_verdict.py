"""The kept verdict: what a folder's file says is shown only where the runs dispute it now; rubbish is passed over."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.stored_record import stored
from rookery_tests.synthetic_records import QUEENS_8, crashed, record

from rookery.compare.records.record import Dispute, Ended, Matter, Solution
from rookery.compare.report.page import page
from rookery.compare.verdict import disputes
from rookery.compare.verdict.conclude import FILE, cut_board, read_findings, save_disputes, settle_disputes
from rookery.compare.verdict.disputes import find_disputes
from rookery.models import Board, Problem, placement
from rookery.models.pieces.piece import QUEEN
from rookery.models.problems import plain

RUNS = [record("sat", count=92), record("cpsat", count=91)]
MESSAGE = "kept on a smaller board"


def shrunk() -> Dispute[Solution]:
    """The dispute between the two, as if it had been shrunk to 2x2."""
    (found,) = [each for each in find_disputes(RUNS) if len(each.records) == 2]
    witness = (("queen", 0, 1),)
    return replace(found, message=MESSAGE, witness=witness, problem=cut_board(found.problem, 6))


def edited(folder: Path, **changes: Any) -> None:
    """Keep the shrunk dispute with some keys of its own."""
    save_disputes(folder, [shrunk()])
    (entry,) = json.loads((folder / FILE).read_text())
    (folder / FILE).write_text(json.dumps([entry | changes]))


def messages(folder: Path) -> list[str]:
    found = read_findings(folder)
    assert page(found)
    return [dispute.message for dispute in found.verdict if len(dispute.records) != 1]


def test_what_is_kept_is_shown(tmp_path: Path) -> None:
    stored(tmp_path, RUNS)
    save_disputes(tmp_path, [shrunk()])
    assert messages(tmp_path) == [MESSAGE]
    entry = json.loads((tmp_path / FILE).read_text())[0]
    assert list(entry) == ["instance", "matter", "told", "one", "other", "command", "witness", "problem"]


def test_what_is_not_disputed_any_more_is_not_shown(tmp_path: Path) -> None:
    stored(tmp_path, [record("sat"), record("cpsat")])
    save_disputes(tmp_path, [shrunk()])
    assert read_findings(tmp_path).verdict == ()


@pytest.mark.parametrize(
    "changes",
    [
        {"instance": []},
        {"matter": "taste"},
        {"told": None},
        {"told": "\ud800"},
        {"one": {}},
        {"command": 3},
        {"witness": 3},
        {"witness": [["queen", 0]]},
        {"witness": [["queen", 0, 2]]},
        {"witness": [["queen", -1, 0]]},
        {"witness": [["queen", 0, 1e999]]},
        {"witness": [[3, 0, 0]]},
        {"problem": []},
        {"problem": {}},
        {"problem": {"board": "8x8"}},
        {"problem": {"board": [10**9, 10**9]}},
        {"problem": {"board": [2, 2]}},
        {"problem": cut_board(RUNS[0].problem, 6) | {"holes": [[0, 10**400]]}},
        {"problem": cut_board(RUNS[0].problem, 6) | {"pieces": 3}},
        {"problem": cut_board(RUNS[0].problem, -1)},
    ],
    ids=lambda changes: str(changes)[:40],
)
def test_a_crafted_entry_is_passed_over(tmp_path: Path, changes: dict[str, Any]) -> None:
    stored(tmp_path, RUNS)
    edited(tmp_path, **changes)
    assert messages(tmp_path) == ["cpsat counts 91, sat counts 92"]


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"null", b"3", b'"text"', b"[3, null, []]", b'{"told": "x"}', b"[" * 100_000, b"\xff", b"[NaN]"],
    ids=lambda text: str(text)[:20],
)
def test_a_crafted_file_is_passed_over(tmp_path: Path, text: bytes) -> None:
    stored(tmp_path, RUNS)
    (tmp_path / FILE).write_bytes(text)
    assert messages(tmp_path) == ["cpsat counts 91, sat counts 92"]


def test_a_folder_in_its_place_is_passed_over(tmp_path: Path) -> None:
    stored(tmp_path, RUNS)
    (tmp_path / FILE).mkdir()
    assert messages(tmp_path) == ["cpsat counts 91, sat counts 92"]


def test_disputes_and_refusals_come_from_one_list(tmp_path: Path) -> None:
    refused = crashed("backtracking", ended=Ended.INVALID, message="two queens", solutions=(QUEENS_8,))
    found = read_findings(stored(tmp_path, [*RUNS, refused]))
    assert (*found.disputes, *found.refusals) == found.verdict
    assert [each.matter for each in found.refusals] == [Matter.REFUSED]
    assert [each.one for each in found.refusals] == ["backtracking"]
    assert found.refusals[0].witness == QUEENS_8


def test_a_problem_is_declared_once_for_all_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five queens have two orbits of eight and two; each backend lists one solution of each, another one at that."""
    problem = placement(QUEEN, Board(5), 5)
    one, other = (
        tuple(tuple(("queen", row, at) for row, at in enumerate(columns)) for columns in lists)
        for lists in (((0, 2, 4, 1, 3), (1, 4, 2, 0, 3)), ((4, 2, 0, 3, 1), (3, 0, 2, 4, 1)))
    )
    more: dict[str, Any] = {"want": "all", "count": 10, "orbits": 2, "up_to_symmetry": True}
    runs = [
        record(name, 5, problem=plain.plain(problem), instance="x", solutions=_canonical(problem, found), **more)
        for name, found in (("sat", one), ("cpsat", other), ("backtracking", one))
    ]
    calls: list[Any] = []

    def declare(data: plain.Plain) -> Problem:
        calls.append(data)
        return plain.declare_plain(data)

    monkeypatch.setattr(disputes, "declare_plain", declare)
    assert find_disputes(runs) == []
    assert len(calls) == 1


def _canonical(problem: Problem, solutions: tuple[Solution, ...]) -> tuple[Solution, ...]:
    turn: Callable[[Solution], Solution] = disputes.CanonicalForm(plain.plain(problem))
    return tuple(map(turn, solutions))


def test_settling_keeps_what_was_shrunk(tmp_path: Path) -> None:
    stored(tmp_path, RUNS)
    found = find_disputes(RUNS)
    save_disputes(tmp_path, [replace(each, message=MESSAGE) for each in found])
    assert {each.message for each in settle_disputes(tmp_path, RUNS)} == {MESSAGE}
