"""A traced search as one self-contained page: it plays in a browser, and its first steps read without scripts."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from rookery.backends.solvers.textbook.rows import Move, Step, Trace
from rookery.core.words import amount, legible
from rookery.models import Board, Piece, Problem
from rookery.models.drawing.text import list_coordinates

MAX_SENTENCES = 60  # steps in words, for readers without scripts
SCRIPTS = ("trace_steps.js", "trace_board.js", "trace_tree.js", "trace_player.js")
OUTLINED, FILLED, SHAPES = 0x2654, 0x265A, 6  # the chess symbols of Unicode


def page(problem: Problem, trace: Trace, named: bool = False) -> str:
    """Return the page, with files and ranks if squares are `named`; it needs no network."""
    return legible(_templates().get_template("trace.html").render(**context(problem, trace, named)))


def context(problem: Problem, trace: Trace, named: bool) -> dict[str, Any]:
    """Everything that the template shows."""
    board, piece = problem.board, problem.pieces[0]
    assert isinstance(board, Board)
    edges = list_coordinates(board.rows, board.columns, named)
    lettered = edges[1][0].isalpha()
    names = [f"{edges[1][c]}{edges[0][r]}" if lettered else f"{r},{c}" for r, c in board]
    return {
        "title": title(problem),
        "board": board,
        "edges": edges,
        "lettered": lettered,
        "sign": sign(piece),
        "squares": list(board),
        "solution": [board.cell(variable) for variable in first_solution(trace)],
        "piece": piece.name,
        "trace": trace,
        "shape": ", ".join(count_steps(trace)),
        "sentences": [describe_step(step, piece.name, names) for step in islice(trace.steps, MAX_SENTENCES)],
        "data": pack_trace(problem, trace, names),
        "style": _read("trace.css"),
        "script": Markup("\n".join(map(_read, SCRIPTS))),
    }


def title(problem: Problem) -> str:
    """Return the title of the search: `4 queens on 4×4`."""
    board = problem.board
    assert isinstance(board, Board)
    return f"{problem.phrase} on {board.rows}×{board.columns}{' (a torus)' if board.torus else ''}"


def count_steps(trace: Trace) -> Iterator[str]:
    """Yield the number of steps of each kind, in words."""
    yield amount(len(trace.steps), "step")
    yield amount(trace.number(Move.TRY), "try", "tries")
    yield amount(trace.number(Move.CONFLICT), "conflict")
    yield amount(trace.number(Move.PLACE), "piece placed", "pieces placed")
    yield amount(trace.number(Move.SOLUTION), "solution")


def first_solution(trace: Trace) -> list[int]:
    """Return the variables of the first solution; without a solution, those placed at the end."""
    placed = sorted(trace.forced)
    for step in trace.steps:
        match step.move:
            case Move.PLACE:
                placed.append(step.variable)
            case Move.RETRACT:
                placed.remove(step.variable)
            case Move.SOLUTION:
                return placed
    return placed


def describe_step(step: Step, piece: str, names: Sequence[str]) -> str:
    """Return a step in words; `names` are those of the squares."""
    square = names[step.variable]
    match step.move:
        case Move.TRY:
            return f"Try {square}."
        case Move.CONFLICT:
            others = " and on ".join(names[other] for other in step.against)
            return f"Conflict: {square} clashes with the {piece} on {others}."
        case Move.PLACE:
            return f"No conflict on {square}: place the {piece}."
        case Move.RETRACT:
            return f"Nothing is left to try below: remove the {piece} from {square}."
        case Move.SOLUTION:
            return "Every row has its piece: a solution."


def pack_trace(problem: Problem, trace: Trace, names: Sequence[str]) -> Markup:
    """Return the trace for the page's script; no text in it can end the element that holds it."""
    board = problem.board
    assert isinstance(board, Board)
    data = {
        "rows": board.rows,
        "columns": board.columns,
        "squares": [list(square) for square in board],
        "names": names,
        "piece": problem.pieces[0].name,
        "sign": sign(problem.pieces[0]),
        "forced": sorted(trace.forced),
        "rivals": {variable: sorted(others) for variable, others in trace.rivals.items()},
        "steps": [[step.move, step.variable, *step.against] for step in trace.steps],
        "levels": len(trace.rows),
        "cut": trace.cut,
    }
    return Markup(json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"))


def sign(piece: Piece) -> str:
    """Return a piece's chess symbol, filled; its letter if few fonts have one."""
    if piece.glyph and OUTLINED <= ord(piece.glyph) < OUTLINED + SHAPES:
        return chr(ord(piece.glyph) - OUTLINED + FILLED) + "\N{VARIATION SELECTOR-15}"
    return piece.symbol


@cache
def _templates() -> Environment:
    loader = PackageLoader("rookery.cli.output", "templates")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


@cache
def _read(name: str) -> Markup:
    return Markup(files("rookery.cli.output").joinpath("templates", name).read_text(encoding="utf-8"))
