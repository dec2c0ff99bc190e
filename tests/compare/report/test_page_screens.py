"""The page on screens of all widths, dark and light, by nav and keyboard, and on paper: nothing hidden, cut or lost."""

import json
import re
import subprocess
from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from rookery_tests.chromium import Page
from rookery_tests.synthetic_records import BACKENDS, ENVIRONMENT, QUEENS_8, campaign, crashed

from rookery.compare.analysis.changes import Changes, SideBySide
from rookery.compare.analysis.findings import findings
from rookery.compare.records.record import Dispute, Matter
from rookery.compare.report.page import page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

COUNTED = "8 queens on 8x8, number of solutions"
LONG = "rookery compare " + "--option amo=pairwise " * 12
QUARREL = Dispute("sat", "cpsat", Matter.COUNT, "sat counts 91, cpsat counts 92", QUEENS_8, COUNTED, LONG)
FIVE = (*BACKENDS, "textbook")
VIEW = """(() => { const cut = [];
  for (const each of document.querySelectorAll('main *')) {
    if (!each.checkVisibility() || each.closest('.scroll, pre, .symbols, thead')) continue;
    const { left, right, width } = each.getBoundingClientRect();
    if (width && (left < -1 || right > document.documentElement.clientWidth + 1))
      cut.push(each.tagName + '.' + each.getAttribute('class') + ' ' + each.textContent.slice(0, 30)); }
  return cut })()"""


