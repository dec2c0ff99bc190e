"""Pages of the reference for pieces, Betza notation and boards."""

import inspect
from collections.abc import Iterable, Iterator

import rookery as rk
from rookery.models.boards.base import AbstractBoard
from rookery.models.drawing.boards import draw_picture
from rookery.models.drawing.svg import Marks
from rookery.models.pieces import betza
from rookery.models.pieces.piece import ALIASES, STANDARD
from rookery.models.referee.walking import reach
from rookery_docs.examples import DOCS
from rookery_docs.markdown import code, join, table, title, write

REFERENCE = DOCS / "reference"
PICTURES = REFERENCE / "pictures"
MODIFIERS = (
    ("fN", "forward"), ("bN", "backward"), ("vR", "forward and backward"), ("sR", "sideways"), ("flF", "one diagonal"),
    ("fhN", "the forward half"), ("flN", "2 left, 1 forward"), ("R4", "at most 4 steps"), ("NN", "without end"),
    ("(4,1)", "any leap"), ("mRcB", "what only moves attacks nothing"), ("WD", "side by side: a compound"),
)  # fmt: skip


def make() -> Iterator[str]:
    """Write the pages."""
    write(REFERENCE / "pieces.md", _pieces())
    write(REFERENCE / "betza.md", _betza())
    write(REFERENCE / "boards.md", _boards())
    yield from ("pieces", "betza", "boards")


def draw_attack(name: str, piece: rk.Piece, board: AbstractBoard) -> str:
    """A picture of what a piece attacks from the middle of a board, as Markdown."""
    middle = board.cell(len(board) // 2)
    attacked = reach(piece, middle, board)
    return draw(name, draw_picture(board, {middle: piece}, Marks(attacked=attacked)) or "", f"what {piece} attacks")


def draw(name: str, svg: str, words: str) -> str:
    """Keep a picture, and show it with a text in place of it, as Markdown."""
    write(PICTURES / f"{name}.svg", svg)
    return f"![{words}](pictures/{name}.svg){{.board}}"


def _pieces() -> str:
    rows = [
        (f"**{each}**", code(each.symbol), code(each.betza or ""), draw_attack(f"piece-{each}", each, rk.Board(7)))
        for each in STANDARD
    ]
    other = ", ".join(f"{alias} is the {name}" for alias, name in ALIASES.items())
    return join(
        title("Pieces"),
        "The pieces that have a name. Every other one is written in [Betza notation](betza.md), and"
        " [a file of your own](../pieces-and-boards.md) gives it a name. Green squares are attacked.\n",
        table(("piece", "letter", "Betza", "attacks"), rows),
        f"Other names: {other}.\n",
    )


def _betza() -> str:
    atoms = [_notation(letter, f"leap ({step[1]},{step[0]})") for letter, step in betza.ATOMS.items()]
    short = [_notation(letter, " and ".join(parts)) for letter, (parts, _) in betza.SHORTHANDS.items()]
    examples = [_notation(text, means) for text, means in MODIFIERS]
    refused = [(code(sign) if sign.strip() else "a blank", why) for sign, why in betza.REFUSED.items()]
    header = ("notation", "means", "attacks")
    return join(
        title("Betza notation"),
        "Betza notation says in letters where a piece goes. Rookery reads a part of it, strictly: it refuses what it"
        " does not model and names the place and the reason.\n",
        inspect.getdoc(betza.parse) or "",
        title("Atoms", 2),
        table(header, atoms),
        title("Shorthands", 2),
        table(header, short),
        title("Directions, ranges and compounds", 2),
        table(header, examples),
        title("What is refused", 2),
        table(("sign", "why"), refused),
    )


def _notation(text: str, means: str) -> tuple[str, str, str]:
    piece = rk.piece(text)
    name = "".join(each if each.isalnum() else "-" for each in text)
    return code(text), means, draw_attack(f"betza-{name}", piece, rk.Board(9))


def _boards() -> str:
    written = {"8": "a square", "5x8": "rows and columns", "8:torus": "opposite edges joined"}
    written |= {text: _first_sentence(type(rk.board(text))) for text in example_boards()}
    rows = [(code(text), means, _queens(text)) for text, means in written.items()]
    return join(
        title("Boards"),
        "What stands wherever a board is named (`--board`, `--board`, campaigns, `rk.board`). More about them:"
        " [Pieces and boards](../pieces-and-boards.md).\n",
        table(("written", "board", "what a queen attacks"), rows),
    )


def example_boards() -> Iterable[str]:
    """How the shapes of boards are written; graphs come from files."""
    return "6:cylinder", "regions:AABBB/ACCCB/ADDEB/DDDEE/DDEEE"


def _first_sentence(kind: type) -> str:
    return (inspect.getdoc(kind) or "").partition("\n\n")[0].replace("\n", " ")


def _queens(text: str) -> str:
    return draw_attack("board-" + text.replace(":", "-"), rk.QUEEN, rk.board(text))
