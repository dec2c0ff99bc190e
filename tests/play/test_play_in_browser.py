"""The page in a browser: squares that are buttons, marks that the referee would make, questions and their answers."""

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

import pytest
from rookery_docs import play_page
from rookery_tests.chromium import PlayPage, chromium
from rookery_tests.yardstick import comes_true

import rookery as rk
from rookery.models.boards.base import AbstractBoard
from rookery.models.pieces.piece import STANDARD
from rookery.models.referee.walking import reach
from rookery.play.server import PlayServer
from rookery.play.settings import describe_piece

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BOARDS = ("6", "4x7", "6:torus", "4x5:torus", "5:cylinder", "regions:AAB/ACB/C#B")
STARS = "regions:BBBFEC/BBFFCC/BBBBCC/BBBBDD/BBBDDD/ABBDDD"
SCRIPT = """
  const { makeBoard, attacks } = window.rookeryPlay;
  return arguments[0].map(([spec, holes, pieces]) => {
    const board = makeBoard(spec, holes);
    const names = board.cells.map((cell) => cell.at);
    return pieces.map((piece) => board.cells.map((_, at) => [...attacks(board, piece, at)].map((to) => names[to])));
  });
"""


@pytest.fixture(scope="module")
def page() -> Iterator[PlayPage]:
    served = PlayServer(0)
    thread = Thread(target=served.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    served.warm_up()
    with chromium() as browser:
        yield PlayPage(browser, served.address)
    served.shutdown()
    thread.join()
    served.close()


def at(**question: Any) -> str:
    """The address of a question."""
    return f"#q={quote(json.dumps({'family': 'placement', 'board': '8', 'pieces': [['queen', 8]]} | question))}"


def test_page_marks_the_squares_that_the_referee_walks(page: PlayPage) -> None:
    """For every piece, on every shape of board, from every square; also with a hole in the middle."""
    page.open()
    pieces = [*STANDARD, rk.piece("R3"), rk.piece("fN")]
    entries: list[tuple[str, list[list[int]], list[dict[str, Any]]]] = []
    known: list[tuple[AbstractBoard, rk.Piece]] = []
    for spec, holes in [*((spec, []) for spec in BOARDS), *((spec, [[2, 2]]) for spec in BOARDS[:5])]:
        board = rk.board(spec, holes=[(row, column) for row, column in holes])
        entries.append((spec, holes, [describe_piece(piece) for piece in pieces]))
        known += [(board, piece) for piece in pieces]
    found = iter([each for board in page.browser.execute_script(SCRIPT, entries) for each in board])
    for board, piece in known:
        expected = [sorted(map(list, reach(piece, square, board))) for square in board]
        assert list(map(sorted, next(found))) == expected, (str(board), piece.name)


def test_pieces_are_placed_marked_and_completed(page: PlayPage) -> None:
    page.open(at=at(backend="textbook"))
    assert (page.complaints(), [url for url in page.requests() if "127.0.0.1" not in url]) == ([], [])
    page.press_cell(33, 43)
    assert page.board()[33] == "b4, queen"
    assert page.board()[34] == "c4, attacked"
    assert page.one("#line").text.startswith("2 pieces placed, ")
    page.until("document.getElementById('left').textContent")
    assert page.one("#left").text == "Exactly one way is left to complete it."
    assert "Accepted by both referees." in page.answer("ask")
    assert sum("found queen" in label for label in page.board()) == 6
    page.press_cell(42)
    assert page.one("#line").text.endswith(", 3 pieces attack each other.")
    assert page.board()[42] == "c3, queen, attacked"
    page.one("#undo").click()
    assert page.board()[42] == "c3, attacked"


def test_link_is_a_question(page: PlayPage) -> None:
    page.open(at=at(family="regions", board=STARS, pieces=[["king", None]]))
    assert page.answer("hint").startswith("Hint\n")
    page.open(at=at(family="domination", pieces=[["queen", None]]))
    assert page.answer("ask").startswith("5 (optimal)")
    page.open(at=at(given=[["queen", 0, 0], ["queen", 3, 3]]))
    assert "Queens on a8 and d5 attack each other" in page.answer("why")
    assert len(page.all(".arrows line")) == 1


@pytest.mark.parametrize("dark", [False, True])
def test_page_is_accessible_and_narrow(page: PlayPage, dark: bool, tmp_path: Path) -> None:
    """With an answer, solutions to leaf through, and all that can be unfolded open."""
    try:
        play_page.unpack("axe-core", tmp_path)
    except play_page.NotFetched as why:
        pytest.skip(str(why))
    page.open(320, at=at(family="regions", board=STARS, pieces=[["king", None]], want="all"), dark=dark)
    page.answer("ask")
    assert page.script("document.documentElement.scrollWidth") <= 320
    page.script("(document.querySelectorAll('details').forEach((each) => (each.open = true)), 1)")
    assert page.list_faults((tmp_path / "axe.min.js").read_text(encoding="utf-8")) == []


EVIL = "<img src=x onerror=document.title='owned'>"
HOSTILE: dict[str, list[Any]] = {
    "family": [EVIL, "constructor"],
    "board": [EVIL, f"regions:{EVIL}", f"8:{EVIL}", "999999x999999", 'regions:<"/<"'],
    "holes": [EVIL, [[EVIL, 0]], [[-1, 1e9]], [[0, 0]] * 2000],
    "pieces": [[[EVIL, EVIL]], [["__proto__", {"a": 1}]], [[f"black {EVIL}", [EVIL]]], [["toString", 1e308]]],
    "options": [{EVIL: EVIL}, {"__proto__": {"x": 1}}, {str(i): i for i in range(500)}],
    "given": [[[EVIL, 0, 0]], [["queen", 99, -1]], [["queen", 0, 0]] * 1000],
    "placed": [[[f"white {EVIL}", 0, 0]]],
    "forbidden": [[[EVIL, EVIL]]],
    "backend": [EVIL, "/tmp/evil.py:Evil"],
}
OPEN = """
  const done = arguments[1], moved = (hash) => new Promise((seen) => {
    addEventListener("hashchange", () => setTimeout(seen), { once: true });
    location.hash = hash;
  });
  (async () => { for (const hash of arguments[0]) { await moved("#none"); await moved(hash); } })().then(done);
"""


def test_address_never_becomes_markup(page: PlayPage) -> None:
    """Whatever each field says: no element, no handler, no request, and the page goes on."""
    page.open()
    page.browser.set_script_timeout(page.patience)
    page.browser.execute_async_script(OPEN, [at(**{name: each}) for name, values in HOSTILE.items() for each in values])
    made = "[...document.querySelectorAll('*')].filter(e => e.matches('img, iframe') ||"
    made += " [...e.attributes].some(({ name }) => name.startsWith('on')))"
    assert (page.script(f"{made}.length"), page.browser.title, page.complaints()) == (0, "Play · Rookery", [])
    assert [url for url in page.requests() if not url.startswith(page.address.rpartition("/")[0])] == []
    page.open(at=at(pieces=[[EVIL, 1]], given=[[EVIL, 0, 0]], options={EVIL: EVIL}))
    assert comes_true(lambda: "unexpected keyword argument" in page.answer("ask"))  # once the others are answered
    assert (page.script("document.querySelectorAll('img').length"), page.browser.title) == (0, "Play · Rookery")
