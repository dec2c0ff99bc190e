"""The families of problems as sub-commands of `rookery solve` and `rookery compare`."""

import json
from typing import Any

import pytest
from rookery_tests.command_line import rookery

SOLVED: dict[str, tuple[int | None, int]] = {  # the objective and the number of solutions
    "sighted --piece queen=7 --pawns 1 --board 6 --backend sat --count-solutions": (None, 16),
    "sighted --piece rook=2 --pawns 1 --board 4 --fix 0,3 --forbid 1,0 --forbid 0,0 --count-solutions": (None, 100),
    "placement --piece queen --board 6 --kind maximal --count-solutions": (4, 120),
    "placement --piece queen --board 4 --count any --count-solutions": (None, 87),
    "domination --piece queen --board 5 --allow border": (3, 1),
    "domination --piece queen --board 4 --allow 1,1": (None, 0),
    "k-fold --piece king --times 2 --board 3": (3, 1),
    "k-fold --piece king --times 2 --closed --board 2 --count-solutions": (2, 6),
    "guards --piece queen --cost 9 --piece king --cost 4 --board 3": (4, 1),
    "guards --piece rook --cost 5 --piece knight --cost 3 --board 1x3 --through": (5, 1),
    "coverage --piece queen --count n --board 4 --goal fewest": (15, 1),
    "guards --piece king=1 --piece queen=1 --board 4": (None, 1),
    "regions --board regions:AABB/ABBB/CDDD/CCCD --count-solutions": (None, 1),
    "armies --piece queen --piece knight --board 4 --size 1": (None, 1),
    "n-queens --board 8 --blocked 20 --instance 3 --count-solutions": (None, 6),
    "first placement --piece queen --count n --board 8 --backend sat": (None, 1),
}
LISTED = {
    "n-queens": ["3 queens on a 3x3 board"],
    "domination --piece queen,king --kind total": [
        "Total domination by queens on a 3x3 board",
        "Total domination by kings on a 3x3 board",
    ],
    "sighted --piece queen=2 --piece rook": [
        "2 queens and as many rooks as possible, none in sight of another, on a 3x3 board"
    ],
    "k-fold --piece king --times 2 --closed": ["2-tuple domination by kings on a 3x3 board"],
    "armies --piece queen --piece knight --size 1": ["Peaceable armies of 1 queen and 1 knight on a 3x3 board"],
}
REFUSED = {
    "solve domination --piece queen --board 4 --allow 9,9": "off the board",
    "solve domination --piece queen --board 4 --allow border --allow 0,0": "'border'",
    "solve armies --piece queen --board 4": "army",
    "solve armies --piece queen --piece queen --board 4 --fix 0,0": "--fix",
    "solve guards --piece queen --board 4 --cost 1 --cost 2": "cost",
    "solve guards --piece queen --board 4 --cost 0": "at least 1",
    "solve coverage --piece queen --board 4": "count",
    "solve n-queens --board 6 --blocked 99": "99",
    "compare armies --piece queen --piece queen --board 3 --count 2": "--count",
    "compare n-queens --piece rook --board 4": "--piece",
    "compare k-fold --piece queen --board 3 --times 0": "at least 1",
    "compare sighted --piece queen --board 3 --pawns -1": "at least 0",
}


@pytest.mark.parametrize("line", SOLVED)
def test_family_is_solved(line: str) -> None:
    ended = rookery("solve", *line.split(), "--json")
    answer: dict[str, Any] = json.loads(ended.out)
    assert (ended.code, answer["complete"]) == (0, True)
    assert (answer["objective"], answer["count"]) == SOLVED[line]


def test_first_solution_is_drawn() -> None:
    found = rookery("solve", "first", "placement", "--piece", "queen", "--count", "4", "--board", "4", "--statistics")
    assert found.out.startswith(".Q..\n...Q\nQ...\n..Q.\n")
    assert found.lines[-1].startswith("statistics: ")


def test_armies_are_counted_up_to_symmetry_and_drawn_in_two_cases() -> None:
    armies = ("solve", "armies", "--piece", "queen", "--piece", "queen", "--board", "4")
    answer = json.loads(rookery(*armies, "--count-solutions", "--up-to-symmetry", "--json").out)
    assert (answer["objective"], answer["orbits"]) == (2, 10)
    assert {"Q", "q"} <= set(rookery(*armies).out.split("\n\n")[0])


@pytest.mark.parametrize("line", LISTED)
def test_options_of_a_family_list_its_instances(line: str) -> None:
    result = rookery("compare", *line.split(), "--board", "3", "--backend", "sat", "--dry-run")
    assert (result.code, result.err) == (0, "")
    assert result.lines[:-1] == [f"{each}  sat  seed 0" for each in LISTED[line]]


@pytest.mark.parametrize("line", REFUSED)
def test_bad_option_of_a_family_is_refused_in_one_line(line: str) -> None:
    code, out, err = rookery(*line.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("rookery: ")
    assert REFUSED[line] in err