@pytest.fixture(scope="module")
def shown(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Page:
    """Three campaigns side by side, one disagreement, a backend that crashes now and then."""
    records = campaign(backends=FIVE)
    slow = [replace(each, times={name: 3 * took for name, took in each.times.items()}) for each in records]
    old, last = (findings(name, slow, ENVIRONMENT) for name in ("old", "last"))
    found = findings("Queens", records, ENVIRONMENT, [QUARREL], "/somewhere/queens")
    path = tmp_path_factory.mktemp("page") / "report.html"
    text = page(found, Changes(old, found), SideBySide((old, last, found)))
    path.write_text(text, encoding="utf-8")
    return Page(browser, path)


def test_the_nav_leads_to_headings_that_are_seen(shown: Page) -> None:
    shown.open()
    links = shown.all("nav a[href]:not(.filtered)")
    assert len(links) == 10
    for link in links:
        place = link.get_attribute("href").split("#")[1]
        link.click()
        bar = shown.script("document.querySelector('nav').getBoundingClientRect().bottom")
        top = shown.script(f"document.querySelector('#{place} h2').getBoundingClientRect().top")
        end = shown.script("document.documentElement.scrollHeight - innerHeight - scrollY")
        assert bar <= top < bar + 60 or end < 1, place
        assert shown.script(
            f"document.querySelector('#{place} h2').contains(document.elementFromPoint("
            f"...(({{ left, top, height }}) => [left + 5, top + height / 2])"
            f"(document.querySelector('#{place} h2').getBoundingClientRect())))"
        ), f"{place} is under something"


def test_the_bar_lets_nothing_shine_through(shown: Page) -> None:
    for dark in (False, True):
        shown.open(dark=dark)
        assert shown.script("getComputedStyle(document.querySelector('nav')).backgroundColor").startswith("rgb(")


def test_a_folded_part_opens_when_the_nav_leads_there(shown: Page) -> None:
    shown.open(390)
    assert not shown.one("#instances details").get_attribute("open")
    shown.one("nav a[href='#instances']").click()
    assert shown.one("#instances details").get_attribute("open")
    shown.open(390, at="#conditions")
    assert shown.one("#conditions details").get_attribute("open")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_no_screen_is_too_narrow(shown: Page, width: int, dark: bool) -> None:
    shown.open(width, dark=dark)
    shown.script("document.querySelectorAll('main details').forEach(each => (each.open = true))")
    shown.script("document.querySelectorAll('.opener')[4].click()")
    assert shown.script("document.documentElement.scrollWidth") <= width
    assert shown.script(VIEW) == []


@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_shows_charts_with_keys_and_times_without_scrolling_sideways(shown: Page, width: int) -> None:
    shown.open(width)
    assert shown.script("document.documentElement.scrollHeight") < 9000
    assert len(shown.all(".card")) == len(shown.all(".card .keys")) == 8
    assert shown.script(
        "[...document.querySelectorAll('.card')].every(c => c.querySelectorAll('.keys span').length === 5)"
    )
    letters = "[...document.querySelectorAll('.card text')].map(e => e.getBoundingClientRect().height)"
    assert min(shown.script(letters)) >= 9
    shown.one("nav a[href='#instances']").click()
    assert not shown.script(
        "[...document.querySelectorAll('.scroll:has(.cards)')].some(e => e.scrollWidth > e.clientWidth)"
    )
    first = shown.one("#table tbody tr")
    for who in FIVE:
        assert who in shown.script(
            "[...document.querySelectorAll('#table tbody tr:first-child td')].map(e => e.dataset.label).join()"
        )
    assert " ms" in first.text
    labels = "getComputedStyle(document.querySelector('#table td.time'), '::before').content"
    assert shown.script(labels) == '"backtracking"'


BEHIND = """(selectors => selectors.map(selector => {
  let e = document.querySelector(selector); const { color } = getComputedStyle(e);
  while (e && /, 0\\)|transparent/.test(getComputedStyle(e).backgroundColor)) e = e.parentElement;
  return [color, getComputedStyle(e || document.body).backgroundColor] }))"""


def contrast(colour: str, behind: str) -> float:
    """The contrast of two colours, after WCAG 2."""
    one, other = luminance(colour), luminance(behind)
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(",")[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


TEXTS = (
    "h1", ".shape", ".lead", ".note", "thead th", ".keys span", "dt", "nav a", ".soft", ".chip", ".verdict h2",
    ".conclusion", ".claims", ".matrix td.good", ".matrix td.bad", ".filters label", ".columns label",
    "figcaption small", ".under", ".standings dd", ".warn", "summary", "button", "select",
)  # fmt: skip


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_texts_stand_out(shown: Page, dark: bool) -> None:
    shown.open(dark=dark)
    colours = shown.script(f"{BEHIND}({json.dumps(TEXTS)})")
    contrasts = {text: contrast(*pair) for text, pair in zip(TEXTS, colours, strict=True)}
    assert {text: value for text, value in contrasts.items() if value < 4.5} == {}


def test_dark_is_dark(shown: Page) -> None:
    for dark, colour in ((False, "rgb(250, 248, 244)"), (True, "rgb(20, 23, 27)")):
        shown.open(dark=dark)
        assert shown.script("getComputedStyle(document.body).backgroundColor") == colour


def test_each_contestant_has_its_own_mark(shown: Page) -> None:
    shown.open()
    drawn = """[...document.querySelectorAll('#backends use')]
      .map(e => document.querySelector(e.getAttribute('href')).getAttribute('d'))"""
    assert len(set(shown.script(drawn))) == 5
    dashes = "[...document.querySelectorAll('#cactus .line')].map(e => getComputedStyle(e).strokeDasharray)"
    assert len(set(shown.script(dashes))) >= 4


def test_all_that_is_controlled_has_a_name(shown: Page) -> None:
    shown.open()
    nameless = """[...document.querySelectorAll('button, input, select, summary, [role=region], svg[role=img]')]
      .filter(e => !(e.getAttribute('aria-label') || e.labels?.[0]?.textContent.trim() || e.textContent.trim()))"""
    assert shown.script(f"{nameless}.map(e => e.outerHTML)") == []


def test_a_backend_that_only_crashes_gets_no_tick(browser: Any, tmp_path: Path) -> None:
    runs = [crashed("sat", size) for size in (5, 6)] + campaign(range(5, 7), 1, ["cpsat"])
    path = tmp_path / "crash.html"
    path.write_text(page(findings("crash", runs, ENVIRONMENT)), encoding="utf-8")
    shown = Page(browser, path).open()
    assert "sat crashed on 2 of 2 runs" in shown.texts("h2")[0]
    assert "✓" not in shown.one(".matrix").text
    assert "✓" not in shown.one("#verdict").text
    assert "sat crashed" in shown.one(".standings").text.replace("\n", " ")


HEADINGS = (
    "Who is right", "Campaigns side by side", "Agreement", "Scores", "Charts", "Growth", "Pairs and phases",
    "Instances", "Conditions", "Ratios of median times", "Medians by phase", "Keep in mind", "Environment",
)  # fmt: skip
PRINTED = (*HEADINGS, "Example 3000", COUNTED, "per extra row")


def printed(shown: Page, folder: Path) -> list[str]:
    """The texts of the pages on paper."""
    asked = {"printBackground": True, "paperWidth": 8.27, "paperHeight": 11.69}
    data = b64decode(shown.browser.execute_cdp_cmd("Page.printToPDF", asked)["data"])
    assert data.startswith(b"%PDF")
    file = folder / "page.pdf"
    file.write_bytes(data)
    program = which("pdftotext")
    if program is None:
        pytest.skip("pdftotext of poppler-utils is not installed")
    text = subprocess.run([program, "-layout", file, "-"], capture_output=True, check=True, timeout=300).stdout
    return text.decode().removesuffix("\f").split("\f")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_paper_loses_nothing(shown: Page, scripts: bool, tmp_path: Path) -> None:
    shown.open(390, media="print")
    shown.script("document.querySelectorAll('main details').forEach(each => (each.open = false))")
    shown.script("document.querySelectorAll('noscript').forEach(each => each.remove())")  # mere text in this page
    shown.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not scripts})
    try:
        pages = printed(shown, tmp_path)
    finally:
        shown.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    text = "\n".join(pages)
    for part in PRINTED:
        assert part in text, part
    assert text.count("domination by queens on 1") >= 1
    assert "Copy" not in text
    assert "Measure" not in text
    assert pages[-1].count("\n") > 8, "the last page is the footer alone"
    for each in pages:
        last = [line.strip() for line in each.splitlines() if line.strip()][-1]
        assert last not in HEADINGS, last
    assert " ms\n" in text
    rows, head = re.compile(r"^ *▸ \d+ queens on", re.M), re.compile(r"^ *instance +size +answer", re.M)
    assert not scripts or all(head.search(each) for each in pages if rows.search(each)), "a table without its head"
    assert not [line for line in text.splitlines() if line.strip() in ("ms", "s", "µs")]


def test_what_printing_opens_is_closed_again(shown: Page) -> None:
    """For browsers whose style sheets cannot open what is folded."""
    shown.open(390)
    closed = "document.querySelectorAll('main details:not([open])').length"
    before = shown.script(closed)
    assert before > 5
    shown.script("dispatchEvent(new Event('beforeprint'))")
    assert shown.script(closed) == 0
    shown.script("dispatchEvent(new Event('afterprint'))")
    assert shown.script(closed) == before


def test_paper_says_that_it_is_filtered(shown: Page, tmp_path: Path) -> None:
    shown.open(at="#?from=8")
    assert "Filtered: 7 of 15 instances" in printed(shown, tmp_path)[0]
    shown.open()
    assert "Filtered" not in printed(shown, tmp_path)[0]
