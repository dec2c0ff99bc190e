"""Plain problems as stores hold them: each is still read."""

import json
from pathlib import Path
from typing import Any

import pytest

from rookery.compare.campaign.entries import label
from rookery.models.problems.plain import declare_plain, plain_statement, read_statement, stable
from rookery.models.problems.registry import FAMILIES

LINES = Path(__file__).with_name("plain_problems.jsonl").read_text(encoding="utf-8").splitlines()
KEPT: list[dict[str, Any]] = [json.loads(line) for line in LINES]


def test_every_family_is_there() -> None:
    assert {each["problem"]["family"] for each in KEPT} == set(FAMILIES)


@pytest.mark.parametrize("kept", KEPT, ids=[each["label"] for each in KEPT])
def test_frozen_problem_is_read_and_written(kept: dict[str, Any]) -> None:
    assert label(kept["problem"], "one") == kept["label"]
    assert stable(plain_statement(read_statement(kept["problem"]))) == stable(kept["problem"])
    assert len(declare_plain(kept["problem"]).pieces) >= len(kept["problem"]["pieces"])
