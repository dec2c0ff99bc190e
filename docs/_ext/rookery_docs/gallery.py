"""The gallery: records as boards with their certificates, pieces, boards of every shape, reports and traces."""

from collections.abc import Iterator

import rookery as rk
from benchmarks.records.certificates import certificates
from rookery.models.drawing.grounds import draw_picture
from rookery.models.drawing.svg import Marks
from rookery.models.referee.walking import reach
from rookery_docs.examples import DOCS
from rookery_docs.markdown import block, join, title, write
from rookery_docs.thumbnails import THUMBNAILS, draw_shaded, run

FOLDER = DOCS / "results"
PICTURES = FOLDER / "pictures"
# Certificates that are checked within a second or two, and the options of the command that finds the same anew.
RECORDS = {
    "queen-plain-12-optimum": "--piece queen --board 12",
    "queen-plain-8-orbits": "--piece queen --board 8 --count-solutions --up-to-symmetry",
    "knight-plain-12-optimum": "--piece knight --board 12",
    "amazon-plain-10-optimum": "--piece amazon --board 10",
    "zebra-plain-10-optimum": "--piece zebra --board 10",
    "camel-plain-10-optimum": "--piece camel --board 10",
    "nightrider-plain-8-optimum": "--piece nightrider --board 8",
}
PIECES = {"amazon": "QN", "nightrider": "NN", "gnu": "NC", "zebra": "(2,3)", "crab": "ffNbsN", "short rook": "R3"}
SHAPES = {
    "8": "a square board",
    "8:torus": "a torus: opposite edges are joined",
    "7:cylinder": "a cylinder: left and right edge are joined",
    "7:moebius": "a Moebius strip: they are joined upside down",
    "6:klein": "a Klein bottle",
    "hex:4": "a hexagon of hexagons",
    "triangle:7": "a triangle of hexagons",
    "rhombus:6": "a rhombus of hexagons",
    "3x3x3": "three dimensions, levels side by side",
}
RECORD_TEXT = """\
Each of these was checked when this page was made: the file was read, and its proof was followed without any solver. The
file is below each board; all others are with [the records](records.md).
"""
SHAPE_TEXT = """\
As many queens as possible, so that none attacks another, on every shape of board. The answers were computed when this
page was made, and proven. [Pieces and boards](../pieces-and-boards.md) says how each is written.
"""
PIECE_TEXT = """\
A line of [Betza notation](../reference/betza.md) is a piece. Green squares are attacked.
"""
PAGES_TEXT = """\
A [report](../comparing.md) is one page that says who is right and who is faster; this one, of a small campaign that ran
when this page was made, is also <a href="sample-report.html">a separate page</a>.

<iframe class="page" src="sample-report.html" title="A report" loading="lazy"></iframe>

A [trace](../tutorial/for-teachers.md) plays a search step by step; <a href="trace.html">the page alone</a>.

<iframe class="page" src="trace.html" title="The page of a trace" loading="lazy"></iframe>
"""


def make() -> None:
    """Write the page with its pictures."""
    write(FOLDER / "gallery.md", page())


def page() -> str:
    """The whole page."""
    return join(
        title("Gallery"),
        "Each picture was drawn by the lines below it when this page was made; `import rookery as rk` comes first.\n",
        *_cards(_thumbnails()),
        title("Records, with their certificates", 2),
        RECORD_TEXT,
        *map(_record, RECORDS),
        title("Boards of every shape", 2),
        SHAPE_TEXT,
        *_cards(_shapes()),
        title("Pieces", 2),
        PIECE_TEXT,
        *_cards(_pieces()),
        title("Reports and traces", 2),
        PAGES_TEXT,
    )


def _record(name: str) -> str:
    """A board, its claim, its command and its certificate; raises `ValueError` for one that is refused."""
    content = certificates()[f"{name}.cert"]
    checked = rk.verify(rk.Certificate.from_bytes(content))
    if not checked.verified or checked.placement is None:
        raise ValueError(f"{name}: {checked.reason or 'no placement'}")
    commands = f"rookery solve domination {RECORDS[name]}\nrookery verify {name}.cert"
    return join(
        title(checked.claim, 3),
        f"{_picture(name, draw_shaded(checked.placement), checked.claim)}\n",
        block("text", commands),
        f"[The certificate](certificates/{name}.cert), {len(content):,} bytes.\n",
    )


def _picture(name: str, svg: str, words: str) -> str:
    write(PICTURES / f"{name}.svg", svg)
    return f"![{words}](pictures/{name}.svg){{.board}}"


def _thumbnails() -> Iterator[tuple[str, str]]:
    for each in THUMBNAILS:
        picture = _picture(f"thumbnail-{each.name}", run(each.lines).svg(), each.title)
        yield picture, f"**{each.title}**\n\n{block('python', each.lines)}"


def _shapes() -> Iterator[tuple[str, str]]:
    for text, caption in SHAPES.items():
        answer = rk.solve(rk.placement("queen", text))
        assert answer.best is not None
        picture = _picture(f"shape-{text.replace(':', '-')}", answer.best.svg(), caption)
        yield picture, f"`{text}`: {caption}; {answer.objective} queens"


def _pieces() -> Iterator[tuple[str, str]]:
    board = rk.Board(9)
    for name, betza in PIECES.items():
        piece = rk.Piece.from_betza(name, betza)
        middle = rk.Square(4, 4)
        svg = draw_picture(board, {middle: piece}, Marks(attacked=reach(piece, middle, board)))
        yield _picture(f"piece-{name.replace(' ', '-')}", svg or "", f"what it attacks: {name}"), f"{name}, `{betza}`"


def _cards(found: Iterator[tuple[str, str]]) -> Iterator[str]:
    """Pictures with their words, as many side by side as there is room for."""
    cards = "\n\n".join(f":::{{container}} card\n{picture}\n\n{words}\n:::" for picture, words in found)
    yield f"::::{{container}} cards\n{cards}\n::::\n"
