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


@pytest.mark.parametrize("way", ["proto by CP-SAT", "OPB by trying", "XCSP3 by trying"])
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
    for form in ("lp", "mps", "opb", "xcsp3"):
        made, wanted = (str(rk.export(each, form)).replace("2 constraints", "1 constraints") for each in (model, bare))
        assert made == wanted


def test_check_takes_what_flatzinc_solvers_say_of_a_goal_with_negations() -> None:
    """`most_unguarded` makes large how many squares are not guarded: a goal of negations, with a constant."""
    problem = rk.most_unguarded(rk.QUEEN, rk.Board(4), 2)
    text = rk.export(problem, "flatzinc")
    assert isinstance(text, str)
    assert f"x{problem.model.variables + 1}" not in text
    best = rk.solve(problem)
    assert best.best is not None
    chosen = problem.write(best.best)
    said = "".join(f"x{v + 1} = {int(v in chosen)};\n" for v in range(problem.model.variables))
    judged = rk.check(problem, f"{said}objective = {best.objective};\n----------\n")
    assert judged.accepted
    assert judged.claimed == judged.value == best.objective
