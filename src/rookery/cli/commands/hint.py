"""`rookery hint`: the next square that is forced, and why, for each problem of `rookery solve`."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NoReturn

import click
from click.exceptions import Exit

from rookery.backends.formats.placements import EXPECTED, Outside, read_placements
from rookery.cli import exits
from rookery.cli.options.files import naming_file, read_text
from rookery.cli.options.option import option
from rookery.cli.options.show import Pictures
from rookery.cli.output.terminal import complain, emit
from rookery.cli.problem_options import FamilyGroup, Stated, make_family_command
from rookery.core.deadline import OutOfTime
from rookery.models import Placement, Problem
from rookery.models.pieces.sources import FindPiece
from rookery.models.problems.family import Family
from rookery.models.reading.given import take_seconds

PLACEMENT_HELP = (
    f"What is placed so far: {EXPECTED}; in a drawing, x is a square that is ruled out; - is standard input."
)
NOTHING = "No square is left that is forced: all are decided, or there are several solutions."


def make() -> FamilyGroup:
    """The command."""
    return FamilyGroup(
        "hint",
        _offer,
        help="Name the next square that is forced, and why, as a person would find it.",
        epilog="Example: rookery hint placement --piece queen --board 6 --count 6 --fix 0,1",
    )


@dataclass(frozen=True)
class HintOptions:
    """The placement so far, and the form of the hints."""

    placement: Annotated[str | None, option("--placement", PLACEMENT_HELP, "FILE")] = None
    every: Annotated[bool, option("--all", "Give all hints up to the end, and the rating.", "")] = False
    seconds: Annotated[str | None, option("--seconds", "Time limit: seconds, or 90s, 2m, 1h.", "S")] = None
    json: Annotated[bool, option("--json", "Print one JSON object.", "")] = False
    svg: Annotated[Path | None, option("--svg", "Write a picture of the first hint.", "FILE")] = None

    def tell(self, problem: Problem, find: FindPiece) -> NoReturn:
        """Print the hint, or all of them, and end with the exit code that they earn."""
        from rookery.backends.evidence.explaining.deduction import hint, walk_through

        pictures, seconds = Pictures(svg=self.svg), take_seconds(self.seconds)
        pictures.check()
        given = self._read_placement(problem, find)
        so_far, crossed = Placement(problem.board, dict(given.pieces)), given.crossed
        try:
            walk = walk_through(problem, so_far, seconds, crossed) if self.every else None
            first = hint(problem, so_far, seconds, crossed) if walk is None else next(iter(walk.hints), None)
        except OutOfTime:
            complain("rookery: no hint: the time limit was reached first")
            raise Exit(exits.LIMIT) from None
        if self.json:
            nothing: dict[str, Any] = {"mistake": False, "square": None, "piece": "", "absent": "", "because": []}
            nothing |= {"standing": [], "empty": [], "rating": None, "sentence": NOTHING}
            emit(json.dumps(walk.as_dict() if walk else first.as_dict() if first else nothing))
        else:
            emit(str(walk or first or NOTHING))
        if pictures and first is not None:
            pictures.write(first.svg())
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
