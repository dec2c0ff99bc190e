"""The page of `rookery trace` in a browser: silent, played, scrubbed, by keys, narrow and dark."""

from pathlib import Path
from typing import Any

import pytest
from rookery_tests.chromium import Page
from rookery_tests.command_line import rookery

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RIGHT, LEFT, UP, HOME, END = "\ue014", "\ue012", "\ue013", "\ue011", "\ue010"
STEPS = 138


def written(folder: Path, side: int, *more: str) -> Path:
    path = folder / f"trace-{side}.html"
    assert (
        rookery(
            "trace", "placement", "--piece", "queen", "--board", str(side), "--out", str(path), "--numbers", *more
        ).code
        == 0
    )
    return path


@pytest.fixture(scope="module")
def shown(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Page:
    return Page(browser, written(tmp_path_factory.mktemp("trace"), 4))


def message(shown: Page) -> str:
    return str(shown.one("#told").text)


def step(shown: Page) -> int:
    return int(shown.script("now"))


def test_it_opens_in_silence_and_without_a_network(shown: Page) -> None:
    shown.open()
    assert shown.browser.title == "4 queens on 4×4 · backtracking step by step"
    assert (step(shown), message(shown)) == (0, "An empty board. Press play, or step.")
    assert (shown.complaints(), shown.requests()) == ([], [])


def test_steps_are_told_and_drawn(shown: Page) -> None:
    shown.open()
    for expected in ("Try: 0,0.", "Place: nothing speaks against 0,0", "Try: 1,0.", "Conflict: 1,0 clashes with the q"):
        shown.one("#next").click()
        assert message(shown).startswith(expected)
    assert len(shown.all("#pieces .piece.bad")) == 1
    assert len(shown.all("#marks .ray")) == 1
    assert shown.texts("#code .now") == ["if it is attacked: conflict"]
    shown.one("#back").click()
    assert message(shown) == "Try: 1,0."
    assert shown.all("#marks .ray") == []


def test_it_plays_and_pauses(shown: Page) -> None:
    shown.open()
    shown.script("(get('speed').value = 6, drawPace())")
    shown.one("#play").click()
    assert shown.one("#play").text == "Pause"
    shown.until("now > 3")
    shown.one("#play").click()
    assert shown.one("#play").text == "Play"
    stopped = step(shown)
    shown.browser.execute_async_script("setTimeout(arguments[0], 200)")
    assert step(shown) == stopped < STEPS


def test_it_plays_to_the_end_and_starts_again(shown: Page) -> None:
    shown.open()
    shown.script("(get('speed').value = 9, drawPace())")
    shown.press(" ")
    shown.until(f"now === {STEPS} && !playing")
    assert message(shown).endswith("The search has ended.")
    assert [shown.one(f"#n-{name}").text for name in ("tries", "conflicts", "placed", "solutions")] == [
        "60",
        "44",
        "16",
        "2",
    ]
    shown.press(" ")
    shown.until("playing || now > 0")


def test_scrubbing_goes_anywhere(shown: Page) -> None:
    shown.open()
    shown.script("(get('scrub').value = 57, get('scrub').dispatchEvent(new Event('input')))")
    assert message(shown) == "Solution: every row has its queen: number 1."
    assert len(shown.all("#pieces .piece.won")) == 4
    assert shown.script("get('scrub').getAttribute('aria-valuetext')") == f"step 57 of {STEPS}"
    shown.one("#scrub").send_keys(RIGHT)
    assert message(shown).startswith("Retract: nothing is left to try below: the queen leaves 3,2.")


def test_keys(shown: Page) -> None:
    shown.open()
    shown.press(RIGHT, RIGHT, RIGHT, LEFT)
    assert step(shown) == 2
    shown.press("n")
    assert step(shown) == 57
    shown.press("n")
    assert step(shown) == 86
    shown.press("n")
    assert step(shown) == STEPS
    shown.press(HOME)
    assert step(shown) == 0
    shown.press(END, LEFT)
    assert step(shown) == STEPS - 1
    before = shown.one("#pace").text
    shown.press(UP)
    assert (before, shown.one("#pace").text) == ("2 a second", "4 a second")


def test_a_key_on_a_button_is_the_button_s_own(shown: Page) -> None:
    shown.open()
    shown.script("get('next').focus()")
    shown.press(" ")
    assert (step(shown), shown.script("playing")) == (1, False)


def test_the_tree_grows_and_leads_back(shown: Page) -> None:
    shown.open()
    assert len(shown.all("#tree circle.node:not(.root)")) == 16
    assert len(shown.all("#tree .clash")) == 44
    assert shown.all("#tree .seen") == []
    shown.script("show(57)")
    assert len(shown.all("#tree circle.path")) == 4
    assert len(shown.all("#tree circle.won")) == 1
    shown.script(f"show({STEPS})")
    assert len(shown.all("#tree .node.seen")) == 60
    shown.script("nodes[0].dot.dispatchEvent(new Event('click'))")
    assert step(shown) == 2


def test_solutions_hang_in_the_album(shown: Page) -> None:
    shown.open()
    assert len(shown.all("#album li.ahead")) == 2
    shown.all("#album button")[1].click()
    assert step(shown) == 86
    assert shown.all("#album li.ahead") == []
    assert len(shown.all("#album li:first-child .piece")) == 4


def test_every_step_draws_what_stands_on_the_board(shown: Page) -> None:
    shown.open()
    wrong = shown.script(
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


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
@pytest.mark.parametrize("dark", [False, True])
def test_it_fits_narrow_and_wide_screens(shown: Page, width: int, dark: bool) -> None:
    shown.open(width, dark=dark)
    shown.script("show(57)")
    assert shown.script("document.documentElement.scrollWidth") <= width
    assert shown.one("#play").is_displayed()
    light = shown.script("getComputedStyle(document.body).backgroundColor") == "rgb(250, 248, 244)"
    assert light != dark
    assert shown.complaints() == []


def test_a_cut_trace_says_so_and_shows_the_whole_tree(browser: Any, tmp_path: Path) -> None:
    shown = Page(browser, written(tmp_path, 8)).open()
    shown.press(END)
    assert message(shown).endswith("The trace is cut here; the search goes on.")
    assert shown.script("get('grove').scrollWidth > get('grove').clientWidth")
    assert shown.script("get('grove').scrollLeft") > 0
    shown.one("#fit").click()
    assert shown.script("get('grove').scrollWidth <= get('grove').clientWidth")
    assert shown.complaints() == []


def test_without_scripts_the_steps_are_read(shown: Page) -> None:
    shown.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        shown.browser.get(shown.address)
        assert not shown.one("#play").is_displayed()
        assert shown.one("#words li").is_displayed()
        assert shown.one("figcaption").text.startswith("The first solution.")
    finally:
        shown.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
