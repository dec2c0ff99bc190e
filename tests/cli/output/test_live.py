"""The live view of a campaign: nothing in it moves while runs come and go, at any width of the terminal."""

import io
from itertools import pairwise

import pytest
from rich.console import Console
from rich.progress import Progress
from rookery_tests.isolated import task
from rookery_tests.synthetic_records import crashed, record

from rookery.cli.output.consoles import AMOUNT, REST, columns
from rookery.cli.output.live import Live
from rookery.compare.campaign.campaign import Task
from rookery.compare.records.record import Ended, Record
from rookery.models import Board, domination, placement
from rookery.models.pieces.piece import KNIGHT, QUEEN

TASKS = [
    task("none", problem=placement(QUEEN, Board(4), 4)),
    task("none", want="all", problem=domination(KNIGHT, Board(12, 13, holes=[(0, 0), (1, 1)]), "independent")),
    *(task("none", problem=placement(QUEEN, Board(size), size)) for size in range(5, 12)),
]
ENDS: list[Record] = [record(), crashed(), record("sat", 8, 0, None), crashed(ended=Ended.UNSUPPORTED), *[record()] * 5]


def frames(width: int, jobs: int, tasks: list[Task] = TASKS) -> list[list[str]]:
    """What is drawn before, between and after the begins and ends of runs."""
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    progress = Progress(*columns(), console=console, expand=True)
    live, drawn = Live(progress, jobs), []

    def draw() -> None:
        with console.capture() as shown:
            console.print(progress.get_renderable())
        drawn.append(shown.get().rstrip("\n").split("\n"))

    live.on_plan(tasks, 0)
    draw()
    for at, (run, ended) in enumerate(zip(tasks, ENDS, strict=True)):
        live.on_begin(run)
        draw()
        if at >= jobs - 1:
            live.on_end(tasks[at - jobs + 1], ended)
            draw()
    return drawn


@pytest.mark.parametrize("width", [80, 60, 200])
@pytest.mark.parametrize("jobs", [1, 3])
def test_nothing_moves(width: int, jobs: int) -> None:
    drawn = frames(width, jobs)
    assert {len(lines) for lines in drawn} == {1 + jobs}
    assert all(len(line) <= width for lines in drawn for line in lines)
    amount = slice(width - REST - AMOUNT - 1, width - REST - 1)
    assert drawn[0][0][amount].strip() == f"0/{len(TASKS)}"
    counts = [int(lines[0][amount].strip().partition("/")[0]) for lines in drawn]
    assert all(after - before in (0, 1) for before, after in pairwise(counts))
    assert counts[-1] == len(TASKS) - jobs + 1
    assert len({lines[0].index("━") for lines in drawn if "━" in lines[0]}) == 1  # an empty bar has no colour here
    assert all(line[amount].strip().endswith("s") for line in drawn[-1][1:])


def test_it_tells_how_runs_ended() -> None:
    last = frames(120, 1)[-1][0]
    assert last.startswith("runs, 1 crash, 1 time limit, 1 unsupported ")
    assert last.rstrip().endswith("left")


def test_fewer_runs_than_jobs_have_a_line_each() -> None:
    live = Live(Progress(*columns(), console=Console(file=io.StringIO())), 4)
    live.on_plan(TASKS[:2], 0)
    for run in TASKS[:2]:
        live.on_begin(run)
    for run in TASKS[:2]:
        live.on_end(run, record())
