"""A campaign of every family: run, judged, reported and resumed; refusals with their key and line."""

from html import unescape
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

from rookery.compare.campaign.reader import read_campaign
from rookery.compare.records.store import read_store
from rookery.models import BadInput
from rookery.models.problems.registry import FAMILIES

HEAD = (
    'backends = ["backtracking", "sat"]\nseconds = 20\n[pieces]\ngnu = "NC"\nlance = { betza = "fR", symbol = "L" }\n'
)
ENTRIES = {
    "placement": 'pieces = "gnu"\nkinds = ["plain", "maximal"]',
    "domination": 'pieces = "lance"\nkinds = ["plain", "total"]\nallowed = "border"',
    "sighted": "mixed = { queen = 2, rook = 'max' }\npawns = 1",
    "k-fold": 'pieces = ["king"]\ntimes = [2, 3]\nclosed = true',
    "guards": 'mixed = { queen = 1, gnu = "min" }\nkinds = ["plain", "total"]',
    "cheapest": "costs = { queen = 9, lance = 2 }\nthrough = true",
    "coverage": 'pieces = "gnu"\ncount = 2\nkinds = ["plain", "independent"]\ngoals = "fewest"',
    "regions": 'pieces = "king"',
    "armies": 'armies = ["queen", "queen"]\nwant = "all"',
}


def text(name: str, lines: str = "") -> str:
    return f'[[problems]]\nfamily = "{name}"\nboards = "3"\n{lines or ENTRIES[name]}\n'


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    path = tmp_path / "family.toml"
    path.write_text(HEAD + "\n".join(map(text, FAMILIES)), encoding="utf-8")
    return path


@pytest.mark.slow
def test_every_family_is_run_agreed_upon_reported_and_kept(campaign: Path, tmp_path: Path) -> None:
    assert set(ENTRIES) == set(FAMILIES)
    folder = tmp_path / "out"
    first = rookery("compare", str(campaign), "--out", str(folder))
    assert first.code == 0, first.out + first.err
    assert "All answers agree" in first.out
    records, _ = read_store(folder)
    assert len(records) == 2 * (len(FAMILIES) + 5)  # of five families two problems each
    assert all(record.complete for record in records), [r.message for r in records if not r.complete]
    by_family = {record.problem["family"]: record for record in records}
    assert set(by_family) == set(FAMILIES)
    assert (by_family["armies"].objective, by_family["sighted"].objective) == (1, 1)
    page = unescape((folder / "report.html").read_text(encoding="utf-8"))
    assert [record.instance for record in records if record.instance not in page] == []
    assert "largest two peaceable queen armies" in page
    again = rookery("compare", str(folder))
    assert f"{len(records)} earlier runs are reused, 0 remain" in again.err


REFUSED = {
    ("cheapest", "pieces = 'queen'"): "line 9: pieces: .*costs",
    ("cheapest", "costs = { queen = 0 }"): "line 9: costs: .*at least 1",
    ("cheapest", "costs = { queen = 1 }\nthrough = 1"): "line 10: through: .*true or false",
    ("armies", "armies = ['queen', 'rook']\nsize = -1"): "line 10: size",
    ("k-fold", "pieces = 'king'"): "line 6: times: .*missing",
    ("sighted", "mixed = ['king']\npieces = 'king'"): "line 10: pieces: .*either",
    ("domination", "pieces = 'king'\nallowed = ['0;0']"): "line 10: allowed: .*ROW,COLUMN",
}


@pytest.mark.parametrize(("name", "lines"), REFUSED, ids=lambda each: each[:20])
def test_wrong_entry_is_refused_with_its_key(name: str, lines: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(HEAD + text(name, lines), encoding="utf-8")
    with pytest.raises(BadInput, match=rf"^wrong\.toml, {REFUSED[name, lines]}"):
        read_campaign(path)
