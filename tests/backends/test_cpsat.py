"""The backend `cpsat`: right on small models, one worker where more are wrong, honest when it is cut."""

import pytest
from rookery_tests.small_models import asked, check
from rookery_tests.yardstick import PATIENCE

from rookery import domination, placement
from rookery.backends import Ask, Status, Unsupported, Want, solve
from rookery.backends.solvers.cpsat import CpSat
from rookery.models import BadInput, Board, Exactly, Linear, Maximize, Model
from rookery.models.pieces.piece import KNIGHT, QUEEN

BACKEND = CpSat()
QUEENS = placement(QUEEN, Board(8), count=8)


def test_cpsat_enumerates_with_one_worker() -> None:
    """OR-Tools 9.15: enumerating the 92 with two workers or more gave 58 to 92 of them, some twice, as OPTIMAL."""
    found, outcome = asked(BACKEND, QUEENS.model, Want.ALL, workers=4)
    alone, _ = asked(BACKEND, QUEENS.model, Want.ALL)
    assert (len(found), len(set(found)), outcome.proven) == (92, 92, True)
    assert set(found) == set(alone)
    assert asked(BACKEND, QUEENS.model, Want.COUNT, workers=4)[1].count == 92


def test_cpsat_uses_several_workers() -> None:
    assert solve(QUEENS, "cpsat", workers=2).status is Status.SATISFIED
    best = solve(domination(KNIGHT, Board(6)), "cpsat", workers=2, seconds=PATIENCE)
    assert (best.status, best.objective, best.bound, best.workers) == (Status.OPTIMAL, 8, 8, 2)


@pytest.mark.parametrize(
    "model",
    [
        Model(3, (Linear((2**61, 2**61, 1), (0, 1, 2), upper=2**61),)),
        Model(3, (), Maximize(range(3), (2**61, 2**61, 1))),
        Model(2, (Linear((2**70, 1), (0, 1), upper=2**69),)),
    ],
    ids=["in a constraint", "in the goal", "beyond 64 bits"],
)
def test_large_sums_are_refused(model: Model) -> None:
    with pytest.raises(Unsupported, match=r"too large for CP-SAT|CP-SAT refuses"):
        asked(BACKEND, model)


def test_compile_drops_counts_that_choices_imply() -> None:
    rows = tuple(Exactly(1, range(3 * row, 3 * row + 3), choice=f"row {row}") for row in range(3))
    ask = Ask()
    assert len(BACKEND.compile(Model(9, (Exactly(3, range(9)), *rows)), ask).model.proto.constraints) == 3
    check(BACKEND, Model(9, (Exactly(4, range(9)), *rows)))


def test_parameters_reach_the_solver(capfd: pytest.CaptureFixture[str]) -> None:
    options = {"cpsat.linearization_level": "2", "log": "on"}
    assert solve(QUEENS, "cpsat", options=options).status is Status.SATISFIED
    shown = capfd.readouterr()
    assert "linearization_level: 2" in shown.err
    assert shown.out == ""
    for wrong in ("cpsat.linearisation_level", "cpsat.num_workers"):
        with pytest.raises(BadInput, match=f"option {wrong}=many: CP-SAT has no such parameter"):
            solve(QUEENS, "cpsat", options={wrong: "many"})
