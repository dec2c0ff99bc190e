"""Pictures of graphs as a network in SVG, laid out by springs."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rookery.core.words import amount, markup
from rookery.models.boards.base import Cell
from rookery.models.boards.graph import Graph
from rookery.models.drawing.svg import ATTACKED, FONTS, FORBIDDEN, INK, PAPER, Marks
from rookery.models.pieces.piece import Piece

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

MAX_CELLS = 200  # a larger drawing shows nothing, and its layout takes long
STEPS, FIRST_MOVE, LAST_MOVE = 120, 0.1, 0.002  # of the springs, and how far a cell moves in the first and the last
SIDE, MARGIN, RADIUS, MAX_LETTERS = 640, 30, 14, 5
CHOSEN, LINE = "#f0c34e", "#9a9a9a"

Link = tuple[int, int]


def draw_network(graph: Graph, pieces: Mapping[Cell, Piece], marks: Marks) -> str | None:
    """Draw a graph as one SVG element; None for more vertices than one can look at."""
    if not 0 < len(graph) <= MAX_CELLS:
        return None
    links = {(min(at, there), max(at, there)) for at, hits in enumerate(graph.targets) for there in hits}
    laid = scale_places(graph.places) if graph.places else lay_out_cells(len(graph), links).tolist()
    points = [(round(x * SIDE), round(y * SIDE)) for x, y in laid]
    size = SIDE + 2 * MARGIN
    title = f"{amount(len(pieces), 'piece')} on {graph.phrase}"
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-{MARGIN} -{MARGIN} {size} {size}" width="{size}"',
            f' height="{size}" style="max-width: 100%; height: auto" role="img"><title>{markup(title)}</title>',
            _draw_links(points, links),
            *_draw_cells(graph, points, pieces, marks),
            "</svg>",
        )
    )


def scale_places(places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the places scaled to the unit square, the second coordinate pointing down."""
    left, right = (end(x for x, _ in places) for end in (min, max))
    low, high = (end(y for _, y in places) for end in (min, max))
    side = max(right - left, high - low) or 1.0
    return [((x - left) / side, (high - y) / side) for x, y in places]


def lay_out_cells(cells: int, links: Collection[Link]) -> "Points":
    """Return a place in the unit square for each cell: from a circle on, all cells repel and linked ones attract."""
    import numpy as np

    angles = 2 * np.pi * np.arange(cells) / cells
    at = np.column_stack((np.cos(angles), np.sin(angles))) / 2
    linked = np.zeros((cells, cells))
    for one, other in links:
        linked[one, other] = linked[other, one] = 1
    ideal = 1 / np.sqrt(cells)
    for most in np.linspace(FIRST_MOVE, LAST_MOVE, STEPS):
        apart = at[:, None] - at[None]
        far = np.maximum(np.hypot(apart[..., 0], apart[..., 1]), 1e-3)
        force = (ideal / far) ** 2 - linked * far / ideal
        move = (apart * force[..., None]).sum(axis=1)
        length = np.maximum(np.hypot(move[:, 0], move[:, 1]), 1e-9)
        at += move * (np.minimum(length, most) / length)[:, None]
    low, high = at.min(axis=0), at.max(axis=0)
    placed: Points = (at - low) / max(1e-9, float((high - low).max()))
    return placed


def _draw_links(points: Sequence[tuple[int, int]], links: Collection[Link]) -> str:
    lines = "".join(f"M{points[a][0]} {points[a][1]}L{points[b][0]} {points[b][1]}" for a, b in links)
    return f'<path class="links" d="{lines}" stroke="{LINE}" stroke-width="1.5" fill="none"/>' if lines else ""


def _draw_cells(
    graph: Graph, points: Sequence[tuple[int, int]], pieces: Mapping[Cell, Piece], marks: Marks
) -> Iterator[str]:
    yield f'<g font-family="{FONTS}" font-size="11" text-anchor="middle" stroke="{INK}">'
    for place, (x, y) in zip(graph, points, strict=True):
        piece, name = pieces.get(place), str(place)
        edge = ATTACKED if place in marks.attacked else FORBIDDEN if place in marks.forbidden else INK
        kind, fill = ("piece", CHOSEN) if piece else ("cell", PAPER)
        title = markup(f"{piece} on {name}" if piece else name)
        short = markup(name if len(name) <= MAX_LETTERS else f"{name[: MAX_LETTERS - 1]}…")
        yield (
            f'<g class="{kind}"><title>{title}</title><circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{fill}"'
            f' stroke="{edge}" stroke-width="{2 if edge == INK else 4}"/>'
            f'<text x="{x}" y="{y}" dy=".36em" fill="{INK}" stroke="none">{short}</text></g>'
        )
    yield "</g>"
