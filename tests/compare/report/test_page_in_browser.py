"""The page in a real browser: silent, without a network, filtered, sorted, opened, by mouse and by keyboard."""

from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.chromium import Page, chromium
from rookery_tests.synthetic_records import ENVIRONMENT, QUEENS_8, campaign, crowd

from rookery.compare.analysis.findings import findings
from rookery.compare.records.dispute import Dispute, Matter
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
def browser() -> Iterator[Any]:
    with chromium() as driver:
        yield driver


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
    assert shown.browser.title == "Queens & <others> · 1 disagreement"
    assert len(names(shown)) == INSTANCES
    assert shown.complaints() == []
    assert shown.requests() == []


def test_the_verdict_is_first_and_red_with_its_command(shown: Page) -> None:
    shown.open()
    assert shown.texts("main section h2")[0] == "1 disagreement"
    red = shown.script("getComputedStyle(document.querySelector('.verdict h2')).color")
    assert red == "rgb(176, 42, 31)"
    assert shown.texts(".dispute code") == ["rookery compare"]
    assert len(shown.all(".dispute .board text")) == 8


def test_every_part_is_filled(shown: Page) -> None:
    shown.open()
    for part in ("agreement", "scores", "growth", "charts", "instances", "conditions"):
        assert shown.script(f"document.getElementById('{part}').innerText.length") > 200, part
    assert len(shown.all(".card svg")) == 2 + 2 + 6
    assert shown.script(
        "[...document.querySelectorAll('.card svg path')].every(p => !p.getAttribute('d').includes('NaN'))"
    )
    assert shown.texts(".matrix td.bad") == ["✗ 1\n11 agree"] * 2


def test_texts_filter(shown: Page) -> None:
    shown.open()
    shown.one("#text").send_keys("queens 8x8 domin")
    assert names(shown) == ["plain domination by queens on 8x8"]
    assert shown.one("#shown").text == "1 of 15 instances"
    shown.one("#filters button").click()
    shown.until(f"document.querySelectorAll('.opener').length === {INSTANCES}")


def test_families_and_ends_filter(shown: Page) -> None:
    shown.open()
    shown.one("#family option[value='1']").click()
    assert len(names(shown)) == 7
    assert all("domination" in name for name in names(shown))
    shown.one("#family option[value='']").click()
    end = next(option for option in shown.all("#end option") if option.text == "crash")
    end.click()
    assert names(shown) == ["plain domination by queens on 10x10"]
    next(option for option in shown.all("#end option") if option.text == "a disagreement").click()
    assert names(shown) == ["8 queens on 8x8, number of solutions"]
    assert shown.all("#table tr.disputed")


def test_backends_filter_tables_and_charts(shown: Page) -> None:
    shown.open()
    assert shown.script("document.querySelectorAll('.card [data-k=\"2\"]').length") > 4
    shown.one("#b2").click()
    hidden = "[...document.querySelectorAll('[data-k=\"2\"]')].every(e => getComputedStyle(e).display === 'none')"
    assert shown.script(hidden)
    assert "python-constraint" not in shown.one("#table thead").text
    shown.one("#b2").click()
    assert not shown.script(hidden)


def test_columns_sort_both_ways(shown: Page) -> None:
    shown.open()
    head = shown.one("#table th[data-sort='3'] button")
    head.click()
    first = names(shown)
    assert first[0] == "plain domination by queens on 4x4"
    assert shown.one("#table th[data-sort='3']").get_attribute("aria-sort") == "ascending"
    head.click()
    assert shown.one("#table th[data-sort='3']").get_attribute("aria-sort") == "descending"
    assert "10x10" in names(shown)[0] or "11x11" in names(shown)[0]  # no answer sorts as the longest time
    shown.one("#table th[data-sort='name'] button").click()
    assert names(shown)[:2] == ["4 queens on 4x4, number of solutions", "5 queens on 5x5, how many"]


def test_an_instance_opens_with_boards_runs_commands_and_logs(shown: Page) -> None:
    shown.open()
    shown.all(".opener")[4].click()
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
    shown.all(".opener")[4].click()
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


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_no_screen_is_too_narrow(shown: Page, width: int, dark: bool) -> None:
    shown.open(width, dark=dark)
    shown.script("document.querySelectorAll('.opener')[4].click()")
    assert shown.script("document.documentElement.scrollWidth") <= width
    assert shown.script("document.body.scrollWidth") <= width


def contrast(shown: Page, selector: str) -> float:
    """The contrast of a text with what lies behind it, after WCAG 2."""
    behind = f"""(() => {{ let e = document.querySelector('{selector}'); const c = getComputedStyle(e).color;
      while (e && /, 0\\)|transparent/.test(getComputedStyle(e).backgroundColor)) e = e.parentElement;
      return [c, getComputedStyle(e || document.body).backgroundColor] }})()"""
    one, other = (luminance(colour) for colour in shown.script(behind))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(",")[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_texts_stand_out(shown: Page, dark: bool) -> None:
    shown.open(dark=dark)
    for selector in (
        "h1",
        ".shape",
        ".lead",
        ".verdict h2",
        ".dispute h3",
        ".note",
        "thead th",
        ".matrix td.good",
        "dt",
    ):
        assert contrast(shown, selector) >= 4.5, selector


def test_dark_is_dark(shown: Page) -> None:
    for dark, colour in ((False, "rgb(250, 248, 244)"), (True, "rgb(20, 23, 27)")):
        shown.open(dark=dark)
        assert shown.script("getComputedStyle(document.body).backgroundColor") == colour


def test_it_prints_without_controls(shown: Page) -> None:
    shown.open(dark=True, media="print")
    for selector in ("nav", "#filters"):
        assert shown.script(f"getComputedStyle(document.querySelector('{selector}')).display") == "none"
    assert shown.script("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    printed = b64decode(shown.browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"])
    assert printed.startswith(b"%PDF")


def test_it_reads_without_scripts(shown: Page) -> None:
    shown.open()
    shown.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        shown.browser.get(shown.path.as_uri())
        assert len(shown.all("#table > tbody > tr")) == INSTANCES
        shown.all("#instances noscript details")[4].find_element("css selector", "summary").click()
        assert shown.all("#instances noscript details")[4].find_element("css selector", ".board").is_displayed()
        assert not shown.one("#filters").is_displayed()
    finally:
        shown.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_thousands_of_runs_stay_quick(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "crowd.html"
    path.write_text(page(findings("crowd", crowd(8000), ENVIRONMENT)), encoding="utf-8")
    shown = Page(browser, path).open()
    assert shown.one("#shown").text == "2,000 of 2,000 instances"
    assert len(names(shown)) == 100
    shown.one("#more").click()
    assert len(names(shown)) == 600
    began = shown.script("performance.now()")
    shown.one("#text").send_keys("completion 1999")
    assert names(shown) == ["completion 1999 of 18 queens on 18x18, number of solutions"]
    assert shown.script("performance.now()") - began < 3000
    assert shown.complaints() == []
