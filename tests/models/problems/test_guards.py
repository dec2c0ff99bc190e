"""Guards in given numbers: commands, the referee, symmetries and refusals."""

import json
from typing import Any

import pytest
from rookery_tests.command_line import rookery

import rookery as rk

ASKED = {"king": 1, "queen": 2, "knight": 5}


def as_json(words: str) -> Any:
    """What `rookery solve guards` says in JSON."""
    found = rookery("solve", "guards", *words.split(), "--json")
    assert found.code == 0, found.err
    return json.loads(found.out)


def test_guards_take_numbers_of_three_pieces() -> None:
    """1 king, 2 queens and 5 knights attack every vacant square of a chess board."""
    found = as_json("--piece king=1 --piece queen=2 --piece knight=5 --board 8")
    assert found["status"] == "satisfied"
    names = [name for name, _, _ in found["solutions"][0]]
    assert {name: names.count(name) for name in set(names)} == ASKED
    assert found["title"] == "Domination by 1 king, 2 queens and 5 knights on an 8x8 board"


def test_guards_take_numbers_in_each_form() -> None:
    problem = rk.guards({"queen": 1, "knight": None}, 4, "total", through=True, fixed={"a1": "queen"})
    words = "--board 4 --kind total --through --fix 3,0=queen"
    found = as_json(f"--piece queen=1 --piece knight {words}")
    assert (found["title"], found["objective"]) == (problem.title, rk.solve(problem).objective)


def test_referee_of_guards_walks_lines() -> None:
    """A piece stands in the way of another in sight alone; an occupied square must be attacked in total alone."""
    row = rk.Board(1, 3)
    placed = {(0, 0): "rook", (0, 1): "knight"}
    counts = {"rook": 1, "knight": 1}
    assert rk.guards(counts, row).faults(placed) == ["square 0,2 is not guarded in sight"]
    assert not rk.guards(counts, row, through=True).faults(placed)
    unseen = rk.guards(counts, row, "total").faults(placed)
    assert unseen == ["square 0,0 is not guarded in sight", "square 0,2 is not guarded in sight"]
    assert "the rook on 0,0 attacks the knight on 0,1" in rk.guards(counts, row, "independent").faults(placed)
    assert rk.guards({"rook": 2}, row).faults({(0, 0): "rook"}) == ["1 rook on the board, 2 required"]


@pytest.mark.parametrize("n", [3, 4])
def test_guards_of_one_piece_dominate(n: int) -> None:
    for kind in ("plain", "independent", "total"):
        assert rk.solve(rk.guards("queen", n, kind)).objective == rk.solve(rk.domination("queen", n, kind)).objective
    fewest = rk.solve(rk.domination("queen", n)).objective
    assert (
        rk.solve(rk.guards({"queen": fewest}, n), want="count").count
        == rk.solve(rk.domination("queen", n), want="count").count
    )


def test_guards_of_one_type_have_the_symmetries_of_their_attacks() -> None:
    """A guard that shields another one of its type continues the same ride, unless the board turns its steps.

    `rhC2` rides left on this torus by riding right twice: in sight that is another ride, and 6 orbits were counted,
    where the 48 sets fall into 3, as those of rooks do. On the strip fewer sets guard in sight.
    """
    for problem in (
        rk.domination("rook", "3:torus"),
        rk.guards("rhC2", "3:torus"),
        rk.guards("rhC2", "3:torus", through=True),
        rk.guards({"rhC2": 3}, "3:torus"),
        rk.guards("rhC2", "3:torus", costs=[5]),
    ):
        found = rk.solve(problem, want="count", up_to_symmetry=True)
        assert (found.count, found.orbits) == (48, 3)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("guards --piece queen=x", "count of queen 'x'"),
        ("guards --piece queen=max", "count of queen 'max'"),
        ("guards --piece queen=2 --count 3", "--count"),
        ("guards --piece queen=17", "do not fit"),
        ("guards --piece queen=1 --piece queen=2", "named twice"),
        ("guards --piece =2", "unknown piece ''"),
        ("guards --piece queen --kind perfect", "'perfect'"),
        ("domination --piece queen=2", "no number of pieces"),
    ],
)
def test_guards_refuse_bad_input(words: str, message: str) -> None:
    result = rookery("solve", *words.split(), "--board", "4")
    assert result.code == 2
    assert message in " ".join(result.err.split())


def test_guards_refuse_bad_arguments() -> None:
    with pytest.raises(rk.BadInput, match="unknown kind 'perfect'; known are plain, independent, total"):
        rk.guards("queen", 4, "perfect")  # type: ignore[arg-type]
    with pytest.raises(rk.BadInput, match=r"count of queen 1\.5: expected a whole number, 'n' for the side"):
        rk.guards({"queen": 1.5}, 4)
