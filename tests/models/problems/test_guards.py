"""Guards in given numbers: commands, the referee, symmetries and refusals."""

import json
from typing import Any

import pytest
from rookery_tests.command_line import rookery

import rookery as rk
from rookery.models.problems.plain import declare_plain, plain

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
    assert found["title"] == "Domination of an 8x8 board by 1 king, 2 queens and 5 knights"


def test_guards_take_numbers_in_each_form() -> None:
    problem = rk.guards({"queen": 1, "knight": None}, 4, "total", sighted=False, fixed={"a1": "queen"})
    assert declare_plain(plain(problem)).asked == problem.asked
    words = "--board 4 --kind total --through --fix 3,0=queen"
    for pieces in (
        "--piece queen=1 --piece knight",
        "--piece queen=1 --piece knight=min",
        "--piece queen --piece knight --count 1 --count min",
    ):
        found = as_json(f"{pieces} {words}")
        assert found["title"] == problem.title
        assert found["objective"] == rk.solve(problem).objective
    table = rookery("table", "guards", "--piece", "queen=1,knight", "--board", "3..4", "--format csv")
    assert [line.split(",")[:3] for line in table.out.splitlines()[1:]] == [
        ["1 queen and knight", "3", "0"],
        ["1 queen and knight", "4", "2"],
    ]
    compared = rookery("compare", "guards", "--piece", "queen=1", "--piece", "knight", "--board=3", "--dry-run")
    assert "domination by 1 queen and as few knights as possible on 3x3" in compared.out, compared.err


def test_referee_of_guards_walks_lines() -> None:
    """A piece stands in the way of another in sight alone; an occupied square must be attacked in total alone."""
    row = rk.Board(1, 3)
    placed = {(0, 0): "rook", (0, 1): "knight"}
    counts = {"rook": 1, "knight": 1}
    assert rk.guards(counts, row).faults(placed) == ["square 0,2 is not guarded in sight"]
    assert not rk.guards(counts, row, sighted=False).faults(placed)
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
        rk.guards("rhC2", "3:torus", sighted=False),
        rk.guards({"rhC2": 3}, "3:torus"),
        rk.cheapest_domination({"rhC2": 5}, "3:torus"),
    ):
        found = rk.solve(problem, want="count", up_to_symmetry=True)
        assert (found.count, found.orbits) == (48, 3)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("guards --piece queen=x", "count 'x'"),
        ("guards --piece queen=max", "count 'max'"),
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
    with pytest.raises(rk.BadInput, match="unknown kind of domination 'perfect'; known are plain, independent, total"):
        rk.guards("queen", 4, "perfect")
    with pytest.raises(rk.BadInput, match=r"count of queen 1\.5: expected a whole number, None or 'min' for as few"):
        rk.guards({"queen": 1.5}, 4)  # type: ignore[arg-type]
