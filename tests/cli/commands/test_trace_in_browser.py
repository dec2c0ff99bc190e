"""The page of `rookery trace` in a browser."""

from typing import Any

import pytest
from rookery_tests.chromium import Page
from rookery_tests.command_line import rookery

pytestmark = pytest.mark.browser

STEPS = 138


@pytest.fixture(scope="module")
def page(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Page:
    path = tmp_path_factory.mktemp("trace") / "trace.html"
    queens = ("--piece", "queen", "--board", "4", "--numbers")
    assert rookery("trace", "placement", *queens, "--out", str(path)).code == 0
    return Page(browser, path)


def read_step(page: Page) -> int:
    return int(page.script("now"))


def test_trace_opens_in_silence_and_without_a_network(page: Page) -> None:
    page.open()
    assert (read_step(page), page.one("#told").text) == (0, "An empty board. Press play, or step.")
    assert (page.complaints(), page.requests()) == ([], [])


def test_steps_are_described_and_drawn(page: Page) -> None:
    page.open()
    for expected in ("Try: 0,0.", "Place: nothing speaks against 0,0", "Try: 1,0.", "Conflict: 1,0 clashes with the q"):
        page.one("#next").click()
        assert page.one("#told").text.startswith(expected)
    assert len(page.all("#pieces .piece.bad")) == 1
    assert len(page.all("#marks .ray")) == 1
    page.one("#back").click()
    assert page.one("#told").text == "Try: 1,0."
    wrong = page.script(
        """(() => {
          const wrong = [];
          const board = [];
          for (let step = 1; step <= data.steps.length; step++) {
            const [move, square] = data.steps[step - 1];
            if (move === PLACE) board.push(square);
            if (move === RETRACT) board.pop();
            if (String(standing(step).map((node) => node.square)) !== String(board)) wrong.push(step);
          }
          return wrong;
        })()"""
    )
    assert wrong == []


def test_trace_plays_to_its_end(page: Page) -> None:
    page.open()
    page.script("(get('speed').value = 9, drawPace())")
    page.press(" ")
    page.until(f"now === {STEPS} && !playing")
    numbers = [page.one(f"#n-{name}").text for name in ("tries", "conflicts", "placed", "solutions")]
    assert numbers == ["60", "44", "16", "2"]


@pytest.mark.parametrize(("width", "dark"), [(320, True), (1280, False)])
def test_trace_fits_narrow_and_wide_screens(page: Page, width: int, dark: bool) -> None:
    page.open(width, dark=dark)
    page.script("show(57)")
    assert page.script("document.documentElement.scrollWidth") <= width
    light = page.script("getComputedStyle(document.body).backgroundColor") == "rgb(250, 248, 244)"
    assert light != dark
    assert page.complaints() == []
