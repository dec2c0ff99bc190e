"""The page as text: its size, what it holds without scripts, and that nothing in it breaks out."""

import json
import re
import zlib
from base64 import b64decode
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from rookery_tests.synthetic_records import (
    BACKENDS,
    ENVIRONMENT,
    QUEENS_8,
    campaign,
    crashed,
    crowd,
    page_of_thousands,
    record,
)  # fmt: skip

from rookery.compare.analysis.changes import Changes
from rookery.compare.analysis.findings import Findings, findings
from rookery.compare.records.record import Dispute, Ended, Environment, Matter
from rookery.compare.report.page import conditions, page, payload
from rookery.compare.report.panels import draw_solution, shape, symbol
from rookery.compare.verdict.disputes import find_disputes

pytestmark = pytest.mark.slow

MOST = 1_000_000
EVIL = '</script><script>alert(1)</script><img src=x onerror="alert(2)">&amp;'


@pytest.fixture(scope="module")
def found() -> Findings:
    return findings("Queens", campaign(), ENVIRONMENT)


def unpacked(text: str) -> Any:
    embedded = re.search(r'id="data">([^<]*)</script>', text)
    assert embedded
    return json.loads(zlib.decompress(b64decode(embedded[1]), -zlib.MAX_WBITS))


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


@pytest.mark.full
def test_eight_thousand_runs_fit_in_less_than_a_megabyte() -> None:
    text = page_of_thousands()
    assert len(text.encode()) < MOST
    assert len(unpacked(text)["runs"]) == 8000


@pytest.mark.long
def test_long_logs_many_boards_and_many_contestants_do_not_make_it_larger() -> None:
    queens = tuple(("queen", row, row) for row in range(20))
    names = [*BACKENDS, *(f"plug-in-{number}" for number in range(12))]
    chatty = [
        replace(run, log=f"{run.key} " * 500, solutions=(queens,) * 30, message=f"{run.key}" * 20)
        for run in crowd(8000, names)
    ]
    assert len(page(findings("crowd", chatty, ENVIRONMENT)).encode()) < MOST


def test_it_holds_nothing_from_elsewhere(found: Findings) -> None:
    text = page(found)
    tags = Tags(text)
    assert tags.open == []
    links = [value for _, attributes in tags.seen for name, value in attributes.items() if name in ("src", "href")]
    assert all(value and value.startswith(("#", "data:")) for value in links)
    assert not re.search(r"@import|url\(|fetch\(|XMLHttp|https?://(?!www\.w3\.org/2000/svg)", text)


def test_what_backends_print_stays_text() -> None:
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
    assert unpacked(text)["texts"].count(EVIL) == 1
    assert Tags(text).open == []


def test_it_reads_without_scripts(found: Findings) -> None:
    static = page(found).split('id="data"')[0]
    for name in found.grid.instances:
        assert static.count(name) >= 2
    assert static.count("<tr") > 100
    for word in ("All answers agree", "virtual best", "Keep in mind", "Example 3000", "time limit", "rookery solve"):
        assert word in static
    assert 'class="board"' in static


@pytest.mark.full
def test_every_coordinate_is_a_number(found: Findings) -> None:
    assert not re.search(r"[\" ,](nan|inf|-inf|None)\b", page(found).split('id="data"')[0])


def test_the_payload_says_what_the_records_say() -> None:
    data = payload(findings("one", [record("sat", 8, 3, 1.2345), crashed("cpsat", 8)], ENVIRONMENT))
    assert data["who"] == ["cpsat", "sat"]
    (name, series, size, answer, disputed, fastest, board, boards), *_ = data["instances"]
    assert (name, series, size, answer) == ("8 queens on 8x8, number of solutions", 0, 8, "92 solutions")
    assert (disputed, fastest, len(boards), board[:2]) == (0, [1], 1, [8, 8])
    crash, run = data["runs"]
    assert run[:3] == [3, run[1], 1]
    assert data["texts"][run[1]] == "ok"
    assert run[8:13] == ["1.23 s", "247 ms", "864 ms", "370 ms", "1.11 s"]
    assert (data["texts"][crash[1]], crash[2]) == ("crash", 0)
    assert [data["texts"][cell[3]] for cell in data["cells"]] == ["crash", "1.23 s"]


