"""The line of a campaign that goes on: what is reused, which run began last, and the share that is done."""

import pytest
from rookery_tests.isolated import task

from rookery import placement
from rookery.backends.progress import SearchProgress
from rookery.cli.output.live import Live


def test_line_names_the_run_and_the_share(capsys: pytest.CaptureFixture[str]) -> None:
    lines: list[str] = []
    runs = [task("none", problem=placement("queen", size, size)) for size in (4, 5, 6, 7)]
    live = Live(SearchProgress(lines.append))
    live.on_plan(runs, 1)
    assert capsys.readouterr().err == "1 earlier run is reused, 4 runs to make\n"
    live.on_begin(runs[0])
    assert lines[-1] == "faulty fault=none: 4 queens on a 4x4 board, number of solutions, seed 0"
    live.on_end()
    assert (
        lines[-1]
        == "faulty fault=none: 4 queens on a 4x4 board, number of solutions, seed 0; comparing, 4 runs, 25.0 % done"
    )
