"""The page in a real browser: silent, without a network, its table sorted and filtered."""

from dataclasses import replace
from typing import Any

import pytest
from rookery_tests.chromium import Page
from rookery_tests.synthetic_records import ENVIRONMENT, QUEENS_8, campaign

from rookery.compare.analysis.findings import findings
from rookery.compare.records.record import Dispute, Matter
from rookery.compare.report.page import page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EVIL = "</script><script>document.title='broken'</script><img src=x onerror=alert(1)>"
QUARREL = Dispute("sat", "cpsat", Matter.COUNT, "91, 92", QUEENS_8, "8 queens on 8x8, number of solutions", "rookery")
INSTANCES = 15


@pytest.fixture(scope="module")
def shown(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Page:
    records = [replace(record, log=EVIL, message=EVIL, raw_status="<b>") for record in campaign()]
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(page(findings("Queens & <others>", records, ENVIRONMENT, [QUARREL])), encoding="utf-8")
    return Page(browser, path)


def names(shown: Page) -> list[str]:
    return shown.texts("#table > tbody > tr:not([hidden]) > th")


def test_it_opens_in_silence_and_without_a_network(shown: Page) -> None:
    shown.open()
    assert shown.browser.title == "Queens & <others> · 1 contested instance"
    assert len(names(shown)) == INSTANCES
    assert shown.complaints() == []
    assert shown.requests() == []
    for part in ("verdict", "contested", "scores", "charts", "sizes", "instances", "conditions"):
        assert shown.script(f"document.getElementById('{part}').innerText.length") > 100, part
    assert len(shown.all(".card > svg")) == 3
    assert len(shown.all(".contest .piece")) == 8
    for width in (320, 1280):
        shown.open(width)
        assert shown.script("document.documentElement.scrollWidth") <= width


def test_columns_sort_both_ways(shown: Page) -> None:
    shown.open()
    heads = shown.all("#table th[scope=col] button")
    heads[3].click()
    assert names(shown)[0] == "domination by queens on 4x4"
    heads[3].click()
    assert "10x10" in names(shown)[0] or "11x11" in names(shown)[0]  # no answer sorts as the longest time
    assert shown.all("#table th[scope=col]")[3].get_attribute("aria-sort") == "descending"
    heads[0].click()
    assert names(shown)[:2] == ["4 queens on 4x4, number of solutions", "5 queens on 5x5, number of solutions"]


def test_words_choose_rows(shown: Page) -> None:
    shown.open()
    shown.one("#filter").send_keys("Domination 5x5")
    assert names(shown) == ["domination by queens on 5x5"]
    assert shown.one("#shown").text == f"1 of {INSTANCES}"
    shown.one("#filter").clear()
    shown.one("#filter").send_keys(" ")
    assert len(names(shown)) == INSTANCES
    assert shown.one("#shown").text == ""
