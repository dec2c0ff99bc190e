"""The page in a real browser: silent, without a network, sorted, opened, by mouse and by keyboard."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.chromium import Page
from rookery_tests.synthetic_records import ENVIRONMENT, QUEENS_8, campaign, page_of_thousands
from rookery_tests.yardstick import within

from rookery.compare.analysis.findings import findings
from rookery.compare.records.record import Dispute, Matter
from rookery.compare.report.page import page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EVIL = "</script><script>document.title='broken'</script><img src=x onerror=alert(1)>"
QUARREL = Dispute(
    "sat",
    "cpsat",
    Matter.COUNT,
    "sat counts 91, cpsat counts 92",
    QUEENS_8,
    "8 queens on 8x8, number of solutions",
    "rookery compare",
)
INSTANCES = 15


@pytest.fixture(scope="module")
def shown(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Page:
    records = [replace(record, log=EVIL, message=EVIL, raw_status="<b>") for record in campaign()]
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(page(findings("Queens & <others>", records, ENVIRONMENT, [QUARREL])), encoding="utf-8")
    return Page(browser, path)


def names(shown: Page) -> list[str]:
    return shown.texts("#table > tbody > tr > th .opener")


def test_it_opens_in_silence_and_without_a_network(shown: Page) -> None:
    shown.open()
    assert shown.browser.title == "Queens & <others> · 1 contested instance"
    assert len(names(shown)) == INSTANCES
    assert shown.complaints() == []
    assert shown.requests() == []


def test_the_verdict_is_first_and_red_with_its_command(shown: Page) -> None:
    shown.open()
    expected = "Backends cpsat and sat contradict each other on 1 of 15 instances, and nothing shows who is right"
    assert shown.texts("main section h2")[0].startswith(expected)
    red = shown.script("getComputedStyle(document.querySelector('.verdict h2')).color")
    assert red == "rgb(176, 42, 31)"
    assert shown.texts(".contest summary b:first-child")[0] == "8 queens on 8x8, number of solutions"
    assert shown.texts(".contest code") == ["rookery compare"]
    assert len(shown.all(".contest .board text")) == 8
    shown.one(".contest .copy").click()
    shown.until("['Copied', 'Select it by hand'].includes(document.querySelector('.contest .copy').textContent)")


def test_every_part_is_filled(shown: Page) -> None:
    shown.open()
    for part in ("contested", "agreement", "scores", "charts", "growth", "pairs", "instances", "conditions"):
        assert shown.script(f"document.getElementById('{part}').innerText.length") > 200, part
    assert len(shown.all(".card .chart svg")) == 6
    assert shown.script(
        "[...document.querySelectorAll('.card svg path')].every(p => !p.getAttribute('d').includes('NaN'))"
    )
    assert shown.texts(".matrix td.bad") == ["✗ 1\n11 agree"] * 2


def test_columns_sort_both_ways(shown: Page) -> None:
    shown.open()
    shown.one("#table th[data-sort='0/total'] button").click()
    first = names(shown)
    assert first[0] == "domination by queens on 4x4"
    assert shown.one("#table th[data-sort='0/total']").get_attribute("aria-sort") == "ascending"
    shown.one("#table th[data-sort='0/total'] button").click()
    assert shown.one("#table th[data-sort='0/total']").get_attribute("aria-sort") == "descending"
    assert "10x10" in names(shown)[0] or "11x11" in names(shown)[0]  # no answer sorts as the longest time
    shown.one("#table th[data-sort='name'] button").click()
    assert names(shown)[:2] == ["4 queens on 4x4, number of solutions", "5 queens on 5x5, number of solutions"]


def test_an_instance_opens_with_boards_runs_commands_and_logs(shown: Page) -> None:
    shown.open()
    place = names(shown).index("8 queens on 8x8, number of solutions")
    shown.all(".opener")[place].click()
    detail = ".detail-row"
    assert len(shown.all(f"{detail} .board text")) == 8
    assert len(shown.all(f"{detail} .runs tbody tr")) == 4 * 3
    assert "--board 8 --count 8 --count-solutions" in shown.one(f"{detail} code").text
    shown.one(f"{detail} .log summary").click()
    assert shown.texts(f"{detail} pre")[0] == EVIL  # as text, never as markup
    before = shown.one(f"{detail} .board").get_attribute("aria-label")
    shown.one(f"{detail} button[aria-label='Next board']").click()
    assert shown.one(f"{detail} .board").get_attribute("aria-label") != before
    assert shown.one(f"{detail} .browse span").text.startswith("board 2 of")
    shown.all(".opener")[place].click()
    assert not shown.all(detail)
    assert shown.complaints() == []


def test_the_keyboard_opens_browses_and_closes(shown: Page) -> None:
    shown.open()
    shown.script("document.querySelectorAll('.opener')[4].focus()")
    shown.press("\ue007")  # Enter
    assert shown.all(".opener")[4].get_attribute("aria-expanded") == "true"
    shown.press("\ue004")  # Tab, to the boards
    assert shown.script("document.activeElement.tagName") == "FIGURE"
    shown.press("\ue014")  # arrow right
    assert shown.one(".detail-row .browse span").text.startswith("board 2 of")
    shown.press("\ue012", "\ue012")  # arrow left, twice: round to the last
    assert shown.one(".detail-row .browse span").text.startswith("board 12 of")
    shown.press("\ue00c")  # Escape
    assert not shown.all(".detail-row")
    assert shown.script("document.activeElement.className") == "opener"


def test_it_reads_without_scripts(shown: Page) -> None:
    shown.open()
    shown.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        shown.browser.get(shown.address)
        assert len(shown.all("#table > tbody > tr")) == INSTANCES
        shown.all("#instances noscript details")[4].find_element("css selector", "summary").click()
        assert shown.all("#instances noscript details")[4].find_element("css selector", ".board").is_displayed()
        assert not shown.one("#asked").is_displayed()
        assert shown.texts("details.fold")[0]
    finally:
        shown.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_thousands_of_runs_stay_quick(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "crowd.html"
    path.write_text(page_of_thousands(), encoding="utf-8")
    shown = Page(browser, path).open()
    assert shown.one("#shown").text == "2,000 of 2,000 instances"
    assert len(names(shown)) == 100
    shown.one("#more").click()
    assert len(names(shown)) == 600
    with within(3.0):
        shown.one("#text").send_keys("completion 1999")
        shown.until("document.querySelectorAll('.opener').length === 1")
        assert names(shown) == ["completion 1999 of 18 queens on 18x18, number of solutions"]
    assert shown.complaints() == []
