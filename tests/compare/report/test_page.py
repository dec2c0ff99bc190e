"""The page as text: its size, what it holds without scripts, and that nothing in it breaks out."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from rookery_tests.synthetic_records import ENVIRONMENT, QUEENS_8, campaign, crashed, record

from rookery.compare.analysis.changes import Changes
from rookery.compare.analysis.findings import Findings, findings
from rookery.compare.records.record import Dispute, Ended, Environment, Matter
from rookery.compare.report.page import conditions, page
from rookery.compare.verdict.disputes import find_disputes

EVIL = '</script><script>alert(1)</script><img src=x onerror="alert(2)">&amp;'
COUNT_8 = "8 queens on 8x8, number of solutions"


@pytest.fixture(scope="module")
def found() -> Findings:
    return findings("Queens", campaign(), ENVIRONMENT)


class Tags(HTMLParser):
    """Counts tags, and checks that what is opened is closed."""

    EMPTY = frozenset({"meta", "link", "input", "img", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attributes)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_page_holds_nothing_from_elsewhere(found: Findings) -> None:
    text = page(found)
    tags = Tags(text)
    assert tags.open == []
    links = [value for _, attributes in tags.seen for name, value in attributes.items() if name in ("src", "href")]
    assert all(value and value.startswith(("#", "data:")) for value in links)
    assert not re.search(r"[\" ,](nan|inf|-inf|None)\b", text)
    assert not re.search(r"@import|url\(|fetch\(|XMLHttp|https?://(?!www\.w3\.org/2000/svg)", text)


def test_output_of_backends_stays_text() -> None:
    bad = replace(
        record(), log=EVIL, message=EVIL, instance=EVIL, family=EVIL, backend=EVIL, command=EVIL, raw_status=EVIL
    )
    text = page(
        findings(
            EVIL, [bad], Environment({EVIL: EVIL}), [Dispute(EVIL, EVIL, Matter.COUNT, EVIL, QUEENS_8, EVIL, EVIL)]
        )
    )
    assert "<script>alert" not in text
    assert "<img" not in text
    assert Tags(text).open == []


def test_page_says_everything_without_scripts(found: Findings) -> None:
    text = page(found)
    for name in found.grid.instances:
        assert f'<th scope="row">{name}</th>' in text
    for word in ("All answers agree", "Keep in mind", "Example 3000", "time limit", "Cactus plot", "&gt; 10 s"):
        assert word in text


def test_wrong_backend_is_grey_and_refused_answers_are_red() -> None:
    """A solution with a piece that the problem does not have stands on no board."""
    runs = [crashed("sat", ended=Ended.INVALID, message="two queens attack", solutions=((("gnu", 0, 1),),))]
    static = page(findings("liar", [*runs, record("cpsat")], ENVIRONMENT, find_disputes([*runs, record("cpsat")])))
    for word in ("sat is wrong: refused by the referees", "two queens attack", "verdict bad", "<p>gnu on 0,1</p>"):
        assert word in static
    assert static.count('<tr class="refuted">') == 1


def test_cell_sorts_by_its_median_and_without_an_answer_last() -> None:
    text = page(findings("one", [record("sat", 8, 3, 1.2345), crashed("cpsat", 8)], ENVIRONMENT))
    assert '<td data-sort="" class="warn">crash</td>' in text
    assert '<td data-sort="1.234" class="best">1.23 s</td>' in text


def test_disagreement_comes_first_with_command_and_witness() -> None:
    quarrel = Dispute("sat", "cpsat", Matter.COUNT, "91 against 92", QUEENS_8, COUNT_8, "rookery compare x")
    static = page(findings("liar", campaign(range(8, 9)), ENVIRONMENT, [quarrel]))
    assert static.index("sat contradict each other on 1 of 2") < static.index("91 against 92")
    assert static.index("91 against 92") < static.index("rookery compare x")
    assert static.index("rookery compare x") < static.index("<h2>Scores")
    assert static.count('<g class="piece"') == 8
    assert f"{COUNT_8} ✗" in static


@pytest.mark.parametrize("records", [[], [record()], [crashed()], [record("sat", 8, 0, None)]])
def test_smallest_campaigns_have_pages(records: list[Any]) -> None:
    static = page(findings("small", records, Environment()))
    assert "no instance has answers from two of them" in static
    assert Tags(static).open == []


def test_baseline_is_part_of_the_page(found: Findings) -> None:
    slow = [replace(run, times={name: 3 * seconds for name, seconds in run.times.items()}) for run in campaign()]
    text = page(findings("slow", slow, ENVIRONMENT), Changes(found, findings("slow", slow, ENVIRONMENT)))
    assert "Against the baseline" in text
    assert "▲ slower" in text
    assert Tags(text).open == []


def test_environment_says_each_version_once(found: Findings) -> None:
    shown = dict(conditions(found))
    assert "rookery" not in shown
    assert "rookery 0.1.0" in shown["versions"]
    assert shown["ortools"] == "9.15"  # which no run names
