"""`rookery report`: the terminal, files, a baseline and exit codes."""

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace
from rookery_tests.command_line import rookery
from rookery_tests.synthetic_records import ENVIRONMENT, QUEENS_8, campaign, crashed, record
from rookery_tests.synthetic_records import stored as store_records

from rookery.compare.record import Ended, Record

stored = partial(store_records, environment=ENVIRONMENT)
EXPORTS = ("runs.jsonl", "runs.csv")


def name_campaign(folder: Path, name: str) -> Path:
    """Give the campaign of a folder a name."""
    (folder / "campaign.json").write_text(f'{{"name": "{name}", "problems": []}}\n', encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def queens(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return name_campaign(
        stored(tmp_path_factory.mktemp("queens"), drop_boards(campaign(range(4, 9), seeds=4))), "Queens 4..8"
    )


def drop_boards(records: Sequence[Record]) -> list[Record]:
    """Leave out the random boards of records, so that the verdict is on their counts."""
    return [replace(each, key=str(number), solutions=()) for number, each in enumerate(records)]


def test_report_is_printed(queens: Path) -> None:
    result = rookery("report", str(queens))
    assert (result.code, result.err) == (0, "")
    assert result.lines[0] == "Queens 4..8"
    assert result.lines[1].startswith("! All answers agree; backend sat crashed on 1 of")
    assert "Scores" in result.out


def test_report_is_written_as_a_page(queens: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    result = rookery("report", str(queens), "--html", str(page))
    assert result.code == 0
    assert "All answers agree" in result.lines[1]
    assert "times faster than" in " ".join(result.out.split())
    assert "Scores" not in result.out
    assert result.err.splitlines()[0].startswith(f"wrote {page} (")
    assert "<h1>Queens 4..8</h1>" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", EXPORTS)
def test_runs_are_exported(queens: Path, tmp_path: Path, name: str) -> None:
    result = rookery("report", str(queens), "--export", str(tmp_path / name))
    assert (result.code, result.err) == (0, f"wrote {tmp_path / name}\n")
    assert "sat" in (tmp_path / name).read_text(encoding="utf-8")


def test_report_is_one_json_object(queens: Path, tmp_path: Path) -> None:
    slow = stored(tmp_path / "slow", [record("sat", 8, seed, 9.0) for seed in range(4)])
    result = rookery("report", str(slow), str(queens), "--json")
    found = json.loads(result.out)
    assert (result.code, found["title"], found["outcome"]) == (0, "Queens 4..8", "crashed")
    assert found["verdict"].startswith("All answers agree; backend sat crashed on 1 of")
    assert {each["backend"] for each in found["backends"]} == {"backtracking", "cpsat", "python-constraint", "sat"}
    assert found["instances"][-1]["medians"].keys() == {"backtracking", "cpsat", "python-constraint", "sat"}
    assert list(found["changes"]["faster"]) == ["sat (8 queens on 8x8, number of solutions)"]
    liar = stored(tmp_path / "liar", [record("sat", count=91), record("cpsat")])
    (contested,) = json.loads(rookery("report", str(liar), "--json").out)["contested"]
    assert (contested["grounds"], contested["claims"][0]) == ({"sat": "known"}, {"claim": "91", "by": "sat"})


def test_disagreement_ends_with_4(tmp_path: Path) -> None:
    folder = stored(tmp_path / "liar", [record("sat", count=91), record("cpsat")])
    result = rookery("report", str(folder))
    assert result.code == 4
    assert result.lines[1].startswith("✗")
    sentence = "Backend sat is wrong: contradicted on 1 of 1 instance by cpsat and OEIS A000170"
    assert sentence in " ".join(result.out.split())


def test_campaign_in_which_every_run_crashed_ends_with_4(tmp_path: Path) -> None:
    runs = [crashed("sat", 8), crashed("cpsat", 8, ended=Ended.EXCEPTION)]
    assert rookery("report", str(stored(tmp_path / "all", runs))).code == 4
    assert rookery("report", str(stored(tmp_path / "one", [*runs[1:], record("sat")]))).code == 0


def test_refused_answer_ends_with_4(tmp_path: Path) -> None:
    refused = crashed("sat", ended=Ended.INVALID, message="two queens attack each other", solutions=(QUEENS_8,))
    assert rookery("report", str(stored(tmp_path / "refused", [refused]))).code == 4


def test_baseline_shows_slower_backends(queens: Path, tmp_path: Path) -> None:
    slow = [
        replace(each, times={name: 4 * seconds for name, seconds in each.times.items()})
        for each in drop_boards(campaign(range(4, 9), seeds=4))
        if each.backend == "sat"
    ]
    folder = stored(tmp_path / "slow", slow)
    result = rookery("report", str(queens), str(folder))
    assert result.code == 0
    assert "Against the baseline: Queens 4..8" in result.out
    assert "sat: ×4.0 over 10 instances, 95 % [4.0, 4.0]" in result.out
    assert "slower (" in result.out


def test_changed_answers_end_with_4(tmp_path: Path) -> None:
    before, after = stored(tmp_path / "a", [record("sat", count=92)]), stored(tmp_path / "b", [record("sat", count=92)])
    assert rookery("report", str(before), str(after)).code == 0
    other = stored(tmp_path / "c", [record("sat", count=92, orbits=11)])
    assert rookery("report", str(before), str(other)).code == 4
