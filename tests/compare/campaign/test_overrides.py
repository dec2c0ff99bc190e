"""Conditions given beside a campaign's file: they hold everywhere, are checked by themselves, and are recorded."""

from pathlib import Path
from typing import Any

import pytest

from rookery.compare.campaign.reader import read_campaign
from rookery.models import BadInput

FILE = """
seconds = 60
seeds = 3
[[problems]]
family = "placement"
pieces = "queen"
boards = "4"
backends = "backtracking"
[[problems]]
family = "placement"
pieces = "queen"
boards = "5"
seconds = 90
backends = "sat"
workers = [1, 2]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "queens.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_they_hold_in_every_entry_and_are_noted(file: Path) -> None:
    found = read_campaign(file, given={"seconds": 5.0, "workers": 1, "memory": "1G"})
    tasks = found.tasks()
    assert {task.limits.seconds for task in tasks} == {5.0}
    assert {task.question.workers for task in tasks} == {1}
    assert {task.limits.memory for task in tasks} == {1 << 30}
    assert {task.question.seed for task in tasks} == {0, 1, 2}
    assert found.notes == {
        "seconds (overridden)": "5 in place of 60, 90 in the file",
        "workers (overridden)": "1 in place of [1, 2] in the file",
        "memory (overridden)": "1G in place of none in the file",
    }
    assert '"seconds": 5.0' in found.text
    assert "60" not in found.text


def test_nothing_given_changes_nothing(file: Path) -> None:
    assert read_campaign(file) == read_campaign(file, given={})
    assert read_campaign(file).notes == {}


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({"seconds": -1.0}, "-1 seconds; it must be more than 0"),
        ({"memory": "much"}, "memory 'much': expected bytes"),
        ({"seeds": 0}, "0; expected a number from 1"),
        ({"workers": [0]}, "expected different whole numbers of at least 1"),
    ],
)
def test_what_is_wrong_is_not_blamed_on_the_file(file: Path, given: dict[str, Any], shown: str) -> None:
    with pytest.raises(BadInput, match=r"must be|expected") as refused:
        read_campaign(file, given=given)
    assert shown in str(refused.value)
    assert "queens.toml" not in str(refused.value)


@pytest.mark.parametrize("problems", ['"none"', "3", "[3]", "[]"])
def test_a_file_without_proper_entries_is_refused_as_ever(tmp_path: Path, problems: str) -> None:
    path = tmp_path / "none.toml"
    path.write_text(f"problems = {problems}", encoding="utf-8")
    with pytest.raises(BadInput, match=r"^none\.toml, line 1: problems: a campaign asks at least one problem"):
        read_campaign(path, given={"seconds": 1.0})
