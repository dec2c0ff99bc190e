"""`rookery table`: values of a problem for several pieces and boards; a sub-command for each family of problems."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from shutil import get_terminal_size
from typing import Annotated, Any, NoReturn

import click
from click.exceptions import Exit

from rookery.backends import End, Want, registry
from rookery.cli import exits
from rookery.cli.options.option import LateGroup, make_command, offer_families, option
from rookery.cli.options.search import SearchOptions
from rookery.cli.options.squares import PieceFilesOnly, Squares, piece_lists
from rookery.cli.options.stated import SIDE, FamilyOptions, FamilyValues
from rookery.cli.output.terminal import align_columns, emit, print_table, progress, say
from rookery.cli.output.wording import add_caption
from rookery.compare.table import Entry, NoEntry, Row, ValueTable, check_sides, solve_table
from rookery.core.words import amount
from rookery.models import BadInput, Problem
from rookery.models.boards.base import AbstractBoard
from rookery.models.boards.board import Board
from rookery.models.drawing.boards import draw_text
from rookery.models.drawing.text import side_by_side
from rookery.models.problems.domination import KIND, name_kind
from rookery.models.problems.family import COUNT, Family, Several
from rookery.models.reading import typed

LEGEND = {
    "<=": "<= the best found, not proven optimal",
    ">=": ">= the best or as many as found, perhaps not all",
    "?": "? nothing found",
    "-": "- no solution",
}
PIECES_HELP = "Pieces by name or Betza notation, separated by commas or repeated"
PIECES = "queen,bishop,knight"
NAMES = re.compile(r",(?![^(]*\))")  # a comma within brackets is Betza notation


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


def _text(entry: Entry | NoEntry | None) -> str:
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
        return add_caption(empty, f"{entry.row}: {'no solution' if entry.proven else 'nothing found'}")
    best = entry.answer.solutions[0]
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
    best = next(iter(entry.answer.as_dict()["solutions"]), None)
    return {"piece": entry.row, "board": entry.board.spec, "placement": best}


@dataclass(frozen=True)
class Asked:
    """The boards of a table, and its form."""

    boards: Annotated[str, option("--boards", "Boards: 4..10, 8, 4,6,8, 8x11, 3..6:torus.", "SIZES")] = "1..8"
    want: Annotated[
        str | None,
        option("--want", "count: the number of placements; for an optimum, of optimal ones.", "count"),
    ] = None
    show: Annotated[str | None, option("--show", "Draw an example of each piece on this board.", "SIZE")] = None
    json: Annotated[bool, option("--json", "Print one JSON object.", "")] = False
    csv: Annotated[bool, option("--csv", "Print CSV, a line for each piece and board.", "")] = False
    bfile: Annotated[
        bool, option("--bfile", "Print a b-file of the OEIS: lines `n a(n)` for one piece, n being the side.", "")
    ] = False
    piece_files: PieceFilesOnly = None

    def check(self) -> None:
        """Refuse what says two things at once."""
        if self.want not in (None, "count"):
            raise BadInput(f"want {typed.quote(str(self.want))}: expected count, or nothing for the best value")
        forms = [f"--{name}" for name in ("json", "csv", "bfile") if getattr(self, name)]
        if len(forms) > 1:
            raise BadInput(f"{' and '.join(forms)} exclude each other; give one of them")
        if self.show is not None and forms and not self.json:
            raise BadInput(f"--show draws an example, for which {forms[0]} has no place; leave one of them out")


class RowOptions(FamilyOptions):
    """The options of a family of which a table has many problems: several pieces, and a board in each column."""

    def options(self) -> list[click.Parameter]:
        """The options of one problem, but pieces in lists, and no side: that of the board is taken."""
        return [_list_pieces(self.family) if each.name == "piece" else each
                for each in super().options() if each.name != SIDE]  # fmt: skip


def _list_pieces(family: Family) -> click.Parameter:
    """The option of pieces; together they make one row if the family is about several at once."""
    together = _is_about_several(family)
    help = f"{PIECES_HELP}; together they stand on each board." if together else f"{PIECES_HELP}."
    more: dict[str, Any] = {} if together else {"show_default": PIECES}
    return option("--piece --pieces", help, "NAMES", shell_complete=piece_lists, **more).parameter(
        "piece", list[str] | None, None
    )


def _is_about_several(family: Family) -> bool:
    return family.places is not None and family.places.several is Several.ALWAYS


def _rows(stated: FamilyValues, squares: Squares) -> list[Row]:
    """The rows of a table: one for each piece, or one for all if the family is about several pieces at once."""
    family, given = stated.family, stated.given
    if family.places is None:
        return [Row(family.name, lambda board: _declare_case(stated, board))]
    listed = given["piece"] or ([] if _is_about_several(family) else [PIECES])
    texts = [text for each in listed for text in NAMES.split(each)]
    find = squares.piece_sources().piece
    together = _is_about_several(family) or any("=" in text for text in texts)  # with numbers they stand together

    def make_row(chosen: Sequence[str]) -> Row:
        one = replace(stated, given={**given, "piece": list(chosen)})
        named = " and ".join(" ".join((*count, find(name).name)) for name, *count in (t.split("=") for t in chosen))
        return Row(named, lambda board: one.problem(squares, board))

    rows = [make_row(texts)] if together else [make_row([text]) for text in texts]
    return list({row.name: row for row in rows}.values())  # a piece that is named twice has one row


def _declare_case(stated: FamilyValues, board: AbstractBoard) -> Problem:
    """The problem of a special case on the square board of one side."""
    if type(board) is not Board or board.side is None or board != Board(board.side):
        raise BadInput(f"{board.phrase}: {stated.family.name} is asked of n x n boards; expected sides such as 4..8")
    return replace(stated, given={**stated.given, SIDE: board.side}).problem(Squares())


@dataclass(frozen=True)
class Survey:
    """The subject of a table: its title, its rows and boards, and how its problems are solved."""

    title: str
    rows: Sequence[Row]
    boards: Sequence[AbstractBoard]
    limits: SearchOptions
    counted: bool

    def solve(self, rows: Sequence[Row], boards: Sequence[AbstractBoard], want: Want) -> Iterator[Entry | NoEntry]:
        """The entries of some rows and boards, as they come."""
        return solve_table(rows, boards, self.limits.find_backend(), self.limits.question(want))


def _title(stated: FamilyValues, asked: Asked, counts: bool) -> str:
    """The title of a table; `counts` says that its values are numbers of solutions."""
    family = stated.family
    match family.name:
        case "domination":
            named = name_kind(KIND.read(stated.given["kind"]))
            return f"number of smallest {named}dominating sets" if counts else f"{named}domination number"
        case "placement":
            count = (stated.given[COUNT] or ["max"])[0]
            several = "as many pieces as possible" if count == "max" else f"{count} pieces"
            values = f"number of placements of {several}" if counts else "largest number of pieces"
            return f"no piece attacks another, {values}"
    return f"{family.label or family.name}, {_name_values(asked, counts)}"


def _name_values(asked: Asked, counts: bool) -> str:
    if not counts:
        return "best value"
    return "number of best solutions" if asked.want else "number of solutions"


def tabulate(stated: FamilyValues, asked: Asked, limits: SearchOptions) -> NoReturn:
    """Solve, print, and end with the exit code that the table earns."""
    asked.check()
    boards = typed.read_boards(asked.boards)
    shown = None if asked.show is None else typed.parse_board(asked.show)
    rows = _rows(stated, Squares(piece_files=asked.piece_files))
    counts = asked.want is not None or _has_no_goal(stated)
    survey = Survey(_title(stated, asked, counts), rows, boards, limits, counts)
    if asked.bfile:
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
    elif asked.csv:
        emit(table.to_csv().rstrip("\n"))
    elif asked.bfile:
        emit(table.to_bfile(title).rstrip("\n"))
    else:
        print_values(title, table)
        print_examples(examples)
    raise Exit(exits.INTERRUPTED if interrupted else exits.ANSWERED if table.complete else exits.LIMIT)


def _has_no_goal(stated: FamilyValues) -> bool:
    """Return whether there is nothing to optimise: a number of pieces is given, or the case is a placement."""
    family = stated.family
    if family.places is None:
        return True
    none = family.open_count
    counted = [text for each in stated.given.get("piece") or () for text in NAMES.split(each)]
    counts = stated.given.get(COUNT) or typed.split_counts(counted, none)[1] or [none]
    return family.each == COUNT and not family.places.counted and none not in counts


def _collect(found: Iterator[Entry | NoEntry], size: int) -> tuple[tuple[Entry | NoEntry, ...], bool]:
    """The entries that were solved; true if Ctrl-C cut them short."""
    entries: list[Entry | NoEntry] = []
    with progress() as report:
        try:
            for entry in found:
                entries.append(entry)
                report(f"{len(entries)} of {size}: {entry.row} on {entry.board} is {entry.text}")
                if entry.answer and entry.answer.end is End.INTERRUPTED:
                    return tuple(entries), True
        except KeyboardInterrupt:
            return tuple(entries), True
    return tuple(entries), False


def _find_examples(survey: Survey, table: ValueTable, board: AbstractBoard) -> tuple[tuple[Entry, ...], bool]:
    """An entry with a placement for each row: that of the table if it has one, solved for it otherwise."""
    known = [each for each in table.entries if each.board == board and each.answer and each.answer.solutions]
    missing = [row for row in survey.rows if row.name not in {entry.row for entry in known}]
    more, interrupted = _collect(survey.solve(missing, [board], Want.ONE), len(missing))
    examples = [each for each in (*known, *more) if isinstance(each, Entry)]
    return tuple(sorted(examples, key=lambda entry: table.rows.index(entry.row))), interrupted


EXAMPLES: Mapping[str, str] = {
    "domination": "--pieces queen,knight --boards 1..8 --kind independent --show 8",
    "placement": "--pieces queen,rook --boards 4..8 --count n",
}


def _offer(family: Family) -> click.Command:
    """The sub-command of a family."""
    epilog = f"Example: rookery table {family.name} {EXAMPLES.get(family.name) or _name_boards(family)}"
    settings: dict[str, Any] = {"help": f"Tabulate values. {family.summary}", "short_help": family.summary}
    return make_command(tabulate, family.name, groups={"stated": RowOptions(family)}, epilog=epilog, **settings)


def _name_boards(family: Family) -> str:
    """The example of a family with boards in place of its board."""
    return re.sub(r"--(board|side) (\d+)", r"--boards 4..\2", family.example)


def make() -> LateGroup:
    """The command."""
    return LateGroup(
        "table",
        lambda: offer_families(_offer),
        no_args_is_help=True,
        help="Solve a problem for several pieces and boards, and print a table of the values.",
        epilog="Example: rookery table placement --pieces queen,rook,knight --boards 1..8",
    )
