"""Campaigns of the whole family: run, judged, reported and resumed; refusals with their key and line."""

from html import unescape
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.isolated import PLACE

from rookery.compare.campaign.reader import read_campaign
from rookery.compare.records.store import read_store
from rookery.models import BadInput
from rookery.models.problems.registry import FAMILIES

pytestmark = pytest.mark.slow

HEAD = (
    'backends = ["backtracking", "sat"]\nseconds = 20\n[pieces]\ngnu = "NC"\nlance = { betza = "fR", symbol = "L" }\n'
)
ENTRIES = {
    "placement": 'pieces = "gnu"',
    "domination": 'pieces = "lance"',
    "sighted": "mixed = { queen = 2, rook = 'max' }\npawns = 1",
    "maximal": 'mixed = ["rook", "lance"]',
    "weighted": "weights = { queen = 9, gnu = 3 }\npawns = 1",
    "connected": 'pieces = "king"',
    "upper": 'pieces = "queen"',
    "k-fold": 'pieces = ["king"]\ntimes = [2, 3]\nclosed = true',
    "border": 'pieces = "queen"\nkinds = ["plain", "total"]',
    "restricted": 'pieces = "rook"\nallowed = ["0,0", "1,1", "2,2"]',
    "guards": 'mixed = { queen = 1, gnu = "min" }\nkinds = ["plain", "total"]',
    "cheapest": "costs = { queen = 9, lance = 2 }\nthrough = true",
    "coverage": 'pieces = "gnu"\ncount = 2\nkinds = ["plain", "independent"]\ngoals = "fewest"\nworths = "0,1=3"',
    "unguarded": 'pieces = "queen"\ncount = 2',
    "hitting-set": 'pieces = "lance"',
    "regions": 'pieces = "king"',
    "mutual": 'pieces = "queen"\nattacks = 1\nat-most = true',
    "colouring": 'pieces = "queen"\nkinds = "disjoint"',
    "armies": 'armies = ["queen", "queen"]\nwant = "all"',
}


def text(name: str, lines: str = "") -> str:
    return f'[[problems]]\nfamily = "{name}"\nboards = "3"\n{lines or ENTRIES[name]}\n'


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    path = tmp_path / "family.toml"
    path.write_text(HEAD + "\n".join(map(text, FAMILIES)), encoding="utf-8")
    return path


def test_every_family_is_run_agreed_upon_reported_and_kept(campaign: Path, tmp_path: Path) -> None:
    assert set(ENTRIES) == set(FAMILIES)
    folder = tmp_path / "out"
    first = rookery("compare", str(campaign), "--out", str(folder))
    assert first.code == 0, first.out + first.err
    assert "All answers agree" in first.out
    records, _ = read_store(folder)
    assert len(records) == 2 * (len(FAMILIES) + 4)  # of four families two problems each
    assert all(record.complete for record in records), [r.message for r in records if not r.complete]
    by_family = {record.problem["family"]: record for record in records}
    assert set(by_family) == set(FAMILIES)
    assert (by_family["armies"].objective, by_family["unguarded"].objective) == (1, 1)
    page = unescape((folder / "report.html").read_text(encoding="utf-8"))
    assert [record.instance for record in records if record.instance not in page] == []
    assert "largest two peaceable queen armies" in page
    again = rookery("compare", str(folder))
    assert f"{len(records)} earlier runs are reused, 0 remain" in again.err


@pytest.mark.full
def test_a_wrong_answer_to_one_of_the_family_is_told_and_reproduced(tmp_path: Path) -> None:
    words = ("compare", "armies", "--piece", "queen", "--piece", "queen", "--boards", "3..4", "--want", "count")
    wrong = ("--backends", f"sat,{PLACE}", "--option", "faulty.fault=wrong-count", "--seconds", "20")
    result = rookery(*words, *wrong, "--out", str(tmp_path / "out"))
    assert result.code == 4
    command = next(line.strip() for line in result.lines if line.strip().startswith("rookery compare"))
    assert rookery(*command.split()[1:], "--out", str(tmp_path / "again")).code == 4


