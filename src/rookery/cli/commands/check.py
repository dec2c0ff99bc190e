"""`rookery check`: a placement from elsewhere, judged by both referees of each problem of `rookery solve`."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import click
from click.exceptions import Exit

from rookery.backends.formats.placements import EXPECTED, read_placements
from rookery.cli import exits
from rookery.cli.options.files import naming_file, read_text
from rookery.cli.options.option import option
from rookery.cli.options.show import Pictures
from rookery.cli.output.terminal import emit
from rookery.cli.problem_options import FamilyGroup, Stated, make_family_command
from rookery.models import Problem
from rookery.models.pieces.sources import FindPiece
from rookery.models.problems.family import Family

if TYPE_CHECKING:
    from rookery.backends.check import Judgement

PLACEMENT_HELP = f"The placement: {EXPECTED}; - is standard input."


def make() -> FamilyGroup:
    """The command."""
    return FamilyGroup(
        "check",
        _offer,
        help="Check a placement from another tool or person, and name each rule that it breaks.",
        epilog="Example: rookery check placement --piece queen --board 8 --count 8 --placement answer.txt",
    )


@dataclass(frozen=True)
class CheckOptions:
    """The placement to be checked, and the form of the verdict."""

    placement: Annotated[str, option("--placement", PLACEMENT_HELP, "FILE")]
    json: Annotated[bool, option("--json", "Print one JSON object.", "")] = False
    coordinates: Annotated[bool, option("--coordinates", "Number rows and columns.", "")] = False
    svg: Annotated[Path | None, option("--svg", "Write a picture of the first refused board.", "FILE")] = None

    def check(self, problem: Problem, find: FindPiece) -> NoReturn:
        """Judge every placement of the file, and end with the exit code that they earn."""
        pictures = Pictures(svg=self.svg)
        pictures.check()
        text = read_text(self.placement)
        from rookery.backends.check import judge

        with naming_file(self.placement, ":"):
            found = read_placements(text, problem, find)
            judged = [judge(problem, each.pieces, each.claimed) for each in found]
        refused = [each for each in judged if not each.accepted]
        if pictures:
            pictures.write((refused or judged)[0].svg(coordinates=self.coordinates))
        if self.json:
            emit(json.dumps(_describe(problem, judged)))
        else:
            # The last board where all are accepted, the first refused one otherwise; of several, how many there were
            emit(str((refused or judged[-1:])[0]))
            if len(judged) > 1:
                emit(f"{len(judged):,} placements checked, {len(refused):,} refused.")
        raise Exit(exits.DISAGREEMENT if refused else exits.ANSWERED)


def _describe(problem: Problem, judged: "list[Judgement]") -> dict[str, object]:
    accepted = all(each.accepted for each in judged)
    return {
        "title": problem.title,
        "problem": problem.asked,
        "accepted": accepted,
        "placements": [each.as_dict() for each in judged],
    }


def _offer(family: Family) -> click.Command:
    """The sub-command of a family."""

    def check(stated: Stated, outside: CheckOptions) -> None:
        outside.check(stated.problem(), stated.find)

    example = "check {} --placement answer.txt"
    return make_family_command(check, family, "Check a placement for this problem.", example)
