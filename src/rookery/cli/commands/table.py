"""`rookery table`: values of a problem for several pieces and boards; a sub-command for each family of problems."""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from inspect import Parameter
from itertools import product
from shutil import get_terminal_size
from typing import Any, NoReturn

import click
from click.exceptions import Exit

from rookery.backends import Reason, Want
from rookery.cli import exits
from rookery.cli.options.command import json_option
from rookery.cli.options.files import read_size
from rookery.cli.options.search import SearchOptions, add_search
from rookery.cli.output.terminal import emit, progress, say
from rookery.cli.output.wording import add_caption
from rookery.cli.problem_options import PIECES, FamilyGroup, Stated
from rookery.compare.table import Entry, Row, ValueTable, check_bfile, solve_table
from rookery.core.words import amount
from rookery.models import BadInput
from rookery.models.boards.base import AbstractBoard
from rookery.models.drawing.boards import draw_text
from rookery.models.drawing.text import side_by_side
from rookery.models.problems.family import Family
from rookery.models.reading.given import PieceLike, PiecesLike

LEGEND = {
    "<=": "<= at most this many; the search stopped at the limit",
    ">=": ">= at least this many; the search stopped at the limit",
    "?": "? nothing found",
    "-": "- no solution",
}
NAMES, SIZES = "queen,bishop,knight", "1..8"
VALUE_WIDTH, COUNT_WIDTH = 3, 8  # of columns at least
DOES = f"Tabulate values, by default of {NAMES} on boards {SIZES}."


class Lines:
    """A table in text, each line of which is printed once its entries are there.

    A line is a piece, or a board if the pieces' lines would be too long for the terminal. Columns are as wide as their
    heads and usual values; a longer value moves the rest of its line.
    """

    def __init__(self, title: str, rows: Sequence[Row], boards: Sequence[AbstractBoard], counts: bool) -> None:
        self.title, self.begun = title, False
        least = COUNT_WIDTH if counts else VALUE_WIDTH
        names, specs = [row.name for row in rows], [board.spec for board in boards]
        self.turned = len("  ".join([max(["board", *names], key=len), *(spec.rjust(least) for spec in specs)])) > (
            get_terminal_size().columns
        )
        heads, starts = (names, specs) if self.turned else (specs, names)
        self.widths = [max(map(len, ["board", *starts])), *(max(least, len(head)) for head in heads)]
        self.heads, self.line = heads, list[str]()

    def add(self, entry: Entry) -> None:
        """Take the next entry, and print its line if it is the last of it."""
        self.begin()
        self.line = self.line or [entry.board.spec if self.turned else entry.row]
        self.line.append(entry.text)
        if len(self.line) > len(self.heads):
            self.end()

    def begin(self) -> None:
        """Print the title and the heads of the columns, if they are not there yet."""
        if not self.begun:
            self.begun = True
            say(self.title, "bold")
            emit("")
            say(self._align(["board", *self.heads]), "bold")

    def end(self) -> None:
        """Print a line, even if it lacks entries."""
        if self.line:
            emit(self._align(self.line))
            self.line = []

    def _align(self, cells: Sequence[str]) -> str:
        first, *rest = zip(cells, self.widths, strict=False)
        return "  ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in rest)]).rstrip()


def print_notes(table: ValueTable) -> None:
    """Which entries are proven, and what the signs mean."""
    emit("")
    say(_verdict(table), "green" if table.complete else "yellow")
    texts = [entry.text for entry in table.entries if not entry.reason]
    for sign, about in LEGEND.items():
        if any(text.startswith(sign) for text in texts):
            emit(about)
    for reason in dict.fromkeys(entry.reason for entry in table.entries if entry.reason):
        emit(f"- no such problem: {reason}")


def _verdict(table: ValueTable) -> str:
    proven = len(table.entries) - len(table.unproven)
    if table.complete:
        return "the entry is proven" if table.size == 1 else f"all {table.size:,} entries proven"
    missing = table.size - len(table.entries)
    left_out = f", {missing} not reached" if missing else ""
    return f"{proven} of {amount(table.size, 'entry', 'entries')} proven, {len(table.unproven)} not{left_out}"


