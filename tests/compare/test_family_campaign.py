"""A campaign of every family: run, judged, reported and resumed."""

from html import unescape
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

from rookery.compare.store import read_store
from rookery.models.problems.registry import list_families

LINES = [
    "placement --piece NC --board 3 --kind maximal",
    "n-queens --board 6 --blocked 3",
    "domination --piece fR --board 3 --kind total --allow border",
    "sighted --piece queen=2 --piece rook --pawns 1 --board 3",
    "k-fold --piece king --board 3 --times 2 --closed",
    "guards --piece queen=1 --piece NC --board 3",
    "guards --piece queen --piece fR --cost 9 --cost 2 --board 3 --through",
    "coverage --piece NC=2 --board 3 --kind independent --goal fewest",
    "regions --piece king --board 3",
    "armies --piece queen --piece queen --board 3",
]


@pytest.mark.slow
def test_every_family_is_run_agreed_upon_reported_and_kept(tmp_path: Path) -> None:
    assert {line.split()[0] for line in LINES} == set(list_families())
    path, folder = tmp_path / "family.toml", tmp_path / "out"
    path.write_text(f'backends = ["backtracking", "sat"]\nseconds = 20\nproblems = {LINES}\n', encoding="utf-8")
    first = rookery("compare", str(path), "--out", str(folder))
    assert first.code == 0, first.out + first.err
    assert "All answers agree" in first.out
    records, _ = read_store(folder)
    assert len(records) == 2 * len(LINES)
    assert all(record.complete for record in records), [r.message for r in records if not r.complete]
    page = unescape((folder / "report.html").read_text(encoding="utf-8"))
    assert [record.instance for record in records if record.instance not in page] == []
    again = rookery("compare", str(folder))
    assert f"{len(records)} earlier runs are reused, 0 runs to make" in again.err
