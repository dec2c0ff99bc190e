"""`rookery table`: values of several pieces on several boards."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from shutil import get_terminal_size
from typing import Annotated, Any, NoReturn

from click.exceptions import Exit

from rookery.backends import End, Want, registry
from rookery.cli import exits
from rookery.cli.options.command import LateGroup, Offer
from rookery.cli.options.option import completion, make_command, option
from rookery.cli.options.search import SearchOptions
from rookery.cli.options.squares import PieceFilesOnly, piece_lists
from rookery.cli.output.terminal import align_columns, emit, print_table, progress, say
from rookery.cli.output.wording import add_caption
from rookery.compare.table import Declare, Entry, ValueTable, solve_table
from rookery.core.words import amount
from rookery.models import BadInput, Piece, domination, placement
from rookery.models.boards.ground import Ground
from rookery.models.drawing.grounds import draw_text
from rookery.models.drawing.text import side_by_side
from rookery.models.problems.domination import KIND, name_kind
from rookery.models.reading import typed
from rookery.models.referee.rules import KINDS
from rookery.named_pieces import user_sources

LEGEND = {
    "<=": "<= the best found, not proven optimal",
    ">=": ">= the best or as many as found, perhaps not all",
    "?": "? nothing found",
    "-": "- no solution",
}
PIECES_HELP = "Pieces by name or Betza notation, separated by commas or repeated."
NAMES = re.compile(r",(?![^(]*\))")
COUNT_HELP = "How many pieces: a number or n (the side of the board) counts placements; max finds the largest number."
DOMINATION = "Example: rookery table domination --pieces queen,knight --boards 1..8 --kind independent --show 8"
PLACEMENT = "Example: rookery table placement --pieces queen,rook --boards 4..8 --count n"


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


@dataclass(frozen=True)
class Asked:
    """The pieces and boards of a table, and its form."""

    pieces: Annotated[
        list[str] | None,
        option(
            "--piece --pieces",
            PIECES_HELP,
            "NAMES",
            show_default="queen,bishop,knight",
            shell_complete=piece_lists,
        ),
    ] = None
    boards: Annotated[str, option("--boards", "Boards: 4..10, 8, 4,6,8 or 8x11.", "SIZES")] = "1..8"
    want: Annotated[
        str | None,
        option("--want", "count: the number of placements; for an optimum, of optimal ones.", "count"),
    ] = None
    show: Annotated[str | None, option("--show", "Draw an example of each piece on this board.", "SIZE")] = None
    json: Annotated[bool, option("--json", "Print one JSON object.", "")] = False
    piece_files: PieceFilesOnly = None

    def read_pieces(self) -> list[Piece]:
        """The pieces by their names."""
        return [user_sources(self.piece_files).piece(name) for name in self._names()]

    def _names(self) -> list[str]:
        """The names, each option holding one or several with commas; a comma within brackets is Betza notation."""
        return [name for text in self.pieces or ["queen,bishop,knight"] for name in NAMES.split(text)]

    def counted(self) -> bool:
        """Whether placements are counted."""
        if self.want not in (None, "count"):
            raise BadInput(f"want {typed.quote(str(self.want))}: expected count, or nothing for the best value")
        return self.want == "count"


@dataclass(frozen=True)
class Guarding:
    """The form of guarding."""

    kind: Annotated[
        str, option("--kind", "plain, independent, total or perfect.", "KIND", completed=completion(KINDS))
    ] = "plain"


@dataclass(frozen=True)
class Placing:
    """The number of pieces to be placed."""

    count: Annotated[str, option("--count", COUNT_HELP, "K|n|max")] = "max"


def table_domination(asked: Asked, guarding: Guarding, limits: SearchOptions) -> None:
    """Tabulate domination numbers: the fewest pieces that dominate each board."""
    kind = KIND.read(guarding.kind)
    named = name_kind(kind)
    title = f"number of smallest {named}dominating sets" if asked.counted() else f"{named}domination number"
    _tabulate(Survey(title, lambda piece, board: domination(piece, board, kind), asked, limits, asked.counted()))


def table_placement(asked: Asked, placing: Placing, limits: SearchOptions) -> None:
    """Tabulate the largest number of non-attacking pieces, or the number of placements of a given count."""
    given = placing.count != "max"
    several = f"{placing.count} pieces" if given else "as many pieces as possible"
    values = f"number of placements of {several}" if asked.counted() or given else "largest number of pieces"
    _tabulate(
        Survey(
            f"no piece attacks another, {values}",
            lambda piece, board: placement(piece, board, typed.read_count(placing.count, board)),
            asked,
            limits,
            asked.counted() or given,
        )
    )


@dataclass(frozen=True)
class Survey:
    """The subject of a table, with the declaration and the solution of each of its problems."""

    title: str
    declare: Declare
    asked: Asked
    limits: SearchOptions
    counted: bool

    def solve_table(self, pieces: Iterable[Piece], boards: Iterable[Ground], want: Want) -> Iterator[Entry]:
        """The entries of some pieces and boards, as they come."""
        return solve_table(
            pieces, boards, self.declare, registry.backend(self.limits.backend), self.limits.question(want)
        )


def _tabulate(survey: Survey) -> NoReturn:
    """Solve, print, and end with the exit code that the table earns."""
    asked = survey.asked
    pieces, boards = asked.read_pieces(), typed.read_boards(asked.boards)
    shown = None if asked.show is None else typed.parse_board(asked.show)
    found = survey.solve_table(pieces, boards, Want.COUNT if survey.counted else Want.ONE)
    entries, interrupted = _collect(found, len(pieces) * len(boards))
    table, examples = ValueTable(tuple(pieces), tuple(boards), entries), tuple[Entry, ...]()
    if shown is not None and not interrupted:
        examples, interrupted = _find_examples(survey, table, shown)
    if asked.json:
        emit(json.dumps(as_dict(survey.title, table, examples)))
    else:
        print_values(f"{survey.title}, by {survey.limits.backend}", table)
        print_examples(examples)
    raise Exit(exits.INTERRUPTED if interrupted else exits.ANSWERED if table.complete else exits.LIMIT)


def _collect(found: Iterator[Entry], size: int) -> tuple[tuple[Entry, ...], bool]:
    """The entries that were solved, and whether Ctrl-C cut them short."""
    entries: list[Entry] = []
    with progress() as report:
        try:
            for entry in found:
                entries.append(entry)
                report(f"{len(entries)} of {size}: {entry.piece} on {entry.board} is {entry.text}")
                if entry.answer.end is End.INTERRUPTED:
                    return tuple(entries), True
        except KeyboardInterrupt:
            return tuple(entries), True
    return tuple(entries), False


def _find_examples(survey: Survey, table: ValueTable, board: Ground) -> tuple[tuple[Entry, ...], bool]:
    """An entry with a placement for each piece: that of the table where it has one, solved for it otherwise."""
    known = [entry for entry in table.entries if entry.board == board and entry.answer.solutions]
    missing = [piece for piece in table.pieces if piece not in {entry.piece for entry in known}]
    more, interrupted = _collect(survey.solve_table(missing, [board], Want.ONE), len(missing))
    return tuple(sorted([*known, *more], key=lambda entry: table.pieces.index(entry.piece))), interrupted


COMMANDS: Mapping[str, Offer] = {
    "domination": lambda: make_command(table_domination, "domination", epilog=DOMINATION),
    "placement": lambda: make_command(table_placement, "placement", epilog=PLACEMENT),
}


def make() -> LateGroup:
    """The command."""
    return LateGroup(
        "table",
        lambda: COMMANDS,
        no_args_is_help=True,
        help="Solve a problem for several pieces and boards, and print a table of the values.",
        epilog="Example: rookery table placement --pieces queen,rook,knight --boards 1..8",
    )
