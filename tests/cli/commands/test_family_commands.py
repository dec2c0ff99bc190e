"""Options of families that the random cases of `tests/answers` do not have, and boards that are drawn."""

import json
from typing import Any

import pytest
from rookery_tests.command_line import rookery

SOLVED: dict[str, tuple[int | None, int]] = {  # the objective and the number of solutions
    "guards --piece queen --cost 9 --piece king --cost 4 --board 3": (4, 1),
    "guards --piece king=1 --piece queen=1 --board 4": (None, 1),
    "regions --board regions:AABB/ABBB/CDDD/CCCD --count-solutions": (None, 1),
    "n-queens --board 8 --blocked 20 --instance 3 --count-solutions": (None, 6),
    "first placement --piece queen --count n --board 8 --backend sat": (None, 1),
}


@pytest.mark.parametrize("line", SOLVED)
def test_family_is_solved(line: str) -> None:
    ended = rookery("solve", *line.split(), "--json")
    answer: dict[str, Any] = json.loads(ended.out)
    assert (ended.code, answer["complete"]) == (0, True)
    assert (answer["objective"], answer["count"]) == SOLVED[line]


def test_armies_are_counted_up_to_symmetry_and_drawn_in_two_cases() -> None:
    armies = ("solve", "armies", "--piece", "queen", "--piece", "queen", "--board", "4")
    answer = json.loads(rookery(*armies, "--count-solutions", "--up-to-symmetry", "--json").out)
    assert (answer["objective"], answer["orbits"]) == (2, 10)
    assert {"Q", "q"} <= set(rookery(*armies).out.split("\n\n")[0])


def test_first_solution_is_drawn() -> None:
    found = rookery("solve", "first", "placement", "--piece", "queen", "--count", "4", "--board", "4", "--statistics")
    assert found.out.startswith(".Q..\n...Q\nQ...\n..Q.\n")
    assert found.lines[-1].startswith("statistics: ")
