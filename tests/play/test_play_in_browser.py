"""The page in a browser: squares that are buttons, marks that the referee would make, questions and their answers."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

import pytest
from rookery_docs import pyodide
from rookery_tests.chromium import PlayPage, chromium
from rookery_tests.yardstick import comes_true

import rookery as rk
from rookery.compare.report.charts import OURS
from rookery.models.boards.ground import Ground
from rookery.models.pieces.piece import STANDARD, UNICORN
from rookery.models.referee.walking import reach
from rookery.play.server import PlayServer, page_files
from rookery.play.settings import describe_piece

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BOARDS = ("6", "4x7", "6:torus", "4x5:torus", "5:cylinder", "5:klein", "4x5:klein", "5:moebius", "4x3:moebius",
          "hex:3", "triangle:5", "rhombus:4", "3x3x3", "2x3x4", "regions:AAB/ACB/C#B")  # fmt: skip
STARS = "regions:BBBFEC/BBFFCC/BBBBCC/BBBBDD/BBBDDD/ABBDDD"
DOWN, RIGHT = "\ue015", "\ue014"
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


def admits(board: Ground, piece: rk.Piece) -> bool:
    """Whether a board has a piece."""
    try:
        board.admit(piece)
    except rk.BadInput:
        return False
    return True


def test_the_page_marks_what_the_referee_walks(page: PlayPage) -> None:
    """For every piece, on every shape of board, from every square; also with a hole in the middle."""
    page.open()
    pieces = [*STANDARD, UNICORN, rk.piece("R3"), rk.piece("fN")]
    entries: list[tuple[str, list[list[int]], list[dict[str, Any]]]] = []
    known: list[tuple[Ground, rk.Piece]] = []
    for spec, holes in [*((spec, []) for spec in BOARDS), *((spec, [[2, 2]]) for spec in BOARDS[:8])]:
        board = rk.board(spec, holes=[(row, column) for row, column in holes])
        asked = [piece for piece in pieces if admits(board, piece)]
        entries.append((spec, holes, [describe_piece(piece) for piece in asked]))
        known += [(board, piece) for piece in asked]
    found = iter([each for board in page.browser.execute_script(SCRIPT, entries) for each in board])
    for board, piece in known:
        expected = [sorted(map(list, reach(piece, square, board))) for square in board]
        assert list(map(sorted, next(found))) == expected, (str(board), piece.name)


def test_a_star_marks_its_row_its_column_and_its_region(page: PlayPage) -> None:
    """As the model excludes them: two squares of which at most one may hold a star."""
    page.open(at=at(family="regions", board=STARS, pieces=[["king", None]]))
    marks = """(() => {
      const { makeBoard, survey, piece } = window.rookeryPlay;
      const board = makeBoard(%s);
      return board.cells.map((_, at) => [...survey(board, new Map([[at, piece("king")]]), { alone: true }).attacked]);
    })()"""
    model = rk.regions(STARS).model
    ones = [each.literals for each in model.constraints if isinstance(each, rk.AtMost | rk.Exactly) and each.bound == 1]
    rivals = [sorted({b for line in ones if a in line for b in line} - {a}) for a in range(model.variables)]
    assert list(map(sorted, page.script(marks % json.dumps(STARS)))) == rivals


def test_a_search_is_watched_step_by_step(page: PlayPage) -> None:
    page.open(at=at(board="4", pieces=[["queen", 4]]))
    assert "Step 0 of 138: An empty board." in page.answer("trace")
    for expected in ("Try a4", "Place on a4", "Try a3", "Conflict on a3"):
        page.one("#answers [aria-label='Next step']").click()
        assert f": {expected}." in page.answer()
    assert page.board()[:2] == ["a4, found queen", "b4, attacked"]
    assert len(page.all(".arrows line")) == 1


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


def test_keys_walk_and_place(page: PlayPage) -> None:
    page.open()
    page.script("document.querySelector('[data-cell=\"0\"]').focus()")
    page.press(RIGHT, DOWN, " ")
    assert page.board()[9] == "b7, queen"
    page.press(" ")
    assert page.board()[9] == "b7, free"


def test_a_link_is_a_question(page: PlayPage) -> None:
    page.open(at=at(family="regions", board=STARS, pieces=[["king", None]]))
    assert page.answer("hint").startswith("Hint\n")
    page.open(at=at(family="domination", pieces=[["queen", None]]))
    assert page.answer("ask").startswith("5 (optimal)")
    page.open(at=at(given=[["queen", 0, 0], ["queen", 3, 3]]))
    assert "The queen on a8 and the queen on d5 attack each other" in page.answer("why")
    assert len(page.all(".arrows line")) == 1


def test_a_finger_paints_a_region(page: PlayPage) -> None:
    """Over squares that it is drawn across; the page does not scroll under it."""
    page.open(390, at=at(family="regions", board=STARS, pieces=[["king", None]]))
    page.script("([...document.querySelectorAll('#brushes button')].find(e => e.innerText === 'region G').click(), 1)")
    place = (
        "(({ x, y }) => ({ x: x + 9, y: y + 9 }))(document.querySelector('[data-cell=\"%d\"]').getBoundingClientRect())"
    )
    points = [page.script(place % cell) for cell in (6, 7, 8, 9)]
    for number, point in enumerate([*points, None]):
        kind = "touchEnd" if point is None else "touchMove" if number else "touchStart"
        touched = {"type": kind, "touchPoints": [point] if point else []}
        page.browser.execute_cdp_cmd("Input.dispatchTouchEvent", touched)
    page.until("rookeryPlay.state().board === 'regions:BBBFEC/BGGGCC/BBBBCC/BBBBDD/BBBDDD/ABBDDD'")


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing(page: PlayPage, dark: bool, tmp_path: Path) -> None:
    """With an answer, solutions to leaf through, and all that can be unfolded open."""
    try:
        pyodide.unpack("axe-core", tmp_path)
    except pyodide.NotFetched as why:
        pytest.skip(str(why))
    page.open(at=at(family="regions", board=STARS, pieces=[["king", None]], want="all"), dark=dark)
    page.answer("ask")
    page.script("(document.querySelectorAll('details').forEach((each) => (each.open = true)), 1)")
    assert page.list_faults((tmp_path / "axe.min.js").read_text(encoding="utf-8")) == []


def test_a_certificate_of_a_file_is_checked(page: PlayPage, tmp_path: Path) -> None:
    """Also one that is as large as the page takes: its bytes are no arguments of a function."""
    rk.certify(rk.placement("queen", 4, count=4, fixed=["a1"])).write(tmp_path / "good.cert")
    (tmp_path / "large.cert").write_bytes(bytes(1 << 17))
    page.open()
    page.script("(document.getElementById('certificates').open = true, 1)")
    for name, said in (("good.cert", "Verified in "), ("large.cert", "not a certificate")):
        page.one("#file").send_keys(str(tmp_path / name))
        page.until(f"document.getElementById('proof').textContent.includes({json.dumps(said)})")


def test_two_backends_race(page: PlayPage) -> None:
    page.open(at=at(board="6", pieces=[["queen", 6]], backend="textbook"))
    page.script("(document.getElementById('race').value = 'sat', 1)")
    said = page.answer("ask")
    assert (page.texts(".races h3")[::2], "Both say the same." in said) == (["textbook", "sat"], True)


EVIL = "<img src=x onerror=document.title='owned'>"
HOSTILE: dict[str, list[Any]] = {
    "family": [EVIL, "constructor", 7],
    "board": [EVIL, f"regions:{EVIL}", f"8:{EVIL}", "999999x999999", "hex:999", "1x1024", "0", 'regions:<"/<"'],
    "holes": [EVIL, [EVIL], [[EVIL, 0]], [[-1, 1e9]], [[0, 0]] * 2000],
    "pieces": [
        [[EVIL, EVIL]],
        [["__proto__", {"a": 1}]],
        [[f"black {EVIL}", [EVIL]]],
        [["toString", 1e308]],
        [["", 1]],
    ],
    "options": [EVIL, {EVIL: EVIL}, {"__proto__": {"x": 1}}, {"toString": True}, {str(i): i for i in range(500)}],
    "given": [[[EVIL, 0, 0]], [["toString", 1, 1]], [["queen", 99, -1]], [["queen", 0, 0]] * 1000],
    "placed": [[[f"white {EVIL}", 0, 0]], [["__proto__", 7, 7]]],
    "forbidden": [EVIL, [[EVIL, EVIL]], [[0, 0, 0]]],
    "want": [EVIL, "constructor", 3],
    "backend": [EVIL, "__proto__", "/tmp/evil.py:Evil"],
    "up_to_symmetry": [EVIL],
}
OPEN = """
  const done = arguments[1], moved = (hash) => new Promise((seen) => {
    addEventListener("hashchange", () => setTimeout(seen), { once: true });
    location.hash = hash;
  });
  (async () => { for (const hash of arguments[0]) { await moved("#none"); await moved(hash); } })().then(done);
