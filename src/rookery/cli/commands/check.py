"""`rookery check`: a placement from elsewhere, judged by both referees of each problem of `rookery solve`."""

import json
from pathlib import Path
from typing import NoReturn

import click
from click.exceptions import Exit

from rookery.backends.check import Judgement, judge
from rookery.backends.formats.placements import EXPECTED, read_placements
from rookery.cli import exits
from rookery.cli.options.command import FILE, json_option
from rookery.cli.options.files import naming, read_text
from rookery.cli.options.show import Pictures, coordinates_option, find_edges, numbers_option
from rookery.cli.output.terminal import emit
from rookery.cli.problem_options import FamilyGroup, Stated
from rookery.models import Problem


@click.option("--placement", required=True, metavar="FILE", help=f"The placement: {EXPECTED}; - is standard input.")
@json_option
@coordinates_option
@numbers_option
@click.option("--svg", type=FILE, metavar="FILE", help="Write a picture of the first refused board.")
def check(
    stated: Stated, placement: str, as_json: bool, coordinates: bool, numbers: bool, svg: Path | None
) -> NoReturn:
    """Check a placement from elsewhere, and name each rule it breaks."""
    problem, pictures = stated.problem(numbers), Pictures(svg=svg)
    pictures.check()
    text = read_text(placement)
    with naming(placement):
        found = read_placements(text, problem, stated.find)
        judged = [judge(problem, each.pieces, each.claimed) for each in found]
    refused = [each for each in judged if not each.accepted]
    if pictures:
        pictures.write((refused or judged)[0].svg(coordinates=find_edges(coordinates, numbers)))
    if as_json:
        emit(json.dumps(_describe(problem, judged)))
    else:
        # The last board where all are accepted, the first refused one otherwise; of several, how many there were
        emit(str((refused or judged[-1:])[0]))
        if len(judged) > 1:
            emit(f"{len(judged):,} placements checked, {len(refused):,} refused.")
    raise Exit(exits.DISAGREEMENT if refused else exits.ANSWERED)


def _describe(problem: Problem, judged: list[Judgement]) -> dict[str, object]:
    accepted = all(each.accepted for each in judged)
    return {
        "title": problem.title,
        "problem": problem.asked,
        "accepted": accepted,
        "placements": [each.as_dict() for each in judged],
    }


command = FamilyGroup(
    check,
    does="Check a placement for this problem.",
    example="check {} --placement answer.txt",
    epilog="Example: rookery check placement --piece queen --board 8 --count 8 --placement answer.txt",
)
