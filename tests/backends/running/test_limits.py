"""A limit is heeded by what is declared, read and written: it takes at most twice its time, and two seconds.

The seconds are those of an idle machine: what a reader built is freed after the limit, in a process of many tests.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.yardstick import within

from rookery.backends.formats import FORMATS, export, read_model
from rookery.core.deadline import Deadline, OutOfTime
from rookery.models import BadInput, Problem
from rookery.models.boards.graph_files import read_graph
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN, ROOK
from rookery.models.problems.catalogue import (
    armies,
    border_domination,
    cheapest_domination,
    connected_domination,
    domination,
    hitting_set,
    k_fold_domination,
    maximal_placement,
    most_unguarded,
    placement,
    random_blocked_queens,
    random_excluded_diagonals,
    sighted_placement,
    upper_domination,
    weighted_placement,
)
from rookery.models.reading.given import take_board

LIMIT = 0.5
DECLARED: tuple[Callable[[str], Problem], ...] = (
    lambda board: cheapest_domination({QUEEN: 9, ROOK: 5}, take_board(board)),
    lambda board: sighted_placement({QUEEN: 5}, take_board(board), pawns=2),
    lambda board: weighted_placement({QUEEN: 3, KING: 2}, take_board(board)),
    lambda board: placement({QUEEN: 4, KNIGHT: 5}, take_board(board)),
    lambda board: placement(QUEEN, take_board(board)),
    lambda board: domination(QUEEN, take_board(board), "independent"),
    lambda board: domination(KING, take_board(board), "total"),
    lambda board: connected_domination(KING, take_board(board)),
    lambda board: upper_domination(KNIGHT, take_board(board)),
    lambda board: k_fold_domination(ROOK, take_board(board), 2),
    lambda board: maximal_placement((QUEEN, KNIGHT), take_board(board)),
    lambda board: most_unguarded(KING, take_board(board), 20),
    lambda board: hitting_set(KING, take_board(board)),
    lambda board: armies((QUEEN, QUEEN), take_board(board)),
    lambda board: border_domination(QUEEN, take_board(board)),
    lambda board: random_blocked_queens(len(take_board(board)) // 100, 50),
    lambda board: random_excluded_diagonals(len(take_board(board)) // 100, 50),
)


@contextmanager
def heeded() -> Iterator[None]:
    """Within the limit; an answer, a refusal and the limit are all well, if they come in time."""
    with within(2 * LIMIT + 2), suppress(OutOfTime, BadInput), Deadline(LIMIT).held():
        yield


@pytest.mark.parametrize("number", range(len(DECLARED)))
@pytest.mark.part(8)
@pytest.mark.share(2)
def test_a_declaration_heeds_its_limit(number: int) -> None:
    drawn = Random(number)
    for _ in range(2):
        side = drawn.choice((60, 200, 400))
        board = f"{side}x{side + drawn.randrange(9)}{drawn.choice(('', '', ':torus'))}"
        with heeded():
            DECLARED[number](board)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.full
def test_an_export_heeds_its_limit(form: str) -> None:
    asked = domination(KING, 150)
    with heeded():
        export(asked, form, bound=2500 if form == "dimacs" else None)


MANY = 300_000
FILES: dict[str, tuple[str, str]] = {
    "edges.txt": ("", "v{0} v{1}\n"),
    "arrows.txt": ("", "{0} -> {1}\n"),
    "graph.gr": (f"p ds 1000000 {MANY}\n", "{0} {1}\n"),
    "graph.col": (f"p edge 1000000 {MANY}\n", "e {0} {1}\n"),
    "sets.hgr": (f"p hs 1000000 {MANY}\n", "{0} {1}\n"),
    "model.cnf": (f"p cnf 1000000 {MANY}\n", "{0} -{1} 0\n"),
    "model.wcnf": ("", "h {0} -{1} 0\n"),
    "model.opb": ("", "+1 x{0} +2 x{1} >= 1 ;\n"),
    "model.lp": ("Minimize\nst\n", "x{0} + 2 y{1} >= 1\n"),
    "model.mps": ("ROWS\n G c\nCOLUMNS\n M 'MARKER' 'INTORG'\n", " x{0} c 1\n"),
    "model.fzn": ("", "var 0..1: x{0}; constraint bool_clause([x{0}],[x{0}]);\n"),
    "model.xml": (
        '<instance><variables><array id="x" size="[1000000]"> 0 1 </array></variables><constraints>',
        "<sum><list> x[{0}] x[{1}] </list><condition> (ge,1) </condition></sum>\n",
    ),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.full
@pytest.mark.share(2)
def test_a_reader_heeds_its_limit(name: str, tmp_path: Path) -> None:
    header, line = FILES[name]
    file = tmp_path / name
    file.write_text(header + "".join(line.format(at + 1, (7 * at) % 999_983 + 7) for at in range(MANY)))
    with heeded():
        read_model(file) if name.startswith("model") else read_graph(file)


def test_an_export_that_is_cut_leaves_no_file(tmp_path: Path) -> None:
    asked = ["export", "domination", "--piece", "queen", "--board", "200", "--format", "opb"]
    code, out, err = rookery(*asked, "--out", str(tmp_path / "out.opb"), "--seconds", "0.2")
    assert (code, out, err) == (3, "", "rookery: the time limit was reached first\n")
    assert list(tmp_path.iterdir()) == []


def test_an_export_within_its_limit_is_written(tmp_path: Path) -> None:
    asked = ["export", "placement", "--piece", "queen", "--board", "4", "--count", "4", "--format", "opb"]
    assert rookery(*asked, "--seconds", "1000")[:2] == rookery(*asked)[:2]
    assert rookery(*asked, "--seconds", "0")[0] == 2
