"""Puzzles of regions in each form in which they circulate: there and back, decorated, damaged, and refused."""

import json
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any
from zlib import compressobj

import numpy as np
import pytest

import rookery as rk
from rookery.models.boards.links import SBN_DIGITS
from rookery.models.boards.regions import SIGNS

Rows = Sequence[str]
PUZZLES = 300


def grow(random: Random) -> tuple[list[str], int]:
    """Return a square of as many connected regions as rows, and a number of stars."""
    side = random.randint(4, 12)
    squares = [(row, column) for row in range(side) for column in range(side)]
    owner = {square: SIGNS[at] for at, square in enumerate(random.sample(squares, side))}
    grown = list(owner)
    for row, column in grown:
        around = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        for other in random.sample(around, 4):
            if other not in owner and min(other) >= 0 and max(other) < side:
                owner[other] = owner[row, column]
                grown.append(other)
    smallest = min(Counter(owner.values()).values())
    rows = ["".join(owner[row, column] for column in range(side)) for row in range(side)]
    return rows, random.randint(1, min(3, smallest))


def number(rows: Rows) -> list[list[int]]:
    """Name the regions by numbers from 0, in the order of their first squares."""
    order = list(dict.fromkeys("".join(rows)))
    return [[order.index(sign) for sign in row] for row in rows]


def write_sbn(rows: Rows, stars: int) -> str:
    side = len(rows)
    bits = [rows[r][c] != rows[r][c + 1] for r in range(side) for c in range(side - 1)]
    bits += [rows[r][c] != rows[r + 1][c] for c in range(side) for r in range(side - 1)]
    bits = [*[False] * (-len(bits) % 6), *bits]
    sixes = [int("".join(str(int(bit)) for bit in bits[at : at + 6]), 2) for at in range(0, len(bits), 6)]
    return f"{SBN_DIGITS[side] * 2}{stars}W{''.join(SBN_DIGITS[six] for six in sixes)}"


def write_penpa(rows: Rows, stars: int) -> str:
    side = len(rows)
    width, edges = side + 4, {}
    for r in range(side):
        for c in range(side):
            corner = width * width + (r + 2) * width + c + 2
            if c + 1 < side and rows[r][c] != rows[r][c + 1]:
                edges[f"{corner - width},{corner}"] = 2
            if r + 1 < side and rows[r][c] != rows[r + 1][c]:
                edges[f"{corner - 1},{corner}"] = 2
    drawn = f'{{zE:{json.dumps(edges)},zN:{{"30":["{stars}★",1,"1"]}},zY:{{}},zS:{{}}}}'
    text = f"square,{side},{side},38,0,1,1\n[0,0,0,0]\n[]\n{drawn}\n"
    packer = compressobj(9, wbits=-15)
    packed = packer.compress(text.encode()) + packer.flush()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={b64encode(packed).decode()}"


def write_table(rows: Rows, stars: int) -> str:
    first, *others = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([f"stars: {stars}", first, "|---" * len(rows) + "|", *others])


FORMS: dict[str, Callable[[Rows, int], str]] = {
    "lines": lambda rows, stars: "\n".join([f"stars = {stars}", *rows]),
    "slashes": lambda rows, stars: rk.RegionBoard("/".join(rows)).spec,
    "blanks": lambda rows, stars: "\n".join([f"{len(rows)} {stars}", *(" ".join(row) for row in rows)]),
    "csv": lambda rows, stars: "\n".join(",".join(map(str, row)) for row in number(rows)),
    "comments": lambda rows, stars: "\n".join(["# by hand", "* 2024", "/ easy", *rows, "", f"stars: {stars}"]),
    "brackets": lambda rows, stars: "\n".join(f"[{', '.join(row)}]" for row in rows),
    "table": write_table,
    "task": lambda rows, stars: ",".join(str(each + 1) for row in number(rows) for each in row),
    "one line": lambda rows, stars: "".join(rows),
    "matrix": lambda rows, stars: json.dumps(number(rows)),
    "numpy": lambda rows, stars: json.dumps(number(rows)).replace(",", "").replace("] ", "]\n "),
    "object": lambda rows, stars: json.dumps({"id": 7, "size": len(rows), "stars": stars, "regions": number(rows)}),
    "colours": lambda rows, stars: json.dumps(
        {"colorRegions": [[f"colour{sign}" for sign in row] for row in rows], "regionColors": {"A": "#fff"}}
    ),
    "rows": lambda rows, stars: json.dumps({"board": rows, "starsPerRegion": stars}),
    "squares": lambda rows, stars: json.dumps(
        [
            [[r, c] for r, row in enumerate(rows) for c, own in enumerate(row) if own == sign]
            for sign in dict.fromkeys("".join(rows))
        ]
    ),
    "SBN": write_sbn,
    "puzz.link": lambda rows, stars: rk.export(rk.regions(rows, stars), "puzz.link"),
    "puzzle": lambda rows, stars: rk.export(rk.regions(rows, stars), "puzzle"),
    "penpa": write_penpa,
}
SILENT = {"slashes", "csv", "brackets", "task", "one line", "matrix", "numpy", "colours", "squares"}  # on the stars