def test_a_disagreement_comes_first_with_command_and_witness() -> None:
    quarrel = Dispute(
        "sat",
        "cpsat",
        Matter.COUNT,
        "91 against 92",
        QUEENS_8,
        "8 queens on 8x8, number of solutions",
        "rookery compare x",
    )
    static = page(findings("liar", campaign(range(8, 9)), ENVIRONMENT, [quarrel])).split('id="data"')[0]
    assert static.index("sat contradict each other on 1 of 2") < static.index("91 against 92")
    assert static.index("91 against 92") < static.index("rookery compare x")
    assert static.index("rookery compare x") < static.index("<h2>Scores")
    assert "✗ 1" in static


def test_a_refused_answer_is_red_too() -> None:
    refused = crashed("sat", ended=Ended.INVALID, message="two queens attack each other")
    runs = [refused, record("cpsat")]
    static = page(findings("liar", runs, ENVIRONMENT, find_disputes(runs)))
    assert "Backend sat is wrong: refused by the referees on 1 of 1 instance" in static
    assert "two queens attack each other" in static
    assert "verdict bad" in static


@pytest.mark.parametrize("records", [[], [record()], [crashed()], [record("sat", 8, 0, None)]])
def test_the_smallest_campaigns_have_pages(records: list[Any]) -> None:
    static = page(findings("small", records, Environment()))
    assert "no instance has answers from two of them" in static
    assert Tags(static).open == []


def test_a_baseline_is_part_of_the_page(found: Findings) -> None:
    slow = [replace(run, times={name: 3 * seconds for name, seconds in run.times.items()}) for run in campaign()]
    text = page(findings("slow", slow, ENVIRONMENT), Changes(found, findings("slow", slow, ENVIRONMENT)))
    assert "Against the baseline" in text
    assert "▲ slower" in text
    assert Tags(text).open == []


def test_boards_with_holes_givens_and_pieces_of_ones_own() -> None:
    gnu = {"piece": "gnu", "symbol": "&", "rides": [[1, 2, 1]]}
    problem = {"board": [2, 3], "holes": [[0, 1]], "fixed": [["gnu", 1, 1]], "pieces": [gnu], "torus": True}
    assert shape(problem, 8) == (2, 3, ((0, 1),), ((1, 1),), True)
    drawn = draw_solution(problem, 8, (("gnu", 1, 1),))
    assert ">&amp;</text>" in drawn
    assert 'viewBox="0 0 3 2"' in drawn
    assert symbol("queen", {}) == "♕"
    assert symbol("amazon", {}) == "A"  # its symbol is too new for most fonts
    assert symbol("no such piece", {}) == "N"


def test_the_environment_says_each_version_once(found: Findings) -> None:
    shown = dict(conditions(found))
    assert "rookery" not in shown
    assert "rookery 0.1.0" in shown["versions"]
    assert shown["ortools"] == "9.15"  # which no run names


def test_growth_is_drawn_ahead_only_where_it_is_known(found: Findings) -> None:
    brief = findings("brief", campaign(range(4, 7), backends=["backtracking", "python-constraint"]), ENVIRONMENT)
    assert any(each.expected for each in found.growths)
    assert 'class="ahead"' in page(found)
    assert all(each.line and not each.expected for each in brief.growths)
    assert 'class="ahead"' not in page(brief)


@pytest.mark.full
def test_what_cannot_be_kept_for_every_choice_is_the_rarest(found: Findings) -> None:
    """Times of each family come before other measures, and these before their linear axes; nothing is there twice."""
    panels = unpacked(page(found))["panels"]
    assert {"cactus|0|total|log", "cactus|1|total|log", "phases|0", "agreement|1|", "scores|1|0,3"} <= panels.keys()
    assert not {"cactus||total|log", "phases|", "agreement||", "scaling|0|total|log"} & panels.keys()
    crowded = unpacked(page(findings("crowd", crowd(800, [*BACKENDS, *map(str, range(12))]), ENVIRONMENT)))["panels"]
    assert any(key.startswith("scatter||") and key.endswith("|total") for key in crowded)
    assert not any(key.startswith("scores|") for key in crowded), "sets of sixteen backends are too many"
