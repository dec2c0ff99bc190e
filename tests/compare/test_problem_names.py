"""Names of instances and series, and the commands that ask the same."""

import json
import shlex
from typing import Any

import pytest
from rookery_tests.command_line import rookery

import rookery as rk
from rookery.compare.problems import (
    compare_command,
    measure_size,
    name_instance,
    name_series,
    proof_command,
    solve_command,
)
from rookery.compare.record import Limits, Task
from rookery.models import Problem
from rookery.models.problems.registry import declare

GNU = rk.Piece.from_betza("gnu", "NC", symbol="G")
HOPPER = rk.Piece("hopper", "H", rides=[rk.Ride(rk.Step(1, 2), 3), rk.Ride(rk.Step(-1, 0), None)])
PROBLEMS = [
    rk.placement("queen", 8, 8),
    rk.placement({"queen": 2, "rook": None}, rk.Board(5, holes=[(0, 0)]), fixed={(1, 1): "rook"}, forbidden=[(2, 2)]),
    rk.domination("knight", "4x5:torus", "independent"),
    rk.domination(GNU, 6, "total", allowed="border"),
    rk.sighted({"queen": 4, "rook": None}, 4, 1),
    rk.k_fold("king", 3, 3, closed=True),
]


def ask(problem: Problem) -> dict[str, Any]:
    assert problem.asked is not None
    return dict(problem.asked)


def task(problem: Problem, backend: str = "sat", want: str = "one", **more: Any) -> Task:
    return Task(problem=ask(problem), backend=backend, want=want, **more)


@pytest.mark.parametrize("problem", PROBLEMS[:4], ids=str)
def test_command_asks_the_same_problem(problem: Problem) -> None:
    words = shlex.split(solve_command(task(problem, seed=1, limits=Limits(20))))
    shown = json.loads(rookery(*words[1:], "--json").out)
    assert (shown["want"], shown["seed"]) == ("one", 1)
    found = declare(shown["problem"])
    assert found.model == problem.model


@pytest.mark.parametrize(("want", "option"), [("all", "--all"), ("count", "--count-solutions")])
def test_command_says_what_is_wanted(want: str, option: str) -> None:
    asked = task(rk.placement("queen", 5, 5), "auto", want, up_to_symmetry=True, options={"lowering": "off"})
    words = shlex.split(solve_command(asked))
    assert words[-6:] == [option, "--up-to-symmetry", "--workers", "1", "--option", "lowering=off"]


def test_problem_without_a_command_gives_a_comment() -> None:
    asked = task(rk.domination(HOPPER, 3, "perfect"))
    assert solve_command(asked).startswith("# piece hopper")
    assert compare_command([asked]).startswith("# piece hopper")
    assert proof_command(asked) == ""


def test_different_instances_have_different_names() -> None:
    given = [rk.placement("queen", 8, 8, fixed=[(row, 0)]) for row in range(8)]
    graphs = [rk.domination("guard", rk.Graph(edges)) for edges in ([("a", "b")], [("b", "c")])]
    pieces = [rk.domination(rk.Piece.from_betza("gnu", betza, symbol="G"), 5) for betza in ("NC", "NZ")]
    names = [name_instance(ask(each), "one") for each in (*PROBLEMS, *given, *graphs, *pieces)]
    assert len(set(names)) == len(names)
    assert name_instance(ask(PROBLEMS[0]), "count", True) == (
        "8 queens on an 8x8 board, number of solutions up to symmetry"
    )


def test_series_leave_out_the_size() -> None:
    assert {name_series(ask(rk.placement("queen", n, n))) for n in (4, 5, 9)} == {"n queens"}
    assert name_series(ask(rk.placement("queen", 9, 8))) == "8 queens"
    assert name_series(ask(rk.placement("queen", 4, 4, fixed=[(0, 1)]))) == "n queens with givens"
    names = {name_series(ask(rk.domination("knight", f"3x{n}:torus"))) for n in (4, 7)}
    assert len(names) == 1


def test_size_is_the_longer_side_or_the_number_of_vertices() -> None:
    problems = rk.domination("king", "3x7"), rk.domination("guard", rk.Graph([(1, 2), (2, 3)]))
    assert [measure_size(ask(problem)) for problem in problems] == [7, 3]


def test_commands_of_comparisons_join_the_sides() -> None:
    queens, limits = rk.placement({"queen": 2, "rook": 1}, 5), Limits(2)
    sides = [
        task(queens, "sat", "count", limits=limits, options={"solver": "glucose42"}),
        task(queens, "own", "count", limits=limits, use="/a/b.py:Own", seed=3, workers=2),
    ]
    assert compare_command(sides) == (
        "rookery compare placement --piece queen=2 --piece rook=1 --board 5 "
        "--backend sat,/a/b.py:Own --want count --seeds 0,3 --workers 1,2 --seconds 2 --option sat.solver=glucose42"
    )
