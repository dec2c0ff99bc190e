"""Sheets of puzzles: text, one picture, and a page to be printed, with the solutions at the end."""

from collections.abc import Iterator, Sequence

from rookery.backends.evidence.puzzles.making import Puzzle
from rookery.core.words import markup
from rookery.models import Placement
from rookery.models.drawing.boards import draw_picture
from rookery.models.drawing.svg import set_beside
from rookery.models.referee.rules import Peaceful

STYLE = """
body { font-family: sans-serif; margin: 1cm; color: #000; background: #fff }
main { display: grid; grid-template-columns: repeat(2, 1fr); gap: 8mm 12mm }
main.solutions { grid-template-columns: repeat(4, 1fr); gap: 5mm }
figure { margin: 0; break-inside: avoid; text-align: center }
figure svg { width: 100% !important; height: auto !important; max-height: 6.9cm }
figcaption { font-size: 10pt; margin-bottom: 2mm }
h1 { font-size: 14pt } p { font-size: 10pt }
.solutions-page { break-before: page }
@page { size: A4; margin: 12mm }
@media print { body { margin: 0 } * { print-color-adjust: exact; -webkit-print-color-adjust: exact } }
"""
ACROSS = 4  # boards of a picture side by side


def draw_puzzle(puzzle: Puzzle, solved: bool = False) -> str:
    """A puzzle, or its solution, as SVG."""
    pieces = puzzle.solution if solved else Placement(puzzle.problem.board, puzzle.problem.fixed)
    return draw_picture(puzzle.problem.board, pieces) or ""


def write_text(puzzles: Sequence[Puzzle]) -> str:
    """The puzzles one below the other, and then their solutions."""
    shown = [
        f"{number}. {each.problem.title} ({each.rating})\n\n{each}" for number, each in enumerate(puzzles, start=1)
    ]
    solved = [f"{number}.\n{each.solution}" for number, each in enumerate(puzzles, start=1)]
    return "\n\n".join([*shown, "Solutions" if len(puzzles) > 1 else "Solution", *solved])


def write_svg(puzzles: Sequence[Puzzle]) -> str:
    """The numbered puzzles in one picture, and below them their solutions."""
    shown = [(number, each, solved) for solved in (False, True) for number, each in enumerate(puzzles, start=1)]
    captions = [f"{number}: solution" if solved else f"{number} ({each.rating})" for number, each, solved in shown]
    return set_beside([draw_puzzle(each, solved) for _, each, solved in shown], min(ACROSS, len(puzzles)), captions)


def write_html(puzzles: Sequence[Puzzle]) -> str:
    """A page to be printed on A4: six puzzles, the rules above them, and the solutions on separate pages."""
    problem = puzzles[0].problem
    title = markup(problem.title)
    rules = "".join(f"{str(rule).capitalize()}. " for rule in problem.rules if isinstance(rule, Peaceful))
    return "".join(
        [
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>',
            f"</head><body><h1>{title}</h1><p>{markup(rules)}Each puzzle has exactly one solution.</p><main>",
            *_figures(puzzles, False),
            '</main><section class="solutions-page"><h1>Solutions</h1><main class="solutions">',
            *_figures(puzzles, True),
            "</main></section></body></html>\n",
        ]
    )


def _figures(puzzles: Sequence[Puzzle], solved: bool) -> Iterator[str]:
    for number, each in enumerate(puzzles, start=1):
        rated = "" if solved else f" ({each.rating})"
        yield f"<figure><figcaption>{number}{rated}</figcaption>{draw_puzzle(each, solved)}</figure>"
