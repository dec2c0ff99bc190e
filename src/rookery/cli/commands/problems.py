"""The sub-commands of `rookery solve` beyond placement and domination: one for each further kind of problem."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import typer

from rookery import models
from rookery.cli.commands.ask import ask
from rookery.cli.commands.limited import limited
from rookery.cli.commands.solve import PIECE_HELP, Guards, Placed
from rookery.cli.options.groups import grouped
from rookery.cli.options.options import Limits, Show, Squares, Wanted, option, piece_names
from rookery.models import BadInput, Board, Piece, Problem, Square
from rookery.models.reading import typed

app = typer.Typer()

Pieces = Annotated[list[str], option("--piece", f"{PIECE_HELP} Repeatable.", "NAME", autocompletion=piece_names)]
OnePiece = Annotated[list[str], option("--piece", PIECE_HELP, "NAME", autocompletion=piece_names)]
WEIGHT_HELP = "What a piece is worth: a whole number from 1; one for each --piece, in order."
COST_HELP = "What a piece costs: a whole number from 1; one for each --piece, in order."
Pawns = Annotated[int, option("--pawns", "Pawns, which only stand in the way of rides.", "K", min=0)]


@dataclass(frozen=True)
class Shielded(Placed):
    """The pieces to place, how many, and the pawns between them."""

    pawns: Pawns = 0


@dataclass(frozen=True)
class Repeated:
    """The piece that guards the board, and how often."""

    piece: OnePiece
    times: Annotated[int, option("--times", "How many pieces attack each empty square.", "K", min=1)] = 2
    closed: Annotated[bool, option("--closed", "Occupied squares too, their own piece counted.", "")] = False


@dataclass(frozen=True)
class Allowed(Guards):
    """The piece that guards the board, how, and from where."""

    allow: Annotated[list[str] | None, option("--allow", "A piece may stand here (repeatable).", "R,C")] = None


@dataclass(frozen=True)
class Armed:
    """The piece of each army, and how many of it."""

    piece: Pieces
    size: Annotated[int | None, option("--size", "The size of each army.", "K", show_default="max")] = None


@dataclass(frozen=True)
class Worth:
    """Pieces with what each is worth."""

    piece: Pieces
    weight: Annotated[list[int], option("--weight", WEIGHT_HELP, "W")]
    pawns: Pawns = 0


@dataclass(frozen=True)
class Costs:
    """Pieces with what each costs."""

    piece: Pieces
    cost: Annotated[list[int], option("--cost", COST_HELP, "C")]
    through: Annotated[bool, option("--through", "Pieces attack through occupied squares.", "")] = False


@app.command("sighted", epilog="Example: rookery solve sighted --piece queen --count 9 --pawns 1 --board 8")
@grouped
@limited
def solve_sighted(placed: Shielded, squares: Squares, wanted: Wanted, limits: Limits, show: Show) -> None:
    """Place pieces so that none attacks another in its line of sight: pieces and pawns shield those behind them."""
    pieces = several(placed.piece)
    counts = typed.read_counts(placed.count or (), pieces, squares.read_board())
    declare = partial(models.sighted_placement, dict(zip(pieces, counts, strict=True)), pawns=placed.pawns)
    ask(declared(declare, pieces, squares), wanted, limits, show)


@app.command("maximal", epilog="Example: rookery solve maximal --piece queen --board 8")
@grouped
@limited
def solve_maximal(piece: Pieces, squares: Squares, wanted: Wanted, limits: Limits, show: Show) -> None:
    """Place the fewest pieces in peace that leave no room for another."""
    pieces = several(piece)
    ask(declared(partial(models.maximal_placement, pieces), pieces, squares), wanted, limits, show)


@app.command(
    "weighted", epilog="Example: rookery solve weighted --piece queen --weight 9 --piece knight --weight 3 --board 5"
)
@grouped
@limited
def solve_weighted(worth: Worth, squares: Squares, wanted: Wanted, limits: Limits, show: Show) -> None:
    """Place pieces in peace that are worth the most together."""
    weights = priced(worth.piece, worth.weight, "weight")
    declare = partial(models.weighted_placement, weights, pawns=worth.pawns)
    ask(declared(declare, list(weights), squares), wanted, limits, show)


@app.command("connected", epilog="Example: rookery solve connected --piece queen --board 6")
@grouped
@limited
def solve_connected(piece: OnePiece, squares: Squares, wanted: Wanted, limits: Limits, show: Show) -> None:
    """Guard the board with the fewest pieces that hang together by their attacks."""
    ask(guarded(models.connected_domination, piece, squares), wanted, limits, show)


@app.command("upper", epilog="Example: rookery solve upper --piece queen --board 5")
@grouped
@limited
def solve_upper(piece: OnePiece, squares: Squares, wanted: Wanted, limits: Limits, show: Show) -> None:
    """Guard the board with the most pieces of which none can be spared."""
    ask(guarded(models.upper_domination, piece, squares), wanted, limits, show)


@app.command("k-fold", epilog="Example: rookery solve k-fold --piece king --times 2 --board 6")
@grouped
@limited
def solve_k_fold(guards: Repeated, squares: Squares, wanted: Wanted, limits: Limits, show: Show) -> None:
    """Guard each empty square several times with the fewest pieces."""
    declare = partial(models.k_fold_domination, times=guards.times, closed=guards.closed)
    ask(guarded(declare, guards.piece, squares), wanted, limits, show)


@app.command("border", epilog="Example: rookery solve border --piece queen --board 8")
@grouped
@limited
def solve_border(guards: Guards, squares: Squares, wanted: Wanted, limits: Limits, show: Show) -> None:
    """Guard the board from its outer rows and columns."""
    declare = partial(models.border_domination, kind=typed.read_kind(guards.kind))
    ask(guarded(unforbidding(declare), guards.piece, squares), wanted, limits, show)


@app.command("restricted", epilog="Example: rookery solve restricted --piece rook --allow 0,0 --allow 1,1 --board 2")
@grouped
@limited
def solve_restricted(guards: Allowed, squares: Squares, wanted: Wanted, limits: Limits, show: Show) -> None:
    """Guard the board by pieces that may stand on given squares only."""
    allowed = [typed.read_square(text, "allow") for text in guards.allow or ()]
    declare = partial(models.restricted_domination, allowed=allowed, kind=typed.read_kind(guards.kind))
    ask(guarded(unforbidding(declare), guards.piece, squares), wanted, limits, show)


@app.command(
    "cheapest", epilog="Example: rookery solve cheapest --piece queen --cost 9 --piece rook --cost 5 --board 5"
)
@grouped
@limited
def solve_cheapest(costs: Costs, squares: Squares, wanted: Wanted, limits: Limits, show: Show) -> None:
    """Guard the board with the cheapest pieces of several types, in their lines of sight."""
    named = priced(costs.piece, costs.cost, "cost")
    declare = partial(models.cheapest_domination, named, sighted=not costs.through)
    ask(declared(declare, list(named), squares), wanted, limits, show)


@app.command("unguarded", epilog="Example: rookery solve unguarded --piece queen --count 5 --board 5")
@grouped
@limited
def solve_unguarded(placed: Placed, squares: Squares, wanted: Wanted, limits: Limits, show: Show) -> None:
    """Place a number of pieces that leave as many squares unguarded as possible."""
    (count,) = typed.read_counts(placed.count or (), [only(placed.piece)], squares.read_board())
    if count is None:
        raise BadInput("Missing option '--count': expected how many pieces to place, a number or n")
    ask(guarded(partial(models.most_unguarded, count=count), placed.piece, squares), wanted, limits, show)


@app.command("armies", epilog="Example: rookery solve armies --piece queen --piece queen --board 5")
@grouped
@limited
def solve_armies(named: Armed, squares: Squares, wanted: Wanted, limits: Limits, show: Show) -> None:
    """Place armies of equal size, one for each --piece, that do not attack one another."""
    board, pieces = squares.read_board(), typed.read_pieces(named.piece)
    if squares.read_fixed(pieces[:1], board):
        raise BadInput("armies take no fixed squares; leave out --fix and --fixed-file")
    ask(models.armies(pieces, board, named.size, squares.read_forbidden()), wanted, limits, show)


def declared(declare: Callable[..., Problem], pieces: Sequence[Piece], squares: Squares) -> Problem:
    """A problem on the board that the options name, with the squares that they fix and forbid."""
    board = squares.read_board()
    return declare(board=board, fixed=squares.read_fixed(pieces, board), forbidden=squares.read_forbidden())


def guarded(declare: Callable[..., Problem], texts: Sequence[str], squares: Squares) -> Problem:
    """A problem of one piece; raises `BadInput` for several."""
    piece = only(texts)
    return declared(partial(declare, piece), [piece], squares)


def unforbidding(declare: Callable[..., Problem]) -> Callable[..., Problem]:
    """A declaration that raises `BadInput` for forbidden squares: the allowed ones are what is given."""

    def asked(piece: Piece, board: Board, fixed: Mapping[Square, Piece], forbidden: Sequence[Square]) -> Problem:
        if forbidden:
            raise BadInput("--forbid says nothing here: the problem itself names the squares where a piece may stand")
        return declare(piece, board=board, fixed=fixed)

    return asked


def several(texts: Sequence[str]) -> list[Piece]:
    """Different pieces; raises `BadInput` for one that is named twice."""
    pieces = typed.read_pieces(texts)
    if len(set(pieces)) < len(pieces):
        raise BadInput(f"a piece is named twice: {', '.join(texts)}; name each once")
    return pieces


def only(texts: Sequence[str]) -> Piece:
    """The one piece; raises `BadInput` for several."""
    if len(texts) != 1:
        raise BadInput(f"this problem takes one --piece, here are {len(texts)}: {', '.join(texts)}")
    return typed.read_pieces(texts)[0]


def priced(texts: Sequence[str], values: Sequence[int], what: str) -> dict[Piece, int]:
    """Pieces with their weights or costs."""
    pieces = several(texts)
    if len(values) != len(pieces):
        raise BadInput(f"{len(values)} of --{what} for {len(pieces)} of --piece; give one for each, in order")
    return dict(zip(pieces, values, strict=True))
