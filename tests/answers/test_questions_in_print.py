"""Questions in print: attacked squares, limits of one type, any number of pieces, and coverage, with their values."""

from typing import Any

import pytest
from rookery_tests.command_line import rookery

import rookery as rk


@pytest.mark.parametrize(
    ("side", "square", "blocked", "expected"),
    [
        (4, "d4", [], 9),
        (5, "c4", ["e5", "b4", "c2"], 10),
        (1, "a1", [], 0),
    ],  # samples of HackerRank's "Queen's Attack II"
)
def test_queen_attacks_as_in_published_samples(side: int, square: str, blocked: list[str], expected: int) -> None:
    assert len(rk.attacked("queen", side, square, blocked)) == expected
    walls = [option for each in blocked for option in ("--hole", each)]
    pieces = [option for each in blocked for option in ("--fix", each)]
    for past in (walls, pieces):
        shown = rookery("pieces", "queen", "--board", str(side), "--from", square, *past, "--format", "board")
        assert shown.out.count("x") == expected


def test_drawing_stands_in_the_way() -> None:
    shown = rookery("pieces", "rook", "--board-file", "-", given=b"N..\n.R#\n...\n")
    assert "on b2 of a 3x3 board without c2 attacks 3 squares past 1 own piece" in shown.out
    assert rookery("pieces", "rook", "--board", "3", "--from", "a1", "--fix", "a1").code == 2


def test_piece_is_limited_to_squares() -> None:
    free = rk.placement({"king": 1, "bishop": 2}, 4)
    limited = rk.placement({"king": 1, "bishop": 2}, 4, allowed=["light=bishop"], forbidden=["b4=king"])
    assert rk.declare(limited.asked or {}) == limited
    light = [
        each
        for each in rk.solve(free, want="all").solutions
        if all((row + column) % 2 == 0 for (row, column), piece in each.items() if piece.name == "bishop")
        and each.get(rk.Square(0, 1)) != rk.KING
    ]
    for backend in ("backtracking", "sat", "cpsat"):
        assert set(rk.solve(limited, backend, want="all").solutions) == set(light)
    assert "forbidden for it" in str(limited.faults(rk.Placement(4, {"a4": "king", "a1": "bishop", "c1": "bishop"})))
    asked = "--piece king=1 --piece bishop=2 --board 4 --allow light=bishop --forbid b4=king --count-solutions --json"
    assert f'"count": {len(light)}' in rookery("solve", "placement", *asked.split()).out
    with pytest.raises(rk.BadInput, match="queen is not a piece of this problem"):
        rk.placement({"king": 1, "bishop": 2}, 4, forbidden=["d4=queen"])


@pytest.mark.parametrize("kind", ["plain", "maximal"])
def test_any_number_of_pieces_is_counted_as_published(kind: str) -> None:
    published = {"plain": ("king", [2, 5, 35, 314, 6427]), "maximal": ("queen", [1, 4, 9, 18, 58, 348])}
    piece, counts = published[kind]  # OEIS A063443 and A146303
    for n, count in enumerate(counts, start=1):
        asked = ("--piece", piece, "--board", str(n), "--count", "any", "--kind", kind, "--count-solutions", "--json")
        assert f'"count": {count},' in rookery("solve", "placement", *asked).out


def test_lines_of_sight_end_at_pieces_in_coverage() -> None:
    pair, given = {"rook": 1, "king": 1}, {"a1": "rook", "b1": "king"}
    assert rk.solve(rk.coverage(pair, "1x5", fixed=given)).objective == 3
    assert rk.solve(rk.coverage(pair, "1x5", fixed=given, through=True)).objective == 5
    assert rk.solve(rk.coverage(pair, "1x5", kind="total", fixed=given)).objective == 3
    assert rk.solve(rk.coverage({"knight": 1}, 3, kind="total")).objective == 2


@pytest.mark.parametrize(
    ("bishops", "squares", "attacked"),
    [
        ({"bishop": 2}, "Kf3 Qh8 Ra1 Rb7 Be4 Bd5 Nf7 Nb3", 64),
        ({"bishop": 1, "B7": 1}, "Ke2 Qc4 Rh8 Ra7 Bd3 7e5 Nc8 Nf3", 63),
    ],
)
def test_eight_pieces_attack_as_many_squares_as_in_print(bishops: dict[str, int], squares: str, attacked: int) -> None:
    """64 with bishops of one colour, 63 with both (Robison, Hafner and Skiena, "Eight pieces cannot cover a chess
    board", 1989); B7 is a second bishop, so that each has its colour."""
    letters = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "7": "B7"}
    stand = {word[1:]: letters[word[0]] for word in squares.split()}
    limits = ["light=bishop", "dark=B7"] if len(bishops) > 1 else ["light=bishop"]
    pieces = {"king": 1, "queen": 1, "rook": 2, "knight": 2, **bishops}
    problem = rk.coverage(pieces, 8, kind="total", allowed=limits, fixed=stand)
    for backend in ("backtracking", "sat", "cpsat"):
        assert rk.solve(problem, backend).objective == attacked
    guarded = rk.solve(rk.guards(pieces, 8, kind="total", allowed=limits, fixed=stand))
    assert guarded.status == ("satisfied" if attacked == 64 else "infeasible")


SIX = {"king": 1, "queen": 1, "rook": 1, "bishop": 1, "knight": 1, "fF": 1}


@pytest.mark.parametrize(
    ("more", "squares", "most"),
    [
        ({"kind": "total"}, "Kb7 Qd5 Rh1 Bb4 Nd3 Pf2", 55),  # attacked, in sight: the optimum of puzzling.SE 137237
        ({}, "Ke3 Qc7 Ra1 Be6 Ng6 Pg5", 58),  # occupied or attacked, in sight: the most that is known
        ({"through": True}, "Kc7 Qe3 Ra2 Bd3 Nf6 Pg7", 59),  # through other pieces: cpsat proves it in minutes
    ],
)
def test_six_pieces_cover_as_many_squares_as_are_known(more: dict[str, Any], squares: str, most: int) -> None:
    letters = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "fF"}
    stand = {word[1:]: letters[word[0]] for word in squares.split()}
    assert rk.solve(rk.coverage(SIX, 8, fixed=stand, **more)).objective == most
