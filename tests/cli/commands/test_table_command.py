"""`rookery table`: the values, which of them are proven, examples side by side."""

import json
from collections.abc import Iterable

import pytest
from rookery_tests.brute_force import Assignments, BruteForce
from rookery_tests.command_line import lend, rookery
from rookery_tests.known_values import values
from rookery_tests.yardstick import with_time_enough

from rookery.backends import Request
from rookery.backends.contract.backend import Stream


class Cut(BruteForce):
    """Ctrl-C comes with the first board that has more than one square."""

    name = "cut"

    def run(self, program: Assignments, request: Request) -> Stream:
        if program.model.variables > 1:
            raise KeyboardInterrupt
        yield from super().run(program, request)


def known(series: str, sides: Iterable[int]) -> list[str]:
    """The trusted values of a series, as they are printed."""
    return [str(values(series)[side]) for side in sides]


# The task "inverse queens, bishops and knights" of Rosetta Code.
INVERSE_QUEENS = """\
independent domination number, by auto

board   1  2  3  4  5  6   7   8   9  10
queen   1  1  1  3  3  4   4   5   5   5
bishop  1  2  3  4  5  6   7   8   9  10
knight  1  4  4  4  5  8  13  14  14  16

all 30 entries proven
"""


def test_the_minimum_table_of_queens_bishops_and_knights() -> None:
    arguments = ("--pieces", "queen,bishop,knight", "--boards", "1..10", "--kind", "independent")
    assert rookery("table", "domination", *arguments) == (0, INVERSE_QUEENS, "")


def test_plain_domination_by_queens() -> None:
    found = rookery("table", "domination", "--pieces", "queen", "--boards", "1..10", "--kind", "plain")
    assert found.lines[3].split() == ["queen", *known("queen.gamma", range(1, 11))]


def test_maxima_of_placements() -> None:
    found = rookery("table", "placement", "--pieces", "bishop,king", "--boards", "2..6")
    assert found.lines[0] == "no piece attacks another, largest number of pieces, by auto"
    assert found.lines[3].split() == ["bishop", *known("bishop.max", range(2, 7))]
    assert found.lines[4].split() == ["king", *known("king.max", range(2, 7))]


def test_counts_of_placements() -> None:
    found = rookery("table", "placement", "--pieces", "queen", "--boards", "1..9", "--count", "n")
    assert found.lines[0] == "no piece attacks another, number of placements of n pieces, by auto"
    assert found.lines[3].split() == ["queen", *known("queen.count", range(1, 10))]


def test_a_given_count_and_an_oblong_board() -> None:
    found = rookery("table", "placement", "--pieces", "rook", "--boards", "2,2x3,3x3:torus", "--count", "2")
    assert [line.split() for line in found.lines[2:4]] == [["board", "2", "2x3", "3:torus"], ["rook", "2", "6", "18"]]


def test_counts_of_optimal_placements() -> None:
    found = rookery("table", "domination", "--pieces", "queen", "--boards", "4,5", "--want", "count")
    assert found.lines[0] == "number of smallest dominating sets, by auto"
    assert found.lines[3].split() == ["queen", *known("queen.gamma_count", (4, 5))]


def test_no_solution_has_its_sign() -> None:
    found = rookery("table", "domination", "--pieces", "king", "--boards", "1,2", "--kind", "total")
    assert found.code == 0
    assert found.lines[3].split() == ["king", "-", "2"]
    assert "- no solution" in found.lines


def test_a_table_too_wide_for_the_terminal_is_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    found = rookery("table", "placement", "--pieces", "queen,rook", "--boards", "1..8", "--count", "n")
    assert found.lines[2].split() == ["board", "queen", "rook"]
    assert found.lines[10].split() == ["8", "92", "40320"]  # rooks: n! permutations


def test_examples_are_drawn_side_by_side() -> None:
    found = rookery("table", "domination", "--boards", "3", "--kind", "independent", "--show", "4")
    assert [len(found.out.split(symbol)) - 1 for symbol in "QBN"] == [3, 4, 4]
    assert "3 queens   4 bishops   4 knights" in found.lines


def test_an_example_that_does_not_exist_says_so() -> None:
    found = rookery("table", "placement", "--pieces", "queen,rook", "--boards", "3", "--count", "n", "--show", "3")
    assert "queen: no solution   3 rooks" in found.lines


