"""The sub-commands of `rookery solve` for relatives of the n-queens problem, and for first solutions."""

import json
from dataclasses import dataclass
from typing import Annotated

import typer

from rookery import models
from rookery.backends import Want, first, registry
from rookery.cli import exits
from rookery.cli.commands.ask import ask
from rookery.cli.commands.limited import limited
from rookery.cli.commands.problems import several
from rookery.cli.commands.solve import Placed
from rookery.cli.options.groups import grouped
from rookery.cli.options.options import Limits, Show, Squares, Wanted, option
from rookery.cli.output.terminal import emit, say
from rookery.cli.output.wording import drawn, sentence, timing
from rookery.models.reading import typed

app = typer.Typer()

Side = Annotated[int, option("--side", "The side of the board.", "N", min=1)]
Seed = Annotated[int, option("--instance", "The seed that draws the instance.", "S", min=0)]


@dataclass(frozen=True)
class Blocked:
    """A board of which some squares are blocked."""

    side: Side
    blocked: Annotated[int, option("--blocked", "How many squares are blocked.", "K", min=0)] = 0
    instance: Seed = 0


@dataclass(frozen=True)
class Excluded:
    """A board of which some diagonals are excluded."""

    side: Side
    excluded: Annotated[int, option("--excluded", "How many diagonals are excluded.", "K", min=0)] = 0
    instance: Seed = 0


@app.command("first", epilog="Example: rookery solve first --piece queen --count 8 --board 8")
@grouped
@limited
def solve_first(
    placed: Placed,
    squares: Squares,
    limits: Limits,
    as_json: Annotated[bool, option("--json", "One JSON object on standard output.", "")] = False,
) -> None:
    """Place pieces so that none attacks another, and show the lexicographically first way, proven to be it."""
    board, pieces = squares.read_board(), several(placed.piece)
    counts = dict(zip(pieces, typed.read_counts(placed.count or (), pieces, board), strict=True))
    problem = models.placement(
        counts, board, fixed=squares.read_fixed(pieces, board), forbidden=squares.read_forbidden()
    )
    question = limits.question(Want.ONE)
    answer = first(
        problem,
        registry.backend(limits.backend),
        seconds=question.seconds,
        workers=question.workers,
        seed=question.seed,
        options=question.options,
    )
    if as_json:
        emit(json.dumps(answer.as_dict()))
    else:
        for placement in answer.solutions:
            emit(f"{drawn(placement)}\n")
        say(sentence(answer))
        say(timing(answer), "dim")
    raise typer.Exit(exits.of(answer))


@app.command("superqueens", epilog="Example: rookery solve superqueens --side 10 --all")
@grouped
@limited
def solve_superqueens(side: Side, wanted: Wanted, limits: Limits, show: Show) -> None:
    """Place n queens that also leap like knights (amazons) in peace on n x n."""
    ask(models.superqueens(side), wanted, limits, show)


@app.command("toroidal-queens", epilog="Example: rookery solve toroidal-queens --side 7 --count-solutions")
@grouped
@limited
def solve_toroidal(side: Side, wanted: Wanted, limits: Limits, show: Show) -> None:
    """Place n queens in peace on a torus of n x n."""
    ask(models.toroidal_queens(side), wanted, limits, show)


@app.command("blocked-queens", epilog="Example: rookery solve blocked-queens --side 20 --blocked 250 --instance 1")
@grouped
@limited
def solve_blocked(blocked: Blocked, wanted: Wanted, limits: Limits, show: Show) -> None:
    """Place n queens in peace on n x n of which some squares, drawn by a seed, are blocked."""
    ask(models.random_blocked_queens(blocked.side, blocked.blocked, blocked.instance), wanted, limits, show)


@app.command("excluded-diagonals", epilog="Example: rookery solve excluded-diagonals --side 20 --excluded 20")
@grouped
@limited
def solve_excluded(excluded: Excluded, wanted: Wanted, limits: Limits, show: Show) -> None:
    """Place n queens in peace on n x n of which some diagonals, drawn by a seed, stay empty."""
    ask(models.random_excluded_diagonals(excluded.side, excluded.excluded, excluded.instance), wanted, limits, show)