"""


def test_an_address_never_becomes_markup(page: PlayPage) -> None:
    """Whatever each field says: no element, no handler, no request, and the page goes on."""
    page.open()
    page.browser.set_script_timeout(page.patience)
    page.browser.execute_async_script(OPEN, [at(**{name: each}) for name, told in HOSTILE.items() for each in told])
    made = "[...document.querySelectorAll('*')].filter(e => e.matches('img, iframe') ||"
    made += " [...e.attributes].some(({ name }) => name.startsWith('on')))"
    assert (page.script(f"{made}.length"), page.browser.title, page.complaints()) == (0, "Play · Rookery", [])
    assert [url for url in page.requests() if not url.startswith(page.address.rpartition("/")[0])] == []
    page.open(at=at(pieces=[[EVIL, 1]], given=[[EVIL, 0, 0]], options={EVIL: EVIL}))
    assert comes_true(lambda: "placement has no option" in page.answer("ask"))  # once the others are answered
    assert (page.script("document.querySelectorAll('img').length"), page.browser.title) == (0, "Play · Rookery")


@pytest.mark.parametrize(("width", "dark"), [(320, True), (1280, False)])
def test_it_fits_narrow_and_wide_screens(page: PlayPage, width: int, dark: bool) -> None:
    page.open(width, dark=dark)
    assert page.script("document.documentElement.scrollWidth") <= width
    assert page.one("#ask").is_displayed()


def test_backends_have_the_colours_of_reports() -> None:
    style = page_files()["play.css"].read_text(encoding="utf-8")
    colours = re.findall(
        r"--k\d:(#\w+)", files("rookery.compare.report").joinpath("templates/page.css").read_text("utf-8")
    )
    for name, colour in zip(OURS, colours, strict=False):
        assert f".bar.{name}{{background:{colour}}}" in style


def test_the_page_is_small() -> None:
    assert sum(len(each.read_bytes()) for each in page_files().values()) < 80_000
