"""`--hint` and `--hint-file`: read and passed on."""

import json
from pathlib import Path

from rookery_tests.command_line import rookery

EIGHT = ("solve", "placement", "--piece", "queen", "--board", "8", "--count", "8")
SOLVED = "..Q.....\n.....Q..\n.......Q\nQ.......\n...Q....\n......Q.\n....Q...\n.Q......\n"


def test_hint_that_is_a_solution_is_the_answer(tmp_path: Path) -> None:
    (tmp_path / "hint").write_text(SOLVED)
    squares = [(row, line.index("Q")) for row, line in enumerate(SOLVED.splitlines())]
    for words in (
        ("--hint-file", str(tmp_path / "hint")),
        [word for row, column in squares for word in ("--hint", f"{row},{column}")],
    ):
        assert rookery(*EIGHT, "--backend", "sat", *words, "--format", "board") == (0, SOLVED, "")
    assert rookery(*EIGHT, "--backend", "cpsat", "--hint-file", "-", given=SOLVED.encode()).code == 0


def test_hint_of_several_pieces_names_each() -> None:
    mixed = ("solve", "placement", "--piece", "queen=2", "--piece", "knight=2", "--board", "5", "--backend", "sat")
    hints = ("--hint", "0,0=queen", "--hint", "1,2=knight")
    assert json.loads(rookery(*mixed, *hints, "--json").out)["complete"]
    refused = rookery(*mixed, "--hint", "0,0")
    assert (refused.code, "name its piece" in refused.err) == (2, True)


def test_backends_say_whether_they_take_hints() -> None:
    takers = {entry["name"] for entry in json.loads(rookery("backends", "--json").out) if "hint" in entry["can"]}
    assert takers == {"cpsat", "sat", "auto"}
