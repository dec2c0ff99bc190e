"""The live view of a campaign: nothing in it moves while runs come and go, at any width of the terminal."""

import io
from itertools import pairwise

import pytest
from rich.console import Console
from rich.progress import Progress
from rookery_tests.isolated import task
from rookery_tests.synthetic_records import crashed, record

from rookery import domination, placement
from rookery.cli.output.consoles import AMOUNT, REST, columns
from rookery.cli.output.live import Live
from rookery.compare.record import Ended, Record
from rookery.models import Board
from rookery.models.pieces.piece import KNIGHT, QUEEN

TASKS = [
    task("none", problem=placement(QUEEN, Board(4), 4)),
    task("none", want="all", problem=domination(KNIGHT, Board(12, 13, holes=[(0, 0), (1, 1)]), "independent")),
    *(task("none", problem=placement(QUEEN, Board(size), size)) for size in range(5, 12)),
]
ENDS: list[Record] = [record(), crashed(), record("sat", 8, 0, None), crashed(ended=Ended.UNSUPPORTED), *[record()] * 5]


def draw_frames(width: int, jobs: int) -> list[list[str]]:
    """Return the lines that are drawn before, between and after the begins and ends of runs."""
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    progress = Progress(*columns(), console=console, expand=True)
    live, drawn = Live(progress, jobs), []

    def draw() -> None:
        with console.capture() as shown:
            console.print(progress.get_renderable())
        drawn.append(shown.get().rstrip("\n").split("\n"))

    live.on_plan(TASKS, 0)
    draw()
    for at, (run, ended) in enumerate(zip(TASKS, ENDS, strict=True)):
        live.on_begin(run)
        draw()
        if at >= jobs - 1:
            live.on_end(TASKS[at - jobs + 1], ended)
            draw()
    return drawn


@pytest.mark.parametrize(("width", "jobs"), [(60, 1), (80, 3), (200, 3)])
def test_nothing_moves_and_each_run_has_a_line(width: int, jobs: int) -> None:
    drawn = draw_frames(width, jobs)
    assert {len(lines) for lines in drawn} == {1 + jobs}
    assert all(len(line) <= width for lines in drawn for line in lines)
    amount = slice(width - REST - AMOUNT - 1, width - REST - 1)
    counts = [int(lines[0][amount].strip().partition("/")[0]) for lines in drawn]
    assert all(after - before in (0, 1) for before, after in pairwise(counts))
    assert counts[-1] == len(TASKS) - jobs + 1
    assert len({lines[0].index("━") for lines in drawn if "━" in lines[0]}) == 1  # an empty bar has no colour here
