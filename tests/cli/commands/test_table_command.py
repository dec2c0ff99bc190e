"""`rookery table`: the values, which of them are proven, and examples side by side."""

import json
from collections.abc import Iterable

import pytest
from rookery_tests.brute_force import Assignments, BruteForce
from rookery_tests.command_line import lend, rookery
from rookery_tests.known_values import values
from rookery_tests.yardstick import with_time_enough

from rookery.backends import Ask
from rookery.backends.contract import Stream


class Cut(BruteForce):
    """Ctrl-C comes with the first board that has more than one square."""

    name = "cut"

    def run(self, program: Assignments, ask: Ask) -> Stream:
        if program.model.variables > 1:
            raise KeyboardInterrupt
        yield from super().run(program, ask)


def list_known(series: str, sides: Iterable[int]) -> list[str]:
    return [str(values(series)[side]) for side in sides]


def test_table_has_the_published_values() -> None:
    found = rookery("table", "domination", "--piece", "queen", "--board", "4,5", "--want", "count")
    assert found.lines[0] == "number of smallest dominating sets, by auto"
    assert found.lines[3].split() == ["queen", *list_known("queen.gamma_count", (4, 5))]
    found = rookery("table", "placement", "--piece", "bishop,king", "--board", "2..6")
    assert found.lines[0] == "no piece attacks another, largest number of pieces, by auto"
    assert found.lines[3].split() == ["bishop", *list_known("bishop.max", range(2, 7))]
    assert found.lines[4].split() == ["king", *list_known("king.max", range(2, 7))]


FAMILIES = {
    "n-queens --board 4..7": ["queen", "2", "10", "4", "40"],  # OEIS A000170
    "placement --piece rook --board 2,2x3,3x3:torus --count 2": ["rook", "2", "6", "18"],
    "domination --piece king --board 1,2 --kind total": ["king", "-", "2"],
    "armies --piece queen --piece queen --board 2..5": ["queen and queen", "0", "1", "2", "4"],  # OEIS A250000
}


@pytest.mark.parametrize("line", FAMILIES)
def test_family_has_a_table(line: str) -> None:
    found = rookery("table", *line.split())
    assert (found.code, found.err) == (0, "")
    name, *row = FAMILIES[line]
    assert found.lines[3].split() == [*name.split(), *row]
    assert "-" not in row or "- no solution" in found.lines


def test_wide_table_is_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    found = rookery("table", "placement", "--piece", "queen,rook", "--board", "1..8", "--count", "n")
    assert found.lines[2].split() == ["board", "queen", "rook"]
    assert found.lines[10].split() == ["8", "92", "40320"]  # rooks: n! permutations


def test_examples_are_drawn_side_by_side() -> None:
    found = rookery("table", "domination", "--board", "3", "--kind", "independent", "--show", "4")
    assert [len(found.out.split(symbol)) - 1 for symbol in "QBN"] == [3, 4, 4]
    assert "3 queens   4 bishops   4 knights" in found.lines
    found = rookery("table", "placement", "--piece", "queen,rook", "--board", "3", "--count", "n", "--show", "3")
    assert "queen: no solution   3 rooks" in found.lines


def test_time_limit_marks_entries_that_are_not_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, BruteForce())
    slow = ("--backend", "brute-force")
    kings = ("table", "placement", "--piece", "king", "--board", "1,5", *slow)
    found = with_time_enough(
        lambda seconds: rookery(*kings, "--seconds", str(seconds)), lambda ended: " 1  >=" in ended.lines[3], 0.1
    )
    row = found.lines[3].split()
    assert (found.code, row[:2], row[2][:2]) == (3, ["king", "1"], ">=")
    assert "1 of 2 entries proven, 1 not" in found.lines
    perfect = ("table", "domination", "--kind", "perfect", "--piece", "knight", "--board", "1,8")
    found = rookery(*perfect, *slow, "--seconds", "0.1")
    assert (found.code, found.lines[3].split()[2]) == (3, "?")
    assert "? nothing found" in found.lines


def test_interrupted_table_has_the_entries_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, Cut())
    kings = ("table", "domination", "--piece", "queen,king", "--board", "1,2", "--backend", "cut", "--show", "1")
    found = rookery(*kings)
    assert (found.code, found.err, found.lines[3].split()) == (130, "", ["queen", "1"])
    assert "1 of 4 entries proven, 0 not, 3 not reached" in found.lines


def test_json_has_entries_and_examples() -> None:
    found = rookery("table", "domination", "--piece", "king", "--board", "1..3", "--show", "3", "--json")
    table = json.loads(found.out)
    assert (found.code, found.err, table["complete"], table["backend"]) == (0, "", True, "auto")
    entries = [(entry["board"], entry["value"], entry["proven"]) for entry in table["entries"]]
    assert entries == [("1", 1, True), ("2", 1, True), ("3", 1, True)]
    assert table["examples"] == [{"piece": "king", "board": "3", "placement": [["king", 1, 1]]}]
    assert "rookery" in table["versions"]


def test_row_without_a_problem_on_the_shown_board_has_no_example() -> None:
    queens = ("table", "placement", "--piece", "queen=1,queen=5", "--board", "2,3", "--show", "2", "--json")
    found = rookery(*queens)
    assert (found.code, found.err) == (0, "")
    assert [each["piece"] for each in json.loads(found.out)["examples"]] == ["1 queen"]


def test_b_file_and_csv_of_camels_on_cylinders() -> None:
    camels = ("table", "domination", "--piece", "camel", "--board", "3..5:cylinder")
    assert rookery(*camels, "--format", "bfile").lines[1:] == ["3 3", "4 4", "5 6"]
    head, *lines = rookery(*camels, "--format", "csv").lines
    assert head.split(",")[:4] == ["piece", "board", "value", "proven"]
    assert [line.split(",")[:4] for line in lines] == [
        ["camel", f"{side}:cylinder", value, "true"] for side, value in (("3", "3"), ("4", "4"), ("5", "6"))
    ]