def divide(board: rk.RegionBoard) -> set[frozenset[tuple[int, int]]]:
    return {frozenset((row, column) for row, column in squares) for squares in board.regions.values()}


@pytest.mark.parametrize("form", FORMS)
def test_random_puzzles_survive_a_round_trip(form: str) -> None:
    for seed in range(PUZZLES):
        rows, stars = grow(Random(seed))
        board = rk.RegionBoard(FORMS[form](rows, stars))
        assert divide(board) == divide(rk.RegionBoard(rows)), (seed, rows)
        assert board.stars == (None if form in SILENT else stars)
        assert rk.board(board.spec) == board


@pytest.mark.parametrize("form", FORMS)
def test_damaged_puzzle_is_refused_or_another_and_never_fails(form: str) -> None:
    for seed in range(PUZZLES):
        random = Random(seed)
        text = FORMS[form](grow(random)[0], 1)
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(text))
            text = text[:at] + random.choice(["", *'A0#-.*+ ,/[]{}:"\n★']) + text[at + random.randint(0, 1) :]
        with suppress(rk.BadInput):
            rk.regions(rk.RegionBoard(text))


@pytest.mark.parametrize("form", FORMS)
def test_puzzle_that_is_cut_short_is_the_same_or_refused(form: str) -> None:
    for seed in range(2):
        rows, _ = grow(Random(seed))
        text = FORMS[form](rows, 1)
        for end in range(len(text)):
            if text[end - 1 : end + 1].isdigit() and form == "task":
                continue  # half of a number is a number
            try:
                board = rk.RegionBoard(text[:end])
                rk.regions(board)
            except rk.BadInput:
                continue
            assert divide(board) == divide(rk.RegionBoard(rows)) or board.rows < len(rows), text[:end]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A B C\nAAB\nACB\nCCB", "AAB/ACB/CCB"),
        ("#AB\nAAB\nCCC", "#AB/AAB/CCC"),
        ("🟦🟦🟥\n🟦🟩🟥\n🟩🟩🟥", "AAB/ACB/CCB"),
        ("regions = [['r', 'r'], ['b', 'b']]", "rr/bb"),
        ("const level = [[1, 1], [2, 2]];", "11/22"),
        ('{"A": [[0, 0], [0, 1]], "B": [[1, 0], [1, 1]]}', "AA/BB"),
        ('{"level": 3, "puzzle": {"grid": ["AAB", "ACB", "CCB"]}}', "AAB/ACB/CCB"),
        ({"A": ((0, 0), (0, 1)), "C": ((1, 1), (1, 0))}, "AA/CC"),
        ({"A": [(0, 0), (1, 0), (2, 0)], "b": [(3, 0)]}, "A/A/A/b"),
        ({"regions": np.array([[0, 0], [1, 1]]), "stars": np.int64(1)}, "1/00/11"),
        ("title: small\nsize: 3\nAAB\nACB\nCCB", "AAB/ACB/CCB"),
        ("# 2 stars\n2\nAABB\nAABB\nCCDD\nCCDD", "2/AABB/AABB/CCDD/CCDD"),
        ("551W9ta0RHY", "1/ABBBC/ADBBC/ADECC/AAEEE/EEEEE"),
        ("https://pzv.jp/p.html?starbattle/2/2/1/o0", "1/AB/AB"),
    ],
)
def test_form_is_read(text: Any, expected: str) -> None:
    assert rk.RegionBoard(text) == rk.RegionBoard(f"regions:{expected}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("AABBBAABBB", "10 squares in one line, which make no square"),
        ("551WWXMHaE", "7 letters of borders"),
        ("551XCcNCJgW", "has the form of a code"),
        ("551W9ta0RHY\n551W2h50ijr", "expected one puzzle"),
        ("AABB\nAABB\nCCDD", "3 rows, 4 columns and 4 regions with 1 star each hold 3, 4 and 4 stars"),
        ("AABBB\nAABBB\nAABCC\nDDDCC\nDDCCC", "5 rows, 5 columns and 4 regions"),
        ("A+B\nACB\nCCB", r"line 1: \+ is a free square to some"),
        ("#easy\nAABBB\nAABBB\nAABCC\nDDDCC\nDDCCE\nEEEEE", "a comment, or a row"),
        ("# 2 stars\nAABB\nAABB\nCCDD\nCCDD", "a comment speaks of 2 stars"),
        ("size: 4\nAAB\nACB\nCCB", "a size of 4, and the grid is 3x3"),
        ("-1\nAAB\nACB\nCCB", "'-1' is no number of stars"),
        ("0\nAAB\nACB\nCCB", "0 stars; expected at least 1"),
        ("stars: 2\n0\nAAB\nACB\nCCB", "0 and 2 stars; expected one number"),
        ("stars: 1\nAAB\nACB\nCCB\nStars: 1", "line 5: Stars is given twice"),
        ('{"stars": 1, "regions": ["AB", "AB"], "stars": 2}', "'stars' is given twice"),
        ("stars: many\nAAB\nACB\nCCB", "expected a number of stars"),
        ("A,,B\nA,C,B\nC,C,B", "a square without a name"),
        ("[[0, 0], [1, -1]]", "'-1' is the sign of no region"),
        ("[[0, 0], [1, null]]", "'null' is the name of no region"),
        ('{"regions": [[0, 0], [1, 1]], "givens": [[0, 0]]}', "'givens' is not read"),
        ('{"regions": [[0, 0], [1, 1]], "board": [[0, 1], [0, 1]]}', "two different grids"),
        ("https://puzz.link/p?nurikabe/2/2/g5", "not a link to a star battle"),
        ("https://puzz.link/p?starbattle/2/2/1/i", "1 letter of borders in the link; 2x2 needs 2"),
        ("https://puzz.link/p?starbattle/2/2/1/g0", "ends within a region"),
        ("https://x.org/penpa-edit/#m=edit&p=abcd", "link to penpa cannot be read"),
        ('{"grid":' * 600 + "[[1]]" + "}" * 600, "nested too deeply"),
    ],
)
def test_form_is_refused(text: str, said: str) -> None:
    with pytest.raises(rk.BadInput, match=said):
        rk.regions(text)


@pytest.mark.parametrize("spec", ["2/A/B/B", "1/A/1/1", "1/2", "12/AB/AB", "2/AAB/ACB/CCB"])
def test_board_with_stars_is_read_again_from_its_text(spec: str) -> None:
    rows = spec.split("/")
    board = rk.RegionBoard({"regions": "regions:" + "/".join(rows[1:]), "stars": rows[0]})
    again = rk.board(board.spec)
    assert again == board
    assert (str(again), again.stars) == (str(board), int(rows[0]))


def test_export_refuses_what_a_puzzle_cannot_say() -> None:
    for problem in (rk.regions("AAB/ACB/CCB", piece="queen"), rk.regions("AAB/ACB/CCB", fixed=["a1"])):
        with pytest.raises(rk.BadInput, match="without given squares"):
            rk.export(problem, "puzzle")
    for drawing in ("#AB/AAB/CCC", "ABA/BBB/CCC"):
        with pytest.raises(rk.BadInput, match="borders alone"):
            rk.export(rk.regions(drawing), "puzz.link")
