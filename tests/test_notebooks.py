"""A notebook that is really executed: what its cells show, the bar while a search goes on, and Ctrl-C in a cell."""

import importlib
import importlib.util
from typing import Any

import pytest

MISSING = [name for name in ("nbclient", "nbformat", "ipykernel") if importlib.util.find_spec(name) is None]
pytestmark = [
    pytest.mark.skipif(bool(MISSING), reason=f"no notebook is executed without {', '.join(MISSING)}"),
    pytest.mark.slow,
]

CELLS = """
import rookery as rk
problem = rk.placement(rk.QUEEN, rk.Board(6), 6, fixed=[(0, 1)])
answer = rk.solve(problem, want="all")
---
answer
---
problem
---
rk.KNIGHT
---
rk.Board(3, 4)
---
answer.best
---
rk.solve(rk.placement(rk.QUEEN, rk.Board(6), 6), want="all").show(3)
---
from rookery.backends.engine.tree import runner
runner.TELL_SECONDS = 0.0
rk.solve(rk.placement(rk.QUEEN, rk.Board(14), 14), want="count", progress=True).count
---
import os, signal, threading
threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
cut = rk.solve(rk.placement(rk.QUEEN, rk.Board(22), 22), want="count")
(cut.interrupted, cut.complete)
---
print(answer)
""".strip()


@pytest.fixture(scope="module")
def outputs() -> list[list[Any]]:
    """What each cell shows."""
    nbclient: Any = importlib.import_module("nbclient")
    nbformat: Any = importlib.import_module("nbformat")
    book = nbformat.v4.new_notebook()
    book.cells = [nbformat.v4.new_code_cell(cell.strip()) for cell in CELLS.split("---")]
    seen: list[Any] = []
    client = nbclient.NotebookClient(
        book, timeout=300, kernel_name="python3",
        on_cell_executed=lambda cell, cell_index, execute_reply: seen.append(cell_index),
    )  # fmt: skip
    updates: list[str] = []
    handle = client.process_message

    def spy(message: Any, cell: Any, index: int) -> Any:
        if message["msg_type"] == "update_display_data":
            updates.append(message["content"]["data"].get("text/html", ""))
        return handle(message, cell, index)

    client.process_message = spy
    client.execute()
    return [*(cell.outputs for cell in book.cells), updates]


def html(shown: list[Any]) -> str:
    (one,) = [each for each in shown if each["output_type"] in ("execute_result", "display_data")]
    return str(one["data"]["text/html"])


def test_an_answer_is_a_gallery_with_words_and_times(outputs: list[list[Any]]) -> None:
    page = html(outputs[1])
    assert "6 queens on a 6x6 board: 1 solution, complete" in page
    assert page.count("<svg") == 1
    assert "total " in page
    assert len(outputs[1][0]["data"]["text/plain"]) < 400


def test_problems_pieces_and_boards_are_drawn(outputs: list[list[Any]]) -> None:
    assert "<svg" in html(outputs[2])
    assert "6 queens on a 6x6 board" in html(outputs[2])
    assert "attacks 8 of the other 80 squares" in html(outputs[3])
    assert "3x4, 12 squares" in html(outputs[4])
    assert outputs[5][0]["data"]["image/svg+xml"].startswith("<svg")


def test_show_is_a_gallery_in_the_middle_of_a_cell(outputs: list[list[Any]]) -> None:
    assert html(outputs[6]).count("<svg") == 3


def test_a_bar_moves_and_goes_away(outputs: list[list[Any]]) -> None:
    bars = [each for each in outputs[-1] if "<progress" in each]
    assert bars
    assert "% done" in bars[-1]
    assert outputs[-1][-1] == ""
    results = [each for each in outputs[7] if each["output_type"] == "execute_result"]
    assert results[0]["data"]["text/plain"] == "365596"  # OEIS A000170


def test_ctrl_c_in_a_cell_keeps_the_answer_and_the_kernel(outputs: list[list[Any]]) -> None:
    assert outputs[8][-1]["data"]["text/plain"] == "(True, False)"
    assert outputs[9][0]["text"] == "6 queens on a 6x6 board: 1 solution, complete\n"


def test_nothing_goes_to_standard_error(outputs: list[list[Any]]) -> None:
    streams = [each for shown in outputs[:-1] for each in shown if each["output_type"] == "stream"]
    expected = [each["text"] for each in streams if each["name"] != "stdout"]
    assert [text for text in expected if not text.startswith("rookery: compiling ")] == []  # said once on a machine
