"""Problems as words of a command and back: one syntax for commands, campaigns and the commands that reports print."""

import shlex
from pathlib import Path
from typing import Any

import click
import pytest

import rookery as rk
from rookery.cli import app
from rookery.cli.problem_options import read_words
from rookery.models.problems.command import command_words
from rookery.models.problems.registry import families

PROBLEMS = {
    "placement": rk.placement({"queen": 2, "knight": "any"}, 5, fixed={"e5": "queen"}, forbidden=["a1"]),
    "maximal": rk.placement("king", rk.board("3x4:torus", holes=["a1"]), kind="maximal"),
    "n-queens": rk.n_queens(8, blocked=20, seed=3),
    "domination": rk.domination("knight", "4x5:cylinder", "total", allowed=["a1", "b1", "c3"]),
    "border": rk.domination("queen", 4, allowed="border"),
    "sighted": rk.sighted({"rook": 3}, 3, pawns=2),
    "armies": rk.armies(["queen", "queen"], 4, forbidden=["0,0"]),
    "guards": rk.guards(["queen", "rook"], 3, costs=[9, 5], through=True),
    "coverage": rk.coverage("queen", 4, count=2, goal="fewest"),
    "k-fold": rk.k_fold("king", 3, times=2, closed=True),
    "regions": rk.regions("regions:AABB/ABBB/CDDD/CCCD", fixed=["b4"]),
    "notation": rk.placement("NC", 4),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_words_of_a_problem_ask_for_it_again(name: str) -> None:
    assert read_words(shlex.join(command_words(PROBLEMS[name]))) == [PROBLEMS[name]]


def test_words_of_a_graph_name_its_file(tmp_path: Path) -> None:
    (tmp_path / "roads.txt").write_text("a b\nb c\n", encoding="utf-8")
    (problem,) = read_words("domination --graph roads.txt --forbid b", folder=tmp_path)
    assert read_words(shlex.join(command_words(problem))) == [problem]
    with pytest.raises(rk.BadInput, match="graph"):
        command_words(rk.domination("guard", rk.Graph([("a", "b")])))


def test_ranges_and_lists_are_several_problems() -> None:
    asked = [problem.asked for problem in read_words("domination --piece queen,knight --board 3..4")]
    pairs = [("queen", "3"), ("knight", "3"), ("queen", "4"), ("knight", "4")]
    assert asked == [{"family": "domination", "piece": piece, "board": board} for piece, board in pairs]
    (both,) = read_words("placement --piece queen --piece 'N(1,2)' --board 4,4")
    assert len(both.pieces) == 2


def test_examples_of_families_are_read() -> None:
    for name, family in families().items():
        (problem,) = read_words(f"{name} {family.example}")
        assert problem.family == name


def list_options(*names: str) -> list[str]:
    """Return the long options of a command."""
    command: Any = app
    for name in names:
        command = command.get_command(click.Context(command), name)
    return [option for parameter in command.params for option in parameter.opts if option.startswith("--")]


@pytest.mark.parametrize("command", ["solve", "table", "compare", "export", "check", "hint"])
def test_options_of_families_hide_no_others(command: str) -> None:
    for name in families():
        options = list_options(command, name)
        assert len(options) == len(set(options))
