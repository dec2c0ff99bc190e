"""`rookery table`: values of a problem for several pieces and boards; a sub-command for each family of problems."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from inspect import Parameter
from itertools import product
from shutil import get_terminal_size
from typing import Annotated, Any, NoReturn

import click
from click.exceptions import Exit

from rookery.backends import Reason, Want, registry
from rookery.cli import exits
from rookery.cli.options.option import option
from rookery.cli.options.search import SearchOptions
from rookery.cli.output.terminal import align_columns, emit, print_table, progress, say
from rookery.cli.output.wording import add_caption
from rookery.cli.problem_options import PIECES, FamilyGroup, Stated, make_family_command
from rookery.compare.table import Entry, Row, ValueTable, check_sides, solve_table
from rookery.core.errors import show_value
from rookery.core.words import amount
from rookery.models import BadInput
from rookery.models.boards.base import AbstractBoard
from rookery.models.drawing.boards import draw_text
from rookery.models.drawing.text import side_by_side
from rookery.models.problems.family import Family
from rookery.models.reading.given import PieceLike, PiecesLike, take_board

LEGEND = {
    "<=": "<= the best found, not proven optimal",
    ">=": ">= the best or as many as found, perhaps not all",
    "?": "? nothing found",
    "-": "- no solution",
}
NAMES, SIZES = "queen,bishop,knight", "1..8"
DOES = f"Tabulate values, by default of {NAMES} on boards {SIZES}."
FORMAT_HELP = "text; csv: a line for each entry; bfile: lines `n a(n)` of the OEIS for one row, n being the side."


def print_values(title: str, table: ValueTable) -> None:
    """The table with its title, and which entries are proven."""
    say(title, "bold")
    emit("")
    header, *rows = _arrange(table)
    print_table(header, rows)
    emit("")
    say(_verdict(table), "green" if table.complete else "yellow")
    texts = [entry.text for entry in table.entries if not entry.reason]
    for sign, about in LEGEND.items():
        if any(text.startswith(sign) for text in texts):
            emit(about)
    for reason in dict.fromkeys(entry.reason for entry in table.entries if entry.reason):
        emit(f"- no such problem: {reason}")


def _arrange(table: ValueTable) -> list[list[str]]:
    """A piece in each line, or a board in each line if they would be too long for the terminal."""
    rows = [["board", *(board.spec for board in table.boards)]]
    rows += [[row, *(_text(table.entry(row, board)) for board in table.boards)] for row in table.rows]
    if max(map(len, align_columns(rows))) <= get_terminal_size().columns:
        return rows
    return [list(column) for column in zip(*rows, strict=True)]


def _text(entry: Entry | None) -> str:
    return "" if entry is None else entry.text


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
    """The table as plain data, with the conditions under which it was measured."""
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


class TableFormat(StrEnum):
    """The form of a table."""

    TEXT = "text"
    CSV = "csv"
    BFILE = "bfile"


@dataclass(frozen=True)
class Asked:
    """The values of a table, and its form."""

    want: Annotated[
        str | None,
        option("--want", "count: the number of solutions; for an optimum, of optimal ones.", "count"),
    ] = None
    show: Annotated[str | None, option("--show", "Draw an example of each row on this board.", "SIZE")] = None
    json: Annotated[bool, option("--json", "Print one JSON object.", "")] = False
    format: Annotated[TableFormat | None, option("--format", FORMAT_HELP, "text|csv|bfile", show_default="text")] = None

    def check(self) -> None:
        """Refuse what says two things at once."""
        if self.want not in (None, "count"):
            raise BadInput(f"--want {show_value(self.want)}: expected count, or nothing for the best value")
        if self.json and self.format:
            raise BadInput("--json and --format exclude each other; give one of them")
        if self.show is not None and self.format not in (None, TableFormat.TEXT):
            raise BadInput(f"--show draws an example, for which --format {self.format} has no place; leave one out")


def _list_rows(stated: Stated) -> list[Row]:
    """The rows of a table: one for each choice of pieces."""
    rows = {_name_row(stated, names): names for names in stated.list_pieces()}
    return [Row(name, partial(stated.declare, names)) for name, names in rows.items()]


def _name_row(stated: Stated, names: Sequence[str]) -> str:
    pairs = [text.partition("=") for text in names]
    named = [f"{count} {stated.find(name)}".lstrip() for name, _, count in pairs]
    default = next((each.default for each in stated.family.parameters.values() if each.annotation in PIECES), "queen")
    return " and ".join(named) or str(default)


@dataclass(frozen=True)
class Survey:
    """The subject of a table: its title, its rows and boards, and how its problems are solved."""

    title: str
    rows: Sequence[Row]
    boards: Sequence[AbstractBoard]
    limits: SearchOptions
    counted: bool

    def solve(self, rows: Sequence[Row], boards: Sequence[AbstractBoard], want: Want) -> Iterator[Entry]:
        """The entries of some rows and boards, as they come."""
        return solve_table(rows, boards, self.limits.find_backend(), self.limits.question(want))


def _title(stated: Stated, counts: bool) -> str:
    """The title of a table; `counts` says that its values are numbers of solutions."""
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


def tabulate(stated: Stated, asked: Asked, limits: SearchOptions) -> NoReturn:
    """Solve, print, and end with the exit code that the table earns."""
    asked.check()
    stated = _fill_in(stated)
    boards, rows = stated.list_boards(), _list_rows(stated)
    shown = None if asked.show is None else take_board(asked.show)
    counts = asked.want is not None or _has_no_goal(rows, boards)
    survey = Survey(_title(stated, counts), rows, boards, limits, counts)
    if asked.format is TableFormat.BFILE:
        check_sides(boards)
        ValueTable(tuple(row.name for row in rows), (), ()).to_bfile("")
    entries, interrupted = _collect(
        survey.solve(rows, boards, Want.COUNT if counts else Want.ONE), len(rows) * len(boards)
    )
    table, examples = ValueTable(tuple(row.name for row in rows), tuple(boards), entries), tuple[Entry, ...]()
    if shown is not None and not interrupted:
        examples, interrupted = _find_examples(survey, table, shown)
    title = f"{survey.title}, by {limits.backend or registry.DEFAULT}"
    if asked.json:
        emit(json.dumps(as_dict(survey.title, table, examples)))
    elif asked.format is TableFormat.CSV:
        emit(table.to_csv().rstrip("\n"))
    elif asked.format is TableFormat.BFILE:
        emit(table.to_bfile(title).rstrip("\n"))
    else:
        print_values(title, table)
        print_examples(examples)
    codes = {exits.of(entry.answer) for entry in entries if entry.answer is not None}
    if exits.DISAGREEMENT in codes:
        raise Exit(exits.DISAGREEMENT)
    raise Exit(exits.INTERRUPTED if interrupted else exits.ANSWERED if table.complete else exits.LIMIT)


def _fill_in(stated: Stated) -> Stated:
    """The same with the boards and the pieces of a table where none are given."""
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


def _collect(found: Iterator[Entry], size: int) -> tuple[tuple[Entry, ...], bool]:
    """The entries that were solved; true if Ctrl-C cut them short."""
    entries: list[Entry] = []
    with progress() as report:
        try:
            for entry in found:
                entries.append(entry)
                report(f"{len(entries)} of {size}: {entry.row} on {entry.board} is {entry.text}")
                if entry.answer and entry.answer.end is Reason.INTERRUPTED:
                    return tuple(entries), True
        except KeyboardInterrupt:
            return tuple(entries), True
    return tuple(entries), False


def _find_examples(survey: Survey, table: ValueTable, board: AbstractBoard) -> tuple[tuple[Entry, ...], bool]:
    """An entry with a placement for each row: that of the table if it has one, solved for it otherwise."""
    known = [each for each in table.entries if each.board == board and each.answer and each.answer.solutions]
    missing = [row for row in survey.rows if row.name not in {entry.row for entry in known}]
    more, interrupted = _collect(survey.solve(missing, [board], Want.ONE), len(missing))
    examples = [each for each in (*known, *more) if each.answer]
    return tuple(sorted(examples, key=lambda entry: table.rows.index(entry.row))), interrupted


EXAMPLES: Mapping[str, str] = {
    "domination": "--piece queen,knight --board 1..8 --kind independent --show 8",
    "placement": "--piece queen,rook --board 4..8 --count n",
}


def _offer(family: Family) -> click.Command:
    """The sub-command of a family."""
    # The example of a family with boards in place of its board
    example = EXAMPLES.get(family.name) or re.sub(r"--board (\d+)(?=$| )", r"--board 4..\1", family.example)
    return make_family_command(tabulate, family, DOES, f"table {family.name} {example}", several=True)


def make() -> FamilyGroup:
    """The command."""
    return FamilyGroup(
        "table",
        _offer,
        help="Solve a problem for several pieces and boards, and print a table of the values.",
        epilog="Example: rookery table placement --piece queen,rook,knight --board 1..8",
    )
