"""A notebook that is executed: the output of its cells, the bar while a search goes on, and Ctrl-C in a cell."""

from typing import Any

import pytest

nbclient: Any = pytest.importorskip("nbclient")
nbformat: Any = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")

CELLS = """
import rookery as rk
from rookery.backends.engine.tree import runner
problem = rk.placement("queen", 6, 6, fixed=[(0, 1)])
answer = rk.solve(problem, want="all")
answer
---
problem
---
rk.KNIGHT
---
answer.best
---
runner.TELL_SECONDS = 0.0
rk.solve(rk.placement("queen", 14, 14), want="count", progress=True).count
---
import os, signal, threading
threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
cut = rk.solve(rk.placement("queen", 22, 22), want="count")
(cut.interrupted, cut.complete)
---
print(answer)
"""


@pytest.mark.slow
def test_notebook_draws_values_and_survives_ctrl_c() -> None:
    book = nbformat.v4.new_notebook()
    book.cells = [nbformat.v4.new_code_cell(cell.strip()) for cell in CELLS.split("---")]
    client = nbclient.NotebookClient(book, timeout=300, kernel_name="python3")
    bars: list[str] = []
    process_message = client.process_message

    def keep_bars(message: Any, cell: Any, index: int) -> Any:
        if message["msg_type"] == "update_display_data":
            bars.append(message["content"]["data"].get("text/html", ""))
        return process_message(message, cell, index)

    client.process_message = keep_bars
    client.execute()
    outputs = [cell.outputs for cell in book.cells]
    results = [[each["data"] for each in shown if each["output_type"] == "execute_result"] for shown in outputs]
    answer, problem, piece, placement, count, cut = (shown[0] for shown in results[:-1])
    assert "6 queens on a 6x6 board: 1 solution, complete" in answer["text/html"]
    assert len(answer["text/plain"]) < 400
    assert "<svg" in problem["text/html"]
    assert piece["text/plain"] == "Piece('knight', 'N', betza='N')"
    assert placement["image/svg+xml"].startswith("<svg")
    assert count["text/plain"] == "365596"  # OEIS A000170
    assert any("<progress" in bar and "% done" in bar for bar in bars)
    assert bars[-1] == ""
    assert cut["text/plain"] == "(True, False)"
    assert outputs[-1][0]["text"] == "6 queens on a 6x6 board: 1 solution, complete\n"
    errors = [each["text"] for shown in outputs for each in shown if each.get("name") == "stderr"]
    assert [text for text in errors if not text.startswith("rookery: compiling ")] == []
