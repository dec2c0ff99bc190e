"""What is chosen on the page: filters, charts, columns. Python has drawn every part; the address keeps the choice."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from rookery_tests.chromium import Page
from rookery_tests.synthetic_records import ENVIRONMENT, QUEENS_8, campaign

from rookery.compare.analysis.changes import Changes
from rookery.compare.analysis.findings import findings
from rookery.compare.records.record import Dispute, Matter, Record
from rookery.compare.report.page import page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

COUNTED = "8 queens on 8x8, number of solutions"
QUARREL = Dispute("sat", "cpsat", Matter.COUNT, "sat counts 91, cpsat counts 92", QUEENS_8, COUNTED, "rookery compare")
INSTANCES = 15
TABLES = """Object.fromEntries([...document.querySelectorAll('table[data-panel]')].map(table => [table.dataset.panel,
  [...table.querySelectorAll('tbody tr, tfoot tr')].filter(e => e.checkVisibility())
    .map(row => Object.fromEntries([...row.children]
    .filter(e => getComputedStyle(e).display !== 'none' && e.innerText.trim())
    .map((e, at) => [e.dataset.label ?? at, e.innerText.trim()]))).filter(row => Object.keys(row).length)]))"""
CHARTS = """Object.fromEntries([...document.querySelectorAll('.card')].filter(e => e.checkVisibility()).map(
  e => [e.id || e.querySelector('figcaption').textContent, e.querySelector('.chart').innerHTML]))"""
GROWTH = "[...document.querySelectorAll('#growth table')].filter(e => e.checkVisibility()).map(e => e.innerText)"
OPEN = "document.querySelectorAll('main details').forEach(each => (each.open = true))"
AXES = "document.querySelector('#scatter .chart svg').getAttribute('aria-label')"
TICKS = "[...document.querySelectorAll('#cactus svg text')].map(e => e.textContent)"
Keep = Callable[[Record], bool]


def add_statistics(record: Record) -> Record:
    """A record with search statistics, but of the backend that tells none."""
    work = {"nodes": int(1000 * (record.wall or 0)), "conflicts": 7}
    return record if record.backend == "python-constraint" else replace(record, statistics=work)


RECORDS = [add_statistics(record) for record in campaign()]


@pytest.fixture(scope="module")
def write(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Callable[[Keep], Page]:
    folder = tmp_path_factory.mktemp("page")

    def made(keep: Keep) -> Page:
        """The page of those records alone, beside the same ones that took three times as long."""
        left = [record for record in RECORDS if keep(record)]
        slow = [replace(each, times={name: 3 * took for name, took in each.times.items()}) for each in left]
        quarrels = [QUARREL] if any(each.instance == COUNTED for each in left) else []
        before, after = (findings("Queens", records, ENVIRONMENT, quarrels) for records in (slow, left))
        path = folder / f"{len(list(folder.iterdir()))}.html"
        path.write_text(page(after, Changes(before, after)), encoding="utf-8")
        return Page(browser, path)

    return made


@pytest.fixture(scope="module")
def whole(write: Callable[[Keep], Page]) -> Page:
    return write(lambda record: True)


def names(shown: Page) -> list[str]:
    return shown.texts("#table > tbody > tr > th .opener")


def choose(shown: Page, name: str, text: str) -> None:
    next(option for option in shown.all(f"#{name} option") if option.text == text).click()
    shown.script("void(scrollTo(0, 0))")


@pytest.mark.parametrize(
    ("keep", "at"),
    [
        (lambda record: True, "#?no-column=size"),
        (lambda record: "domination" in record.family, "#?family=domination+by+queens"),
        (lambda record: "domination" not in record.family, "#scores?family=n+queens%2C+number+of+solutions"),
    ],
    ids=["all", "guards", "counts"],
)
def test_a_family_is_shown_as_its_campaign_alone(
    whole: Page, write: Callable[[Keep], Page], keep: Keep, at: str
) -> None:
    alone = write(keep).open()
    alone.script(OPEN)
    tables, charts, axes = alone.script(TABLES), alone.script(CHARTS), alone.script(AXES)
    families = alone.script(GROWTH)
    whole.open(at=at)
    whole.script(OPEN)
    assert sum(map(len, tables.values())) >= 4 + 5 + 6 + 4
    shown = whole.script(TABLES)
    assert without({"crash", "time limit"}, shown) == without({"crash", "time limit"}, tables)
    assert all(
        row.get(end, "0") == shown["scores"][at].get(end, "0")
        for at, row in enumerate(tables["scores"])
        for end in ("crash", "time limit")
    )
    drawn = whole.script(CHARTS)
    if axes != whole.script(AXES):
        del drawn["scatter"], charts["scatter"]  # each begins with the two that are best on its runs
    assert drawn == charts
    assert whole.script(GROWTH) == families
    assert whole.complaints() == []


def without(ends: set[str], tables: dict[str, list[dict[str, str]]]) -> dict[str, list[dict[str, str]]]:
    """The tables without the columns of some ends, which no run of a part had."""
    return {name: [{key: row[key] for key in row if key not in ends} for row in rows] for name, rows in tables.items()}


@pytest.mark.parametrize(
    ("keep", "at"),
    [
        (lambda record: 5 <= record.size <= 9, "#scores?from=5&to=9"),
        (lambda record: record.size == 8, "#?text=8x8"),
        (lambda record: record.instance == COUNTED, "#?end=disagreement"),
    ],
    ids=["sizes", "text", "end"],
)
def test_sizes_texts_and_ends_choose_rows_of_instances(
    whole: Page, write: Callable[[Keep], Page], keep: Keep, at: str
) -> None:
    rows = "#table > tbody > tr"
    alone = write(keep).open()
    expected, tables = alone.texts(rows), whole.open().script(TABLES)
    whole.open(at=at)
    assert whole.texts(rows) == expected
    assert whole.script(TABLES) == tables


def test_without_a_backend_the_others_are_scored_among_themselves(whole: Page, write: Callable[[Keep], Page]) -> None:
    alone = write(lambda record: record.backend != "backtracking").open()
    alone.script(OPEN)
    tables = alone.script(TABLES)
    whole.open()
    whole.script(OPEN)
    before = whole.script(TABLES)
    whole.one("#b0").click()
    assert whole.script(TABLES) == tables
    assert before["scores"][-1] != tables["scores"][-1]  # the virtual best
    assert not whole.one("#among").is_displayed()
    hidden = "[...document.querySelectorAll('[data-k=\"0\"]')].every(e => getComputedStyle(e).display === 'none')"
    assert whole.script(hidden)
    assert "backtracking" not in whole.one("#table thead").text
    assert whole.one("#filtered").text == "Filtered: 15 of 15 instances, 3 of 4 backends"
    whole.one("#b0").click()
    assert whole.script(TABLES) == before
    assert not whole.script(hidden)


def test_texts_families_and_ends_filter(whole: Page) -> None:
    whole.open()
    whole.one("#text").send_keys("queens 8x8 domin")
    whole.until("document.querySelectorAll('.opener').length === 1")
    assert names(whole) == ["domination by queens on 8x8"]
    assert whole.one("#shown").text == "1 of 15 instances"
    whole.one("#asked button").click()
    assert len(names(whole)) == INSTANCES
    choose(whole, "family", "domination by queens")
    assert len(names(whole)) == 7
    choose(whole, "family", "all")
    choose(whole, "end", "crash")
    assert names(whole) == ["domination by queens on 10x10"]
    choose(whole, "end", "a disagreement")
    assert names(whole) == [COUNTED]
    assert whole.all("#table tr.disputed")


def test_nothing_left_is_no_error(whole: Page) -> None:
    whole.open(at="#?text=no+such+board")
    assert names(whole) == []
    assert whole.one("#shown").text == "0 of 15 instances"
    assert whole.complaints() == []
    for number in range(4):
        whole.one(f"#b{number}").click()
    assert whole.complaints() == []


def test_the_choice_stands_in_the_address_and_back_undoes_it(whole: Page) -> None:
    whole.open()
    choose(whole, "from", "8")
    whole.one("#b3").click()
    assert whole.script("location.hash") == "#?no-who=sat&from=8"
    left = names(whole)
    whole.one("nav a[href='#scores']").click()
    assert whole.script("location.hash") == "#scores?no-who=sat&from=8"
    whole.open(at=whole.script("location.hash"))
    assert names(whole) == left
    assert not whole.one("#b3").is_selected()
    whole.script("void(scrollTo(0, 0))")  # the driver would scroll it below the bar
    whole.one("#b3").click()
    whole.browser.back()
    whole.until("!document.getElementById('b3').checked")
    assert names(whole) == left
    whole.browser.forward()
    whole.until("document.getElementById('b3').checked")


@pytest.mark.parametrize("at", ["#?family=none+such&x=none&measure=none&no-who=none", "#none?&&=", "#?from=many&%zz"])
def test_an_address_of_nonsense_shows_everything(whole: Page, at: str) -> None:
    whole.open(at=at)
    assert len(names(whole)) == INSTANCES
    assert whole.complaints() == []


def test_pairs_are_chosen(whole: Page) -> None:
    whole.open()
    choose(whole, "pair", "cpsat against sat")
    assert whole.script(AXES) == "cpsat against sat"
    whole.one("#b3").click()
    assert whole.script(AXES) != "cpsat against sat"
    assert "sat" not in whole.script(AXES).split()
    whole.one("#b3").click()
    assert whole.script(AXES) == "cpsat against sat"
    assert "10 ms" in whole.script(TICKS)
    choose(whole, "scale", "linear")
    assert {"0", "1 s", "2 s"} <= set(whole.script(TICKS))
    assert not whole.one("#usual").is_displayed()
    assert whole.complaints() == []


def test_effort_takes_the_place_of_time(whole: Page) -> None:
    whole.open()
    assert [option.text for option in whole.all("#measure option")][-2:] == ["nodes", "conflicts"]
    choose(whole, "measure", "nodes")
    assert "within (median nodes)" in whole.script(TICKS)
    drawn = "document.querySelectorAll('#cactus [data-k=\"{}\"] path').length"
    assert whole.script(drawn.format(0))
    assert not whole.script(drawn.format(2))  # python-constraint tells no nodes
    choose(whole, "pair", "backtracking against python-constraint")
    silent = findings("Queens", RECORDS, ENVIRONMENT).grid.of("python-constraint")
    marks = "[...document.querySelectorAll('#scatter .chart .mark')].map(e => e.getAttribute('d')).join('')"
    assert (
        whole.script(marks).count("M") == sum(cell.total.censored for cell in silent) < len(silent)
    )  # no answer is something else
    assert not whole.script(
        "[...document.querySelectorAll('.card svg path')].some(e => /NaN|Infinity/.test(e.outerHTML))"
    )
    assert not whole.all("#charts [data-family] .ahead")
    assert whole.complaints() == []


def test_columns_are_chosen(whole: Page) -> None:
    whole.open()
    assert len(whole.all("#table thead th")) == 3 + 4
    for name in ("size", "nodes", "memory"):
        whole.one(f".columns input[value='{name}']").click()
    heads = [text.strip() for text in whole.texts("#table thead th")]
    assert len(heads) == 2 + 3 * 4
    assert heads[2:5] == ["backtracking time", "backtracking nodes", "backtracking memory"]
    assert "90 MiB" in whole.one("#table tbody tr").text
    whole.open(at=whole.script("location.hash"))
    assert [text.strip() for text in whole.texts("#table thead th")] == heads