def test_a_limit_marks_the_entries_that_are_not_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, BruteForce())
    slow = ("--backend", "brute-force")
    kings = ("table", "placement", "--pieces", "king", "--boards", "1,5", *slow)
    found = with_time_enough(
        lambda seconds: rookery(*kings, "--seconds", str(seconds)), lambda ended: " 1  >=" in ended.lines[3], 0.1
    )
    row = found.lines[3].split()
    assert (found.code, row[:2]) == (3, ["king", "1"])
    assert row[2].startswith(">=")
    assert "1 of 2 entries proven, 1 not" in found.lines
    assert ">= the best or as many as found, perhaps not all" in found.lines
    perfect = ("table", "domination", "--kind", "perfect", "--pieces", "knight", "--boards", "1,8")
    found = rookery(*perfect, *slow, "--seconds", "0.1")
    assert (found.code, found.lines[3].split()[2]) == (3, "?")
    assert "? nothing found" in found.lines


def test_ctrl_c_prints_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, Cut())
    found = rookery(
        "table", "domination", "--pieces", "queen,king", "--boards", "1,2", "--backend", "cut", "--show", "1"
    )
    assert (found.code, found.err) == (130, "")
    assert found.lines[3].split() == ["queen", "1"]
    assert "1 of 4 entries proven, 0 not, 3 not reached" in found.lines


def test_json() -> None:
    found = rookery("table", "domination", "--pieces", "king", "--boards", "1..3", "--show", "3", "--json")
    table = json.loads(found.out)
    assert (found.code, found.err, table["complete"], table["backend"]) == (0, "", True, "auto")
    assert [(entry["board"], entry["value"], entry["proven"]) for entry in table["entries"]] == [
        ("1", 1, True),
        ("2", 1, True),
        ("3", 1, True),
    ]
    assert table["examples"] == [{"piece": "king", "board": "3", "placement": [["king", 1, 1]]}]
    assert "rookery" in table["versions"]


FAMILY_ROWS = {
    "n-queens --boards 4..7": ["queen", "2", "10", "4", "40"],  # OEIS A000170
    "armies --piece queen --pieces queen --boards 2..5": ["queen and queen", "0", "1", "2", "4"],  # OEIS A250000
    "superqueens --boards 9,10": ["superqueens", "0", "4"],  # OEIS A051223
    "unguarded --pieces queen --count n --boards 4..6": ["queen", "1", "3", "5"],  # OEIS A001366
    "cheapest --pieces queen,rook --cost 1 --cost 1 --boards 4,5": ["queen and rook", "2", "3"],  # OEIS A075458
    "k-fold --pieces king --times 1 --boards 3,6": ["king", "1", "4"],  # OEIS A075561
}


@pytest.mark.parametrize("words", FAMILY_ROWS)
def test_every_family_has_a_table(words: str) -> None:
    found = rookery("table", *words.split())
    name, *values = FAMILY_ROWS[words]
    assert (found.code, found.err) == (0, "")
    assert found.lines[3].split() == [*name.split(), *values]


def test_a_piece_that_does_not_fit_a_board_has_a_dash_and_the_reason() -> None:
    found = rookery("table", "domination", "--pieces", "camel,king", "--boards", "3,hex:2")
    assert (found.code, found.err) == (0, "")
    assert [line.split() for line in found.lines[3:5]] == [["camel", "9", "-"], ["king", "1", "1"]]
    assert found.lines[-1].startswith("- no such problem: a board of hexagons has no camel")
    found = rookery("table", "domination", "--pieces", "camel", "--boards", "hex:2")
    assert (found.code, found.out) == (2, "")
    assert "a board of hexagons has no camel" in found.err


def test_a_b_file_and_csv_of_camels_on_cylinders() -> None:
    camels = ("table", "domination", "--pieces", "camel", "--boards", "3..5:cylinder")
    assert rookery(*camels, "--bfile").lines[1:] == ["3 3", "4 4", "5 6"]
    head, *lines = rookery(*camels, "--csv").lines
    assert head.split(",")[:4] == ["piece", "board", "value", "proven"]
    assert [line.split(",")[:4] for line in lines] == [
        ["camel", f"{side}:cylinder", value, "true"] for side, value in (("3", "3"), ("4", "4"), ("5", "6"))
    ]


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ("--csv --bfile", "--csv and --bfile exclude each other"),
        ("--csv --show 3", "--show draws an example, for which --csv has no place"),
        ("--bfile --pieces king,queen", "a b-file holds one sequence, here are 2: king, queen"),
        ("--bfile --pieces king --boards 2x3", "a 2x3 board has no place in a b-file"),
        ("--want all", "expected count"),
    ],
)
def test_forms_of_a_table_that_make_no_sense(more: str, fault: str) -> None:
    found = rookery("table", "domination", *more.split())
    assert (found.code, found.out) == (2, "")
    assert fault in found.err
