"""The thumbnails of the gallery: a problem each, its picture and the lines of Python that have drawn it."""

from typing import Any, NamedTuple

import rookery as rk
from rookery.models.drawing.grounds import draw_picture
from rookery.models.drawing.svg import Marks
from rookery.models.referee.walking import reach


class Thumbnail(NamedTuple):
    """A name for its files, a title, and lines of Python, the last of which is what is shown."""

    name: str
    title: str
    lines: str


THUMBNAILS = (
    Thumbnail("queens", "Eight queens", 'rk.solve(rk.placement("queen", 8, count=8)).best'),
    Thumbnail(
        "completion",
        "A board with one completion",
        'problem = rk.placement("queen", 8, count=8, fixed=["b4", "d3"])\n'
        'answer = rk.solve(problem, want="all")\nassert answer.count == 1\nanswer.best',
    ),
    Thumbnail("guards", "Five queens dominate a board", 'rk.solve(rk.domination("queen", 8)).best'),
    Thumbnail(
        "independent",
        "Seven that do not attack each other",
        'rk.solve(rk.domination("queen", 12, kind="independent")).best',
    ),
    Thumbnail("knights", "The fewest knights", 'rk.solve(rk.domination("knight", 8)).best'),
    Thumbnail("bishops", "As many bishops as possible", 'rk.solve(rk.placement("bishop", 8)).best'),
    Thumbnail(
        "mixed",
        "Six queens and the most knights",
        'pieces = {"queen": 6, "knight": None}\nrk.solve(rk.placement(pieces, 8)).best',
    ),
    Thumbnail(
        "mixed-guards", "Two queens and the fewest knights", 'rk.solve(rk.guards({"queen": 2, "knight": None}, 7)).best'
    ),
    Thumbnail("pawns", "Nine queens with a pawn", "rk.solve(rk.queens_and_pawns(8, 1)).best"),
    Thumbnail("armies", "Peaceable armies", "rk.solve(rk.peaceable_queens(8)).best"),
    Thumbnail("three-armies", "Three armies", 'rk.solve(rk.armies(["queen", "queen", "queen"], 7)).best'),
    Thumbnail("colouring", "A colouring", 'rk.solve(rk.colouring("queen", 5)).best'),
    Thumbnail("coverage", "Most squares for four queens", 'rk.solve(rk.coverage("queen", 8, count=4)).best'),
    Thumbnail("unguarded", "Squares left alone", 'rk.solve(rk.most_unguarded("queen", 8, count=8)).best'),
    Thumbnail("mutual", "Each attacks one other", 'rk.solve(rk.mutual_attack("queen", 6, attacks=1)).best'),
    Thumbnail("border", "Guards on the border", 'rk.solve(rk.border_domination("queen", 8)).best'),
    Thumbnail(
        "star-battle", "Star battle", 'puzzle = rk.regions("CCDDD/CCDDD/CCDAA/BBBAA/BBAAE")\nrk.solve(puzzle).best'
    ),
    Thumbnail(
        "hint",
        "The next step of a puzzle",
        'puzzle = rk.regions("CCDDD/CCDDD/CCDAA/BBBAA/BBAAE")\nrk.hint(puzzle, {"e1": "king"})',
    ),
    Thumbnail(
        "no-solution",
        "Why there is no solution",
        'problem = rk.placement("queen", 6, count=6, fixed=["a1", "b6"])\nrk.explain(problem)',
    ),
    Thumbnail("torus", "Queens on a torus", "rk.solve(rk.toroidal_queens(7)).best"),
    Thumbnail("hexagon", "A hexagon", 'rk.solve(rk.placement("queen", "hex:4")).best'),
    Thumbnail("cuboid", "Three dimensions", 'rk.solve(rk.placement("queen", "3x3x3")).best'),
    Thumbnail(
        "own-piece",
        "A piece of your own",
        'gnu = rk.Piece.from_betza("gnu", "NC")\nrk.solve(rk.domination(gnu, 8)).best',
    ),
    Thumbnail(
        "certificate",
        "A proof without a solver",
        'certificate = rk.certify(rk.domination("king", 7))\nchecked = rk.verify(certificate)\n'
        "assert checked.verified\nchecked.placement",
    ),
)


def run(lines: str) -> Any:
    """What the last of some lines of Python stands for."""
    names: dict[str, Any] = {"rk": rk}
    *before, last = lines.split("\n")
    exec("\n".join(before), names)
    return eval(last, names)


def draw_shaded(placement: rk.Placement) -> str:
    """A placement with the squares shaded that it attacks."""
    attacked = {each for square, piece in placement.items() for each in reach(piece, square, placement.board)}
    return draw_picture(placement.board, placement, Marks(attacked=attacked - set(placement))) or ""
