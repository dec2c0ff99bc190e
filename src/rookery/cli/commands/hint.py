"""`rookery hint`: the next squares that are decided, and why, for each problem of `rookery solve`."""

import json
from dataclasses import dataclass
from typing import Annotated, NoReturn

import click
from click.exceptions import Exit

from rookery.backends.formats.placements import EXPECTED, Outside, read_placements
from rookery.cli import exits
from rookery.cli.options.files import naming_file, read_text
from rookery.cli.options.option import option
from rookery.cli.output.terminal import complain, emit
from rookery.cli.problem_options import FamilyGroup, Stated, make_family_command
from rookery.core.deadline import Deadline, OutOfTime
from rookery.models import Problem
from rookery.models.pieces.sources import FindPiece
from rookery.models.problems.family import Family
from rookery.models.reading.given import take_seconds

PLACEMENT_HELP = (
    f"What is placed so far: {EXPECTED}; in a drawing, x is a square that is ruled out; - is standard input."
)


def make() -> FamilyGroup:
    """The command."""
    return FamilyGroup(
        "hint",
        _offer,
        help="Name the next squares that are decided, and why, as a person would find them.",
        epilog="Example: rookery hint placement --piece queen --board 6 --count 6 --fix b6",
    )


@dataclass(frozen=True)
class HintOptions:
    """The placement so far, and the form of the hints."""

    placement: Annotated[str | None, option("--placement", PLACEMENT_HELP, "FILE")] = None
    crossed: Annotated[
        list[str] | None, option("--crossed", "A square that is ruled out, such as e4; repeat the option.", "SQUARE")
    ] = None
    every: Annotated[bool, option("--all", "Give all hints up to the end, and the rating.", "")] = False
    seconds: Annotated[str | None, option("--seconds", "Time limit: seconds, or 90s, 2m, 1h.", "S")] = None
    json: Annotated[bool, option("--json", "Print one JSON object.", "")] = False

    def tell(self, problem: Problem, find: FindPiece) -> NoReturn:
        """Print the hint, or all of them, and end with the exit code that they earn."""
        from rookery.backends.explaining.deduction import Deducer

        given = self._read_placement(problem, find)
        crossed = [*given.crossed, *(self.crossed or ())]
        try:
            with Deadline(take_seconds(self.seconds)).held(), Deducer(problem, dict(given.pieces), crossed) as deducer:
                first = None if self.every else next(deducer.steps(), None)
                told = first or deducer.walk()
        except OutOfTime:
            complain("rookery: no hint: the time limit was reached first")
            raise Exit(exits.LIMIT) from None
        emit(json.dumps(told.as_dict()) if self.json else str(told))
        raise Exit(exits.ANSWERED)

    def _read_placement(self, problem: Problem, find: FindPiece) -> Outside:
        if self.placement is None:
            return Outside(())
        text = read_text(self.placement)
        with naming_file(self.placement, ":"):
            return read_placements(text, problem, find)[-1]


def _offer(family: Family) -> click.Command:
    """The sub-command of a family."""

    def tell(stated: Stated, asked: HintOptions) -> None:
        asked.tell(stated.problem(), stated.find)

    return make_family_command(tell, family, "Give a hint for this problem.", "hint {}")
