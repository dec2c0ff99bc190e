"""`rookery table`: values of several pieces on several boards."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, NoReturn

from click.exceptions import Exit

from rookery.backends import End, Want, registry
from rookery.cli import exits
from rookery.cli.options.command import LateGroup, Offer
from rookery.cli.options.option import completion, make_command, option
from rookery.cli.options.piece_files import PieceFilesOnly, piece_lists
from rookery.cli.options.search import SearchOptions
from rookery.cli.output.tables import as_dict, print_examples, print_values
from rookery.cli.output.terminal import emit, progress
from rookery.compare.table import Declare, Entry, ValueTable, solve_table
from rookery.models import BadInput, Piece, domination, placement
from rookery.models.boards.ground import Ground
from rookery.models.problems.domination import KIND, name_kind
from rookery.models.reading import typed
from rookery.models.referee.rules import KINDS
from rookery.named_pieces import user_sources

PIECES_HELP = "Pieces by name or Betza notation, separated by commas or repeated."
NAMES = re.compile(r",(?![^(]*\))")
COUNT_HELP = "How many pieces: a number or n (the side of the board) counts placements; max finds the largest number."


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


DOMINATION = "Example: rookery table domination --pieces queen,knight --boards 1..8 --kind independent --show 8"
PLACEMENT = "Example: rookery table placement --pieces queen,rook --boards 4..8 --count n"
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
