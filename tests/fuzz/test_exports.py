"""Random models, exported in each format and solved by tools of others; `make fuzz MODELS=1000` has more of them."""

from pathlib import Path

import pytest
from fuzz.exports import ENDINGS, WAYS, is_there, judge_again, judge_all, models
from rookery_tests.foreign_tools import asked

import rookery as rk

MODELS = models(25, seed=24)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.full
def test_a_foreign_reader_gives_our_objective(way: str, tmp_path: Path) -> None:
    if not is_there(way):
        asked(WAYS[way][0])
    wrong = [(shown, model) for shown, model in zip(judge_all(way, MODELS, tmp_path), MODELS, strict=True) if shown]
    assert not wrong


@pytest.mark.parametrize("form", ENDINGS)
def test_what_we_read_back_has_our_objective(form: str, tmp_path: Path) -> None:
    wrong = [(shown, model) for model in MODELS if (shown := judge_again(model, form, tmp_path))]
    assert not wrong


@pytest.mark.parametrize("way", ["MPS by SCIP", "OPB by trying"])
def test_a_goal_with_negations_keeps_its_sign_and_its_constant(way: str, tmp_path: Path) -> None:
    goals: list[rk.Maximize | rk.Minimize] = [
        rk.Maximize((~0, 1), (3, 2)),
        rk.Minimize((~0, ~1), (3, -2)),
        rk.Maximize((0, 1), (-3, -2)),
    ]
    drawn = [rk.Model(2, (rk.AtLeast(1, (0, 1)),), goal) for goal in goals]
    assert judge_all(way, drawn, tmp_path) == [""] * 3


def test_a_row_without_sides_is_no_row() -> None:
    model = rk.Model(2, (rk.Linear((1, 2), (0, 1), None, None), rk.AtLeast(1, (0, 1))), rk.Minimize((0, 1)))
    bare = rk.Model(2, (rk.AtLeast(1, (0, 1)),), rk.Minimize((0, 1)))
    for form in ("lp", "mps", "opb"):
        made, wanted = (rk.export(each, form).replace("2 constraints", "1 constraints") for each in (model, bare))
        assert made == wanted
