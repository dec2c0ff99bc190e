"""The pictures of the explanations, drawn from what the package computes: a node, a packing, an orbit, a tree."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape

import rookery as rk
from rookery.backends.solvers.textbook.rows import Move, trace
from rookery.models.drawing.grounds import draw_picture
from rookery.models.drawing.svg import CELL, Marks, draw_svg, set_beside
from rookery.models.referee.walking import reach
from rookery_docs.examples import DOCS
from rookery_docs.markdown import write

FOLDER, HOW_TO = DOCS / "explanation" / "pictures", DOCS / "how-to" / "pictures"
REGIONS = "CCDDD/CCDDD/CCDAA/BBBAA/BBAAE"
INK = "#2b2118"
ACROSS = 4  # boards side by side
LEVEL, LEAF = 70, 60  # of the tree, in units of its picture


def make() -> None:
    """Draw all of them."""
    for name, svg in {
        "node": draw_node(),
        "packing": draw_packing(),
        "orbit": draw_orbit(),
        "tree": draw_tree(),
    }.items():
        write(FOLDER / f"{name}.svg", svg)
    queen = draw_picture(rk.Board(1), {rk.Square(0, 0): rk.QUEEN}, Marks())
    write(DOCS / "_static" / "queen.svg", queen or "")
    write(FOLDER / "front.svg", front())
    for name, svg in draw_puzzle().items():
        write(HOW_TO / f"{name}.svg", svg)


def draw_puzzle() -> dict[str, str]:
    """A board of regions with its solution, a hint on it, and a repair, for the pages on puzzles and what-if."""
    puzzle = rk.regions(REGIONS)
    best, hint = rk.solve(puzzle).best, rk.hint(puzzle, {"e1": "king"})
    assert best is not None
    assert hint is not None
    repaired = rk.repair(rk.placement("queen", 6, count=6, fixed=["a1", "b6"], forbidden=["d5"]))
    return {
        "puzzle": set_beside([rk.Placement(puzzle.board, {}).svg(), best.svg()]),
        "hint": hint.svg(),
        "repair": repaired.svg(),
    }


def front() -> str:
    """A solved board, for the first page, with the files and ranks that its code names."""
    found = rk.solve(rk.placement("queen", 8, count=8, fixed=["e4"])).best
    assert found is not None
    return found.svg(coordinates="names")


def draw_node() -> str:
    """A node of the search for a dominating set: a queen stands, and the open square with the fewest candidates."""
    board = rk.Board(7)
    queen = rk.Square(2, 2)
    covered = {queen, *reach(rk.QUEEN, queen, board)}
    options = {square: {square, *reach(rk.QUEEN, square, board)} for square in board}
    open_squares = [square for square in board if square not in covered]
    scarcest = min(open_squares, key=lambda square: (len(options[square]), square))
    gains = {square: len(options[square] - covered) for square in options[scarcest] if square != queen}
    svg = draw_svg({queen: rk.QUEEN}, board, Marks(attacked=covered - {queen}))
    x, y = _middle(scarcest.column), _middle(scarcest.row)
    ring = f'<circle cx="{x:g}" cy="{y:g}" r="17" fill="none" stroke="#a33327" stroke-width="3"/>'
    return _add(svg, [ring, *(_text(square, str(gain)) for square, gain in sorted(gains.items()))])


def _middle(at: int) -> float:
    return at * CELL + CELL / 2


def _text(square: rk.Square, text: str) -> str:
    return _letters(_middle(square.column), _middle(square.row), text, ' font-weight="bold"')


def _letters(x: float, y: float, text: str, more: str = "") -> str:
    """A text around a point."""
    style = f'font-family="sans-serif" font-size="15" text-anchor="middle" fill="{INK}"{more}'
    return f'<text x="{x:g}" y="{y + 5:g}" {style}>{text}</text>'


def _add(svg: str, more: Iterable[str]) -> str:
    return svg.removesuffix("</svg>") + "".join(more) + "</svg>"


def draw_packing() -> str:
    """Squares of which no knight guards two: each needs a separate knight."""
    return rk.explain(rk.domination("knight", 8)).svg()


def draw_orbit() -> str:
    """All images of a solution under the symmetries of the board."""
    problem = rk.placement("queen", 6, count=6)
    found = rk.solve(problem).best
    assert found is not None
    images = sorted(problem.orbit(found), key=str)
    return _arrange([each.svg() for each in images], 6 * CELL)


def _arrange(boards: list[str], side: int) -> str:
    """Boards of one size side by side, in rows."""
    step = side + CELL
    across = min(ACROSS, len(boards))
    down = -(-len(boards) // across)
    placed = [
        board.replace("<svg ", f'<svg x="{at % across * step}" y="{at // across * step}" ', 1)
        for at, board in enumerate(boards)
    ]
    return _frame(across * step - CELL, down * step - CELL, "images of one solution", placed)


def _frame(width: float, height: float, words: str, parts: Iterable[str]) -> str:
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    return f"{head}<title>{escape(words)}</title>{''.join(parts)}</svg>"


@dataclass
class Node:
    """A node of the tree of the row search: the column of each queen so far."""

    columns: tuple[int, ...]
    below: list["Node"] = field(default_factory=list)
    x: float = 0.0

    @property
    def solved(self) -> bool:
        """Whether every row has its queen."""
        return len(self.columns) == 4


def grow_tree() -> Node:
    """The tree that the row search walks for 4 queens on a 4x4 board, from its trace."""
    problem = rk.placement("queen", 4, count=4)
    path = [Node(())]
    for step in trace(problem.model, 1000).steps:
        if step.move is Move.PLACE:
            child = Node((*path[-1].columns, step.variable % 4))
            path[-1].below.append(child)
            path.append(child)
        elif step.move is Move.RETRACT:
            path.pop()
    return path[0]


def draw_tree() -> str:
    """The tree of the row search for 4 queens."""
    tree = grow_tree()
    leaves = _place(tree, 0)
    return _frame((leaves + 0.2) * LEAF, 4.9 * LEVEL, "the search tree of 4 queens", _draw_below(tree))


def _place(node: Node, left: int) -> int:
    """Give a node and those below it their places; the number of leaves to the left of what comes next."""
    if not node.below:
        node.x = left + 0.6
        return left + 1
    for child in node.below:
        left = _place(child, left)
    node.x = (node.below[0].x + node.below[-1].x) / 2
    return left


def _draw_below(node: Node) -> Iterator[str]:
    x, y = node.x * LEAF, (len(node.columns) + 0.4) * LEVEL
    for child in node.below:
        yield f'<path d="M{x:g} {y:g}L{child.x * LEAF:g} {y + LEVEL:g}" stroke="#8a8a8a" stroke-width="1.5"/>'
        yield from _draw_below(child)
    colour = "#2f7d4f" if node.solved else "#f0d9b5" if node.below else "#d98b80"
    yield f'<circle cx="{x:g}" cy="{y:g}" r="16" fill="{colour}" stroke="{INK}"/>'
    text = "abcd"[node.columns[-1]] if node.columns else "."
    yield _letters(x, y, text)
