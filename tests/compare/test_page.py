"""The page as text and in a browser: its size, what it shows without scripts, and that nothing in it breaks out."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from rookery_docs import play_page
from rookery_tests.chromium import Page
from rookery_tests.synthetic_records import BACKENDS, ENVIRONMENT, QUEENS_8, campaign, crashed, problem, record

from rookery.compare.changes import Changes
from rookery.compare.findings import Findings
from rookery.compare.page import page
from rookery.compare.record import Ended

EVIL = '</script><script>document.title="broken"</script><img src=x onerror="alert(2)">&amp;'
COUNT_8 = "8 queens on 8x8, number of solutions"
LIAR = record("sat", 8, 9, count=91)  # OEIS A000170 has 92
INSTANCES = 15


@pytest.fixture(scope="module")
def found() -> Findings:
    return Findings("Queens", campaign(), ENVIRONMENT)


class Tags(HTMLParser):
    """Collects tags, and checks that each one that is opened is closed."""

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


def test_page_shows_everything_and_needs_nothing_from_elsewhere(found: Findings) -> None:
    text = page(found)
    tags = Tags(text)
    assert tags.open == []
    links = [value for _, attributes in tags.seen for name, value in attributes.items() if name in ("src", "href")]
    assert all(value and value.startswith(("#", "data:")) for value in links)
    assert not re.search(r"[\" ,](nan|inf|-inf|None)\b", text)
    for name in found.analysis.instances:
        assert f'<th scope="row">{name}</th>' in text
    for word in ("All answers agree", "Keep in mind", "Example 3000", "time limit", "Cactus plot", "&gt; 10.0 s"):
        assert word in text
    assert not re.search(r"@import|url\(|fetch\(|XMLHttp|https?://(?!www\.w3\.org/2000/svg)", text)


@pytest.mark.parametrize(("copies", "seeds", "backends"), [(10, 2, 4), (34, 1, 2)])
def test_thousand_runs_fit_into_400_kilobytes(copies: int, seeds: int, backends: int) -> None:
    """Each instance is contested, with a large board as the witness."""
    queens = tuple(("queen", row, 2 * row % 19) for row in range(19))
    runs = [
        replace(each, instance=f"{each.instance}, variant {copy}", problem=problem(19), family=f"{each.family} {copy}")
        for copy in range(copies)
        for each in campaign(range(4, 12), seeds, BACKENDS[:backends], copy)
    ]
    names = dict.fromkeys(each.instance for each in runs)
    refused = crashed("lazy", ended=Ended.INVALID, message="no", solutions=(queens,), problem=problem(19))
    text = page(Findings("Many", [*runs, *(replace(refused, instance=name) for name in names)], ENVIRONMENT))
    assert len(runs) > 1000
    assert (text.count("<details"), "first 25 of" in text, "<p>queen on a19 c18" in text) == (25, True, True)
    assert '<g class="piece"' in text
    assert len(text.encode()) <= 400_000


def test_output_of_backends_stays_text() -> None:
    evil: dict[str, Any] = dict.fromkeys(("log", "message", "instance", "family", "backend", "command", "note"), EVIL)
    wrong = [record(**evil), record(**evil, count=91), crashed(**evil, ended=Ended.INVALID, solutions=(QUEENS_8,))]
    text = page(Findings(EVIL, wrong, {EVIL: EVIL}))
    assert "document.title" in text
    assert "<script>document" not in text
    assert "<img" not in text
    assert Tags(text).open == []


def test_wrong_backend_is_grey_and_not_ranked() -> None:
    """A solution with a piece that the problem does not have is shown in words."""
    runs = [crashed("sat", ended=Ended.INVALID, message="two queens attack", solutions=((("gnu", 0, 1),),))]
    text = page(Findings("liar", [*runs, record("cpsat")], ENVIRONMENT))
    for word in ("Backend sat is wrong: refused by the referees", "two queens attack", "<p>gnu on 0,1</p>"):
        assert word in text
    assert (text.count('<tr class="refuted">'), text.count("<td>not ranked</td>")) == (1, 1)
    assert 'class="key k2 wrong"' in text
    assert "Ratios of median times" not in text


def test_disagreement_comes_first_with_command_and_witness() -> None:
    text = page(Findings("liar", [LIAR, *campaign(range(8, 9))], ENVIRONMENT))
    order = [
        text.index(part)
        for part in (
            "sat is wrong: inconsistent with itself on 1 of 2",
            " 91",
            "rookery compare placement",
            "<h2>Scores",
        )
    ]
    assert order == sorted(order)
    assert text.count('<g class="piece"') == 8
    assert f"{COUNT_8} ✗" in text


@pytest.mark.parametrize("records", [[], [record()], [crashed()], [record("sat", 8, 0, None)]])
def test_smallest_campaigns_have_pages(records: list[Any]) -> None:
    text = page(Findings("small", records))
    assert "no instance has answers from two of them" in text
    assert Tags(text).open == []


def test_changes_are_part_of_the_page() -> None:
    runs = campaign(seeds=4)
    slow = [replace(run, times={name: 3 * seconds for name, seconds in run.times.items()}) for run in runs]
    after = Findings("slow", slow, ENVIRONMENT)
    text = page(after, Changes(Findings("before", runs, ENVIRONMENT), after))
    assert "Against the baseline" in text
    assert ">slower</td>" in text
    assert Tags(text).open == []


def test_line_ends_where_an_answer_is_missing() -> None:
    """Of five sizes the middle one has none: the line has two parts, one mark is open."""
    runs = [record("sat", size, seconds=None if size == 6 else 1.0) for size in range(4, 9)]
    chart = page(Findings("gap", runs)).partition("Cactus plot")[0]
    assert [chart.count(f'class="{style}"') for style in ("line", "mark lost", "hover")] == [2, 1, 4]


@pytest.fixture(scope="module")
def opened(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Page:
    records = [replace(each, log=EVIL, message=EVIL, note="<b>") for each in campaign()]
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(page(Findings("Queens & <others>", [LIAR, *records], ENVIRONMENT)), encoding="utf-8")
    return Page(browser, path)


def names(opened: Page) -> list[str]:
    return opened.texts("#table > tbody > tr:not([hidden]) > th")


@pytest.mark.browser
@pytest.mark.slow
def test_it_opens_in_silence_and_without_a_network(opened: Page) -> None:
    for width in (320, 1280):
        opened.open(width)
        assert opened.script("document.documentElement.scrollWidth") <= width
    assert opened.browser.title.startswith("Queens & <others> · Backend sat is wrong: inconsistent with itself")
    assert (opened.complaints(), opened.requests()) == ([], [])
    for part in ("verdict", "contested", "scores", "charts", "instances", "conditions"):
        assert opened.script(f"document.getElementById('{part}').innerText.length") > 100, part
    assert len(opened.all(".charts figure > svg")) == 3
    assert len(opened.all("#contested .piece")) == 8


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [390, 1200])
def test_axe_finds_no_faults(opened: Page, tmp_path: Path, width: int, dark: bool) -> None:
    try:
        play_page.unpack("axe-core", tmp_path)
    except play_page.NotFetched as why:
        pytest.skip(str(why))
    axe = (tmp_path / "axe.min.js").read_text(encoding="utf-8")
    assert opened.open(width, dark=dark).list_faults(axe) == []


@pytest.mark.browser
@pytest.mark.slow
def test_columns_sort_both_ways_and_words_choose_rows(opened: Page) -> None:
    opened.open()
    heads = opened.all("#table th[scope=col] button")
    heads[3].click()
    assert names(opened)[0] == "domination by queens on 4x4"
    heads[3].click()
    assert "10x10" in names(opened)[0] or "11x11" in names(opened)[0]  # no answer sorts as the longest time
    assert opened.all("#table th[scope=col]")[3].get_attribute("aria-sort") == "descending"
    heads[0].click()
    assert names(opened)[:2] == ["4 queens on 4x4, number of solutions", "5 queens on 5x5, number of solutions"]
    opened.one("#filter").send_keys("Domination 5x5")
    assert names(opened) == ["domination by queens on 5x5"]
    assert opened.one("#shown").text == f"1 of {INSTANCES}"
    opened.one("#filter").clear()
    opened.one("#filter").send_keys(" ")
    assert len(names(opened)) == INSTANCES
    assert opened.one("#shown").text == ""
