"""`--hint`: read and passed on."""

import json
from pathlib import Path

from rookery_tests.command_line import rookery

EIGHT = ("solve", "placement", "--piece", "queen", "--board", "8", "--count", "8")
SOLVED = "..Q.....\n.....Q..\n.......Q\nQ.......\n...Q....\n......Q.\n....Q...\n.Q......\n"


def test_hint_that_is_a_solution_is_the_answer(tmp_path: Path) -> None:
    (tmp_path / "hint").write_text(SOLVED)
    asked = (*EIGHT, "--backend", "sat", "--format", "board")
    assert rookery(*asked, "--hint", str(tmp_path / "hint")) == (0, SOLVED, "")
    assert rookery(*asked, "--hint", "-", given=b"c8 f7 h6 a5 d4 g3 e2 b1") == (0, SOLVED, "")


def test_hint_of_several_pieces_names_each() -> None:
    mixed = ("solve", "placement", "--piece", "queen=2", "--piece", "knight=2", "--board", "5", "--backend", "sat")
    assert json.loads(rookery(*mixed, "--hint", "-", "--json", given=b"Qa5 Nc4").out)["complete"]
    assert rookery(*mixed, "--hint", "-", given=b"a5").code == 2


def test_backends_say_whether_they_take_hints() -> None:
    takers = {entry["name"] for entry in json.loads(rookery("backends", "--json").out) if "hint" in entry["can"]}
    assert takers == {"cpsat", "sat", "auto"}
    assert rookery(*EIGHT, "--backend", "backtracking", "--hint", "-", given=b"e4").err.count("takes no hint") == 1