def print_examples(examples: Sequence[Entry]) -> None:
    """A placement of each piece, side by side, how many pieces it holds above it."""
    if examples:
        emit("")
        emit(side_by_side([_example(entry) for entry in examples], get_terminal_size().columns))


def _example(entry: Entry) -> str:
    best = next(iter(entry.answer.solutions), None) if entry.answer else None
    if best is None:
        empty = "\n" * draw_text(entry.board, {}).count("\n")
        return add_caption(empty, f"{entry.row}: {'no solution' if entry.proven else 'nothing found'}")
    doubt = "" if entry.proven else "<=" if entry.text.startswith("<=") else ">="
    return add_caption(str(best), f"{doubt}{amount(len(best), entry.row)}")


def as_dict(title: str, table: ValueTable, examples: Sequence[Entry]) -> dict[str, Any]:
    """Return the table as plain data, with the conditions under which it was measured."""
    answers = [entry.answer for entry in (*table.entries, *examples) if entry.answer]
    return {
        "title": title,
        "backend": answers[0].backend if answers else None,
        "versions": dict(answers[0].versions) if answers else {},
        "pieces": list(table.rows),
        "boards": [board.spec for board in table.boards],
        "complete": table.complete,
        "entries": [entry.as_dict() for entry in table.entries],
        "examples": [_example_as_dict(entry) for entry in examples],
    }


def _example_as_dict(entry: Entry) -> dict[str, Any]:
    best = next(iter(entry.answer.as_dict()["solutions"]), None) if entry.answer else None
    return {"piece": entry.row, "board": entry.board.spec, "placement": best}


def _list_rows(stated: Stated) -> list[Row]:
    """Return the rows of a table: one for each choice of pieces."""
    rows = {_name_row(stated, names): names for names in stated.list_pieces()}
    return [Row(name, partial(stated.declare, names)) for name, names in rows.items()]


def _name_row(stated: Stated, names: Sequence[str]) -> str:
    pairs = [text.partition("=") for text in names]
    named = [f"{count} {stated.find(name)}".lstrip() for name, _, count in pairs]
    default = next((each.default for each in stated.family.parameters.values() if each.annotation in PIECES), "queen")
    return " and ".join(named) or str(default)


def _title(stated: Stated, counts: bool) -> str:
    """Return the title of a table; `counts` says that its values are numbers of solutions."""
    given = stated.given
    kind = f"{given['kind']} " if given.get("kind") not in (None, "plain") else ""
    match stated.family.name:
        case "domination":
            return f"number of smallest {kind}dominating sets" if counts else f"{kind}domination number"
        case "placement" if not kind:
            count = given["count"]
            several = "as many pieces as possible" if count is None else f"{count} pieces"
            values = f"number of placements of {several}" if counts else "largest number of pieces"
            return f"no piece attacks another, {values}"
    return f"{kind}{stated.family.name}, {'number of solutions' if counts else 'best value'}"