WRONG = [
    ("weighted", "pieces = 'queen'", 9, "pieces", "pieces means nothing for weighted; it has weights, pawns, fixed"),
    ("weighted", "weights = { queen = 0 }", 9, "weights", "queen = 0: expected a weight, a whole number of at least 1"),
    ("weighted", "weights = { quen = 1 }", 9, "weights", "unknown piece 'quen': did you mean queen?"),
    ("weighted", "pawns = 1", 6, "weights", "expected a table weights = {piece = weight, ...}"),
    ("cheapest", "costs = ['queen']", 9, "costs", "expected a table costs = {piece = cost, ...}"),
    ("cheapest", "costs = { queen = 1 }\nthrough = 1", 10, "through", "'1': expected true or false"),
    ("armies", "armies = ['queen']", 9, "armies", "expected the piece of each army, at least two"),
    ("armies", "armies = ['queen', 'rook']\nsize = -1", 10, "size", "'-1': expected a whole number of at least 0"),
    ("armies", "armies = ['queen', 'rook']\nfixed = ['0,0']", 10, "fixed", "fixed means nothing for armies"),
    ("k-fold", "pieces = 'king'\ntimes = [2, 0]", 10, "times", "'0': expected a whole number of at least 1"),
    ("k-fold", "pieces = 'king'", 6, "times", "times is missing; The least number of pieces that attack each"),
    ("k-fold", "pieces = 'king'\nkinds = ['plain']", 10, "kinds", "kinds means nothing for k-fold"),
    ("unguarded", "pieces = 'king'", 6, "count", "count is missing; expected how many pieces to place"),
    ("maximal", "mixed = { king = 1 }", 9, "mixed", 'expected mixed = ["piece", ...], all on one board'),
    ("maximal", "mixed = ['king']\npieces = 'king'", 10, "pieces", "expected either pieces, each on its own, or"),
    ("sighted", "mixed = { king = 1 }\ncount = 2", 9, "mixed", "mixed is a table {piece = count, ...}, without"),
    ("sighted", "pieces = 'king'\npawns = 'x'", 10, "pawns", "'x': expected a whole number of at least 0"),
    ("restricted", "pieces = 'king'\nallowed = ['0;0']", 10, "allowed", "allowed '0;0': expected ROW,COLUMN"),
    ("restricted", "pieces = 'king'\nforbidden = ['0,0']", 10, "forbidden", "forbidden means nothing for restricted"),
    ("border", "pieces = 'king'\nkinds = 'odd'", 10, "kinds", "unknown kind of domination 'odd'"),
    ("upper", "kinds = 'total'", 9, "kinds", "kinds means nothing for upper; it has pieces, fixed, forbidden"),
]


@pytest.mark.parametrize(("name", "lines", "line", "key", "shown"), WRONG, ids=[f"{w[0]}: {w[1]}" for w in WRONG])
def test_a_refusal_names_the_key_and_the_line(
    name: str, lines: str, line: int, key: str, shown: str, tmp_path: Path
) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(HEAD + text(name, lines), encoding="utf-8")
    with pytest.raises(BadInput) as error:
        read_campaign(path)
    assert str(error.value).startswith(f"wrong.toml, line {line}: {key}: {shown}")


def test_a_size_of_none_and_several_problems_of_one_entry(tmp_path: Path) -> None:
    path = tmp_path / "few.toml"
    lines = 'pieces = ["king", "gnu"]\ntimes = [1, 2]\n'
    path.write_text(HEAD + text("k-fold", lines) + text("armies", 'armies = ["king", "gnu"]\nsize = "max"\n'))
    tasks = read_campaign(path).tasks()
    assert [task.instance for task in tasks[::2]] == [
        "1-fold domination by kings on 3x3",
        "2-fold domination by kings on 3x3",
        "1-fold domination by gnus on 3x3",
        "2-fold domination by gnus on 3x3",
        "largest peaceable armies of kings and gnus on 3x3",
    ]
