"""`rookery hint`: the next squares that are decided, and why, for each problem of `rookery solve`."""

import json
from typing import NoReturn

import click
from click.exceptions import Exit

from rookery.backends.explaining.deduction import Deducer
from rookery.backends.formats.placements import EXPECTED, Outside
from rookery.cli import exits
from rookery.cli.options.command import DURATION, SECONDS, json_option
from rookery.cli.options.files import read_placement
from rookery.cli.options.show import numbers_option
from rookery.cli.output.terminal import complain, emit
from rookery.cli.problem_options import FamilyGroup, Stated
from rookery.core.deadline import Deadline, OutOfTime
from rookery.models.reading.given import take_cell


@click.option(
    "--placement",
    metavar="FILE",
    help=f"What is placed so far: {EXPECTED}; in a drawing, x is a square that is ruled out; - is standard input.",
)
@click.option("--crossed", multiple=True, metavar="R,C", help="A square that is ruled out, such as e4 (repeatable).")
@click.option("--all", "every", is_flag=True, help="Give all hints up to the end, and the rating.")
@click.option("--seconds", type=SECONDS, help=f"Time limit: {DURATION}.")
@numbers_option
@json_option
def hint(
    stated: Stated,
    placement: str | None,
    crossed: tuple[str, ...],
    every: bool,
    seconds: float | None,
    numbers: bool,
    as_json: bool,
) -> NoReturn:
    """Name the next squares that are decided, and why."""
    try:
        with Deadline(seconds).held():
            problem = stated.problem(numbers)
            ruled_out = [take_cell(each, problem.board, "--crossed") for each in crossed]
            given = Outside(()) if placement is None else read_placement(placement, problem, stated.find)
            with Deducer(problem, dict(given.pieces), [*given.crossed, *ruled_out]) as deducer:
                first = None if every else next(deducer.steps(), None)
                told = first or deducer.walk()
    except OutOfTime:
        complain("rookery: no hint: the time limit was reached first")
        raise Exit(exits.LIMIT) from None
    emit(json.dumps(told.as_dict()) if as_json else str(told))
    raise Exit(exits.ANSWERED)


command = FamilyGroup(
    hint,
    does="Give a hint for this problem.",
    example="hint {}",
    epilog="Example: rookery hint placement --piece queen --board 6 --count 6 --fix b6",
)
