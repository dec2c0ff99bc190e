"""Statistics of a search on the command line: `--statistics`."""

from rookery_tests.command_line import rookery

import rookery as rk

QUEENS = ("solve", "placement", "--piece", "queen", "--board", "6", "--count", "6", "--count-solutions")


def test_statistics_are_a_line_after_the_times() -> None:
    message = rk.solve(rk.placement(rk.QUEEN, rk.Board(6), 6), "sat", "count").statistics
    code, out, err = rookery(*QUEENS, "--backend", "sat", "--statistics")
    *_, times, statistics = out.splitlines()
    assert (code, err) == (0, "")
    assert times.startswith("sat, ")
    assert statistics.startswith(
        f"statistics: {message['variables']} variables, {message['constraints']} constraints, "
    )
    assert "statistics" not in rookery(*QUEENS).out


def test_statistics_of_boards_alone_go_to_standard_error() -> None:
    one = ("solve", "placement", "--piece", "queen", "--board", "4", "--count", "4", "--backend", "python-constraint")
    code, out, err = rookery(*one, "--format", "board", "--statistics")
    assert (code, len(out.splitlines()), set(out)) == (0, 4, {"Q", ".", "\n"})
    assert err.startswith("statistics: 16 variables, ")