@click.option(
    "--want",
    type=click.Choice(["count"], case_sensitive=False),
    help="The number of solutions, for an optimum of optimal ones, in place of the best value.",
)
@click.option("--show", metavar="SIZE", help="Draw an example of each row on this board.")
@click.option(
    "--format",
    type=click.Choice(["text", "csv", "bfile"], case_sensitive=False),
    default="text",
    show_default=True,
    help="csv: a line for each entry; bfile: lines `n a(n)` of the OEIS for one row, n being the side.",
)
@json_option
@add_search("each entry")
def tabulate(
    stated: Stated, limits: SearchOptions, want: str | None, show: str | None, format: str, as_json: bool
) -> NoReturn:
    """Print a table of the values for several pieces and boards."""
    if as_json and format != "text":
        raise BadInput("--json and --format exclude each other; give one of them")
    if show is not None and format != "text":
        raise BadInput(f"--show draws an example, for which --format {format} has no place; leave one out")
    stated = _fill_in(stated)
    boards, rows = stated.list_boards(), _list_rows(stated)
    shown = None if show is None else read_size(show, "--show")
    drawn = [] if shown is None else _list_fitting(rows, shown)
    counts = want is not None or _has_no_goal(rows, boards)
    if format == "bfile":
        check_bfile([row.name for row in rows], boards)
    title = _title(stated, counts)
    by = f"{title}, by {limits.name}"
    lines = Lines(by, rows, boards, counts) if format == "text" and not as_json else None
    backend, question = limits.find_backend(), limits.question(Want.COUNT if counts else Want.ONE)
    found = solve_table(rows, boards, backend, question, by_board=lines is not None and lines.turned)
    entries, interrupted = _collect(found, len(rows) * len(boards), lines)
    table, examples = ValueTable(tuple(row.name for row in rows), tuple(boards), entries), tuple[Entry, ...]()
    if lines is not None:
        lines.begin()
        lines.end()
        print_notes(table)
    if shown is not None and not interrupted:
        known = [each for each in entries if each.board == shown and each.answer and each.answer.solutions]
        missing = [row for row in drawn if row.name not in {entry.row for entry in known}]
        more, interrupted = _collect(solve_table(missing, [shown], backend, limits.question(Want.ONE)), len(missing))
        answered = (each for each in (*known, *more) if each.answer)
        examples = tuple(sorted(answered, key=lambda entry: table.rows.index(entry.row)))
    if as_json:
        emit(json.dumps(as_dict(title, table, examples)))
    elif format != "text":
        emit((table.to_csv() if format == "csv" else table.to_bfile(by)).rstrip("\n"))
    print_examples(() if as_json else examples)
    codes = {exits.of(entry.answer) for entry in entries if entry.answer is not None}
    if exits.DISAGREEMENT in codes:
        raise Exit(exits.DISAGREEMENT)
    raise Exit(exits.INTERRUPTED if interrupted else exits.ANSWERED if table.complete else exits.LIMIT)


def _list_fitting(rows: Sequence[Row], board: AbstractBoard) -> list[Row]:
    """Return the rows that have a problem on a board; raises `BadInput` if none has."""
    fitting, refused = list[Row](), list[BadInput]()
    for row in rows:
        try:
            row.declare(board)
        except BadInput as error:
            refused.append(error)
        else:
            fitting.append(row)
    if not fitting:
        raise refused[0]
    return fitting


def _fill_in(stated: Stated) -> Stated:
    """Return the same with the boards and the pieces of a table where none are given."""
    given, parameters = dict(stated.given), stated.family.parameters.values()
    if all(given.get(name) is None for name in ("board", "board_file", "graph", "regions")):
        given["board"] = SIZES
    required = [each.annotation for each in parameters if each.default is Parameter.empty]
    if not given.get("piece") and not given.get("graph") and (PieceLike in required or PiecesLike in required):
        given["piece"] = [NAMES]
    return replace(stated, given=given)


def _has_no_goal(rows: Sequence[Row], boards: Sequence[AbstractBoard]) -> bool:
    """Return whether the first problem has nothing to optimise."""
    for row, board in product(rows, boards):
        with suppress(BadInput):
            return row.declare(board).goal == 0
    return False


def _collect(found: Iterator[Entry], size: int, lines: Lines | None = None) -> tuple[tuple[Entry, ...], bool]:
    """The entries that were solved, printed as `lines` as they come; true if Ctrl-C or SIGTERM cut them short."""
    entries: list[Entry] = []
    # on a terminal the lines are progress enough, and a moving line would tear them
    with progress(lines is None or not sys.stdout.isatty()) as report:
        try:
            for entry in found:
                entries.append(entry)
                report(f"{len(entries)} of {size}: {entry.row} on {entry.board} is {entry.text}")
                if lines is not None:
                    lines.add(entry)
                if entry.answer and entry.answer.end is Reason.INTERRUPTED:
                    return tuple(entries), True
        except KeyboardInterrupt:
            return tuple(entries), True
    return tuple(entries), False


EXAMPLES: Mapping[str, str] = {
    "domination": "--piece queen,knight --board 1..8 --kind independent --show 8",
    "placement": "--piece queen,rook --board 4..8 --count n",
}


def _find_example(family: Family) -> str:
    """Return the example of a family with boards in place of its board."""
    boards = re.sub(r"--board (\d+)(?=$| )", r"--board 4..\1", family.example)
    return f"table {family.name} {EXAMPLES.get(family.name, boards)}"


command = FamilyGroup(
    tabulate,
    does=DOES,
    example=_find_example,
    several=True,
    epilog="Example: rookery table placement --piece queen,rook,knight --board 1..8",
)
