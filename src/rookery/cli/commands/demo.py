"""`rookery demo`: four problems by every backend, their boards, and the verdict whether the answers agree."""

from collections.abc import Sequence

import click
from click.exceptions import Exit

from rookery.cli import exits
from rookery.cli.options.command import DURATION, SECONDS, Command, option
from rookery.cli.output.live import watch_runs
from rookery.cli.output.terminal import emit, emit_drawn
from rookery.cli.output.wording import add_caption
from rookery.compare.campaign import make_campaign
from rookery.compare.folder import run_campaign
from rookery.compare.record import Record, placement_of
from rookery.compare.terminal import show
from rookery.models import Board, Problem
from rookery.models.drawing.text import side_by_side
from rookery.models.pieces.piece import BISHOP, KNIGHT, QUEEN
from rookery.models.problems.domination import domination
from rookery.models.problems.placement import placement

BOARD = Board(8)
GUARDS = (QUEEN, BISHOP, KNIGHT)


@click.command("demo", cls=Command, epilog="Example: rookery demo --seconds 5")
@option(
    "--seconds",
    type=SECONDS,
    default=5,
    show_default=True,
    help=f"Time limit of each backend on each problem: {DURATION}.",
)
def command(seconds: float) -> None:
    """Solve four problems with each backend, and compare the answers."""
    problems = {"non-attacking queens": placement(QUEEN, BOARD, count=BOARD.rows)}
    problems |= {f"dominating {piece.plural}": domination(piece, BOARD, "independent") for piece in GUARDS}
    asked = [problem.asked for problem in problems.values() if problem.asked is not None]
    emit(f"{len(asked)} problems by each backend, at most {seconds:g} s each time\n")
    campaign = make_campaign(asked, {"name": "demo", "backends": ["all"], "seconds": seconds})
    with watch_runs() as observer:
        result = run_campaign(campaign, None, observer=observer)
    found = result.findings
    emit(side_by_side([_draw(problem, caption, found.records) for caption, problem in problems.items()]))
    emit("")
    emit_drawn(lambda out: show(found, out))
    if result.interrupted:
        raise Exit(exits.INTERRUPTED)
    raise Exit(exits.DISAGREEMENT if found.failed else exits.ANSWERED)


def _draw(problem: Problem, caption: str, records: Sequence[Record]) -> str:
    """Draw the best solution of a problem under its number and the caption."""
    found = [
        placement_of(problem, each.solutions[0]) for each in records if each.solutions and each.problem == problem.asked
    ]
    if not found:
        return add_caption(str(BOARD), f"no {caption}")
    best = min(found, key=len)
    return add_caption(str(best), f"{len(best)} {caption}")
