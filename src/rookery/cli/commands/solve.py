"""`rookery solve`: one problem, one backend, one refereed answer."""

from dataclasses import dataclass
from typing import Annotated

import typer

from rookery.cli.commands.ask import ask
from rookery.cli.commands.limited import limited
from rookery.cli.options.groups import grouped
from rookery.cli.options.options import Limits, Show, Squares, Wanted, kinds, option, piece_names
from rookery.models import BadInput, domination, placement
from rookery.models.reading import typed

app = typer.Typer(
    no_args_is_help=True,
    help="Solve one problem and draw the answer.",
    epilog="Example: rookery solve placement --piece knight --board 5x6",
)

PIECE_HELP = "A piece: a name (`rookery pieces` lists them) or Betza notation such as NC."
COUNT_HELP = "How many: a number, n (the board's side) or max (as many as possible); one for each --piece, in order."
KIND_HELP = (
    "plain: each square occupied or attacked; independent: the same, and no piece attacks another; total: each square"
    " attacked; perfect: each guarded exactly once."
)


@dataclass(frozen=True)
class Placed:
    """The pieces to place, and how many."""

    piece: Annotated[list[str], option("--piece", f"{PIECE_HELP} Repeatable.", "NAME", autocompletion=piece_names)]
    count: Annotated[list[str] | None, option("--count", COUNT_HELP, "K|n|max", show_default="max")] = None


@dataclass(frozen=True)
class Guards:
    """The piece that guards the board, and how."""

    piece: Annotated[list[str], option("--piece", PIECE_HELP, "NAME", autocompletion=piece_names)]
    kind: Annotated[str, option("--kind", KIND_HELP, "KIND", autocompletion=kinds)] = "plain"


@app.command("placement", epilog="Example: rookery solve placement --piece queen --board 8 --count 8 --all")
@grouped
@limited
def solve_placement(placed: Placed, squares: Squares, wanted: Wanted, limits: Limits, show: Show) -> None:
    """Place pieces so that none attacks another: a given number, or as many as possible."""
    board = squares.read_board()
    pieces = typed.read_pieces(placed.piece)
    if len(set(pieces)) < len(pieces):
        raise BadInput(f"a piece is named twice: {', '.join(placed.piece)}; name each once, with its --count")
    counts = dict(zip(pieces, typed.read_counts(placed.count or (), pieces, board), strict=True))
    fixed = squares.read_fixed(pieces, board)
    ask(placement(counts, board, fixed=fixed, forbidden=squares.read_forbidden()), wanted, limits, show)


@app.command("domination", epilog="Example: rookery solve domination --piece knight --board 8 --kind independent")
@grouped
@limited
def solve_domination(guards: Guards, squares: Squares, wanted: Wanted, limits: Limits, show: Show) -> None:
    """Guard every square of the board with the fewest pieces of one type."""
    board = squares.read_board()
    pieces = typed.read_pieces(guards.piece)
    if len(pieces) > 1:
        raise BadInput(f"domination takes one --piece, here are {len(pieces)}: {', '.join(guards.piece)}")
    fixed = squares.read_fixed(pieces, board)
    kind = typed.read_kind(guards.kind)
    ask(domination(pieces[0], board, kind, fixed, squares.read_forbidden()), wanted, limits, show)
