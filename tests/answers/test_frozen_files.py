"""Files written by an earlier version mean the same today, and are still written in the same way."""

from pathlib import Path

import pytest

import rookery as rk
from rookery.models import AtLeast, AtMost, Linear, Maximize, Model

FOLDER = Path(__file__).parents[1] / "data" / "formats"
QUEENS, KINGS = rk.placement("queen", 4, count=4), rk.domination("king", "3x4")
WEIGHTED = Model(
    5,
    (AtLeast(1, (0, ~1)), AtMost(2, (1, 2, 3)), Linear((3, -2, 2), (0, 3, ~4), 1, 4)),
    Maximize((0, ~2, 3), (4, 3, 2)),
)
MODELS: dict[
    str, tuple[rk.Problem | Model, str, int | None]
] = {  # with what is written, and the answer in the objective of the file
    "queens.cnf": (QUEENS, "dimacs", None),
    "kings.wcnf": (KINGS, "wcnf", 2),
    "kings.opb": (KINGS, "opb", 2),
    "kings.mps": (KINGS, "mps", 2),
    "weighted.wcnf": (WEIGHTED, "wcnf", 0),
    "weighted.opb": (WEIGHTED, "opb", -9),
    "weighted.mps": (WEIGHTED, "mps", -9),
}
PLACEMENTS = sorted(path.name for path in FOLDER.glob("placement.*"))


@pytest.mark.parametrize("name", MODELS)
def test_frozen_models_are_read_and_written(name: str) -> None:
    written, form, objective = MODELS[name]
    assert strip_comments(rk.export(written, form)) == strip_comments((FOLDER / name).read_text())
    answer = rk.solve_model(rk.read_model(FOLDER / name), "sat", "count")
    model = written.model if isinstance(written, rk.Problem) else written
    assert (answer.objective, answer.count) == (objective, rk.solve_model(model, "sat", "count").count)


def strip_comments(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith(("c", "*"))]


@pytest.mark.parametrize("name", PLACEMENTS)
def test_frozen_placements_are_read(name: str) -> None:
    """Read drawings, FEN, names and pairs of squares, JSON, and the output of solvers."""
    judged = rk.check(QUEENS, (FOLDER / name).read_text())
    assert judged.accepted
    assert str(judged.placement) == ".Q..\n...Q\nQ...\n..Q."


def test_frozen_placements_are_there() -> None:
    assert len(PLACEMENTS) >= 25
