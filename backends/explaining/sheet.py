"""Sheets of puzzles as text and as HTML to print, with the solutions at the end."""

from collections.abc import Mapping, Sequence

from rookery.backends.explaining.puzzles import Puzzle
from rookery.backends.explaining.wording import Wording
from rookery.core.words import amount, markup
from rookery.models import Board, Piece, Problem
from rookery.models.boards.base import Cell
from rookery.models.drawing.boards import draw_picture
from rookery.models.referee.rules import PartHolds, Peaceful

STYLE = """
body { font-family: sans-serif; margin: 1cm; color: #000; background: #fff }
main { display: grid; grid-template-columns: repeat(2, 1fr); gap: 8mm 12mm }
main.one { grid-template-columns: 1fr }
main.solutions { grid-template-columns: repeat(4, 1fr); gap: 5mm }
figure { margin: 0; break-inside: avoid; text-align: center }
figure svg { width: 100% !important; height: auto !important; max-height: 6.9cm }
main.one svg { max-height: 17cm }
figcaption { font-size: 10pt; margin-bottom: 2mm }
h1 { font-size: 14pt } p { font-size: 10pt }
section + section { break-before: page }
@page { size: A4; margin: 12mm }
@media print { body { margin: 0 } * { print-color-adjust: exact; -webkit-print-color-adjust: exact } }
"""
PER_PAGE = 6


def write_text(puzzles: Sequence[Puzzle], title: str = "", seed: int | None = None) -> str:
    """Return the puzzles one below the other, and then their solutions."""
    shown = [f"{number}. ({each.rating})\n\n{each}" for number, each in enumerate(puzzles, start=1)]
    solved = [f"{number}.\n{each.solution}" for number, each in enumerate(puzzles, start=1)]
    heads = [title or _title(puzzles[0].problem), _rules(puzzles[0].problem)]
    return "\n\n".join([*heads, *shown, f"Solutions{_tell_seed(seed)}", *solved])


def write_html(puzzles: Sequence[Puzzle], title: str = "", seed: int | None = None, per_page: int = PER_PAGE) -> str:
    """Return HTML for A4: a heading, the rules, `per_page` puzzles on each page, and the solutions on the last page."""
    heading = markup(title or _title(puzzles[0].problem))
    numbered = [(number, each) for number, each in enumerate(puzzles, start=1)]
    sheets = [numbered[at : at + per_page] for at in range(0, len(numbered), per_page)]
    kind = ' class="one"' if per_page == 1 else ""
    body = [
        f"<section><h1>{heading}</h1><p>{markup(_rules(puzzles[0].problem))}</p><main{kind}>"
        f"{''.join(_figure(f'{number} ({each.rating})', each, each.problem.fixed) for number, each in sheet)}"
        "</main></section>"
        for sheet in sheets
    ]
    solved = "".join(_figure(str(number), each, each.solution) for number, each in numbered)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{heading}</title><style>{STYLE}</style>'
        f'</head><body>{"".join(body)}<section><h1>Solutions</h1><main class="solutions">{solved}</main>'
        f"<p>{markup(heading + _tell_seed(seed))}</p></section></body></html>\n"
    )


def _figure(caption: str, puzzle: Puzzle, pieces: Mapping[Cell, Piece]) -> str:
    return f"<figure><figcaption>{caption}</figcaption>{draw_picture(puzzle.problem.board, pieces) or ''}</figure>"


def _title(problem: Problem) -> str:
    board = problem.board
    if isinstance(board, Board) and Wording(problem).is_star_battle:
        return f"Star battle, {board.rows}x{board.columns}"
    return problem.title


def _rules(problem: Problem) -> str:
    words = Wording(problem)
    parts = [rule for rule in problem.rules if isinstance(rule, PartHolds)]
    told = (
        [f"Each row, column and region holds {amount(parts[0].count, words.piece(problem.pieces[0]))}."]
        if parts
        else []
    )
    peace = "No star touches another." if words.is_star_battle else "No piece attacks another."
    told += [peace] if any(isinstance(rule, Peaceful) for rule in problem.rules) else []
    return " ".join([*told, "There is exactly one solution."])


def _tell_seed(seed: int | None) -> str:
    return "" if seed is None else f" (seed {seed})"
