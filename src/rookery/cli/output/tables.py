"""Tables of values printed: pieces as rows where they fit, what is proven, examples side by side."""

from collections.abc import Sequence
from shutil import get_terminal_size
from typing import Any

from rookery.cli.output.terminal import align_columns, emit, print_table, say
from rookery.cli.output.wording import add_caption
from rookery.compare.table import Entry, ValueTable
from rookery.core.words import amount
from rookery.models.drawing.grounds import draw_text
from rookery.models.drawing.text import side_by_side

LEGEND = {
    "<=": "<= the best found, not proven optimal",
    ">=": ">= the best or as many as found, perhaps not all",
    "?": "? nothing found",
    "-": "- no solution",
}


def print_values(title: str, table: ValueTable) -> None:
    """The table with its title, and which entries are proven."""
    say(title, "bold")
    emit("")
    header, *rows = _arrange(table)
    print_table(header, rows)
    emit("")
    say(_verdict(table), "green" if table.complete else "yellow")
    texts = [entry.text for entry in table.entries]
    for sign, about in LEGEND.items():
        if any(text.startswith(sign) for text in texts):
            emit(about)


def _arrange(table: ValueTable) -> list[list[str]]:
    """A piece in each row, or a board in each row where the lines would be too long for the terminal."""
    rows = [["board", *(board.spec for board in table.boards)]]
    rows += [[piece.name, *(_text(table.entry(piece, board)) for board in table.boards)] for piece in table.pieces]
    if max(map(len, align_columns(rows))) <= get_terminal_size().columns:
        return rows
    return [list(column) for column in zip(*rows, strict=True)]


def _text(entry: Entry | None) -> str:
    return "" if entry is None else entry.text


def _verdict(table: ValueTable) -> str:
    proven = len(table.entries) - len(table.unproven)
    if table.complete:
        return f"all {amount(table.size, 'entry', 'entries')} proven"
    missing = table.size - len(table.entries)
    left_out = f", {missing} not reached" if missing else ""
    return f"{proven} of {amount(table.size, 'entry', 'entries')} proven, {len(table.unproven)} not{left_out}"


def print_examples(examples: Sequence[Entry]) -> None:
    """A placement of each piece, side by side, how many pieces it holds above it."""
    if examples:
        emit("")
        emit(side_by_side([_example(entry) for entry in examples], get_terminal_size().columns))


def _example(entry: Entry) -> str:
    if not entry.answer.solutions:
        empty = "\n" * draw_text(entry.board, {}).count("\n")
        return add_caption(empty, f"{entry.piece}: {'no solution' if entry.proven else 'nothing found'}")
    best = entry.answer.solutions[0]
    doubt = "" if entry.proven else "<=" if entry.text.startswith("<=") else ">="
    return add_caption(str(best), f"{doubt}{amount(len(best), entry.piece.name)}")


def as_dict(title: str, table: ValueTable, examples: Sequence[Entry]) -> dict[str, Any]:
    """The table as plain data, with the conditions under which it was measured."""
    answers = [entry.answer for entry in (*table.entries, *examples)]
    return {
        "title": title,
        "backend": answers[0].backend if answers else None,
        "versions": dict(answers[0].versions) if answers else {},
        "pieces": [piece.name for piece in table.pieces],
        "boards": [board.spec for board in table.boards],
        "complete": table.complete,
        "entries": [entry.as_dict() for entry in table.entries],
        "examples": [_example_as_dict(entry) for entry in examples],
    }


def _example_as_dict(entry: Entry) -> dict[str, Any]:
    best = next(iter(entry.answer.as_dict()["solutions"]), None)
    return {"piece": entry.piece.name, "board": entry.board.spec, "placement": best}
