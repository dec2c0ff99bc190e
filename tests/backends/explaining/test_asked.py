"""Ctrl-C in the middle of a search of PySAT's: an interrupt like any other, after which the solver is left alone."""

import pytest

from rookery.backends.explaining.asked import Asked
from rookery.models import Exactly


def test_a_solver_that_was_torn_out_of_a_search_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Asked[int] = Asked(2, [((), [Exactly(1, (0, 1))])])

    def tear(*asked: object, **more: object) -> bool:
        raise RuntimeError("Caught keyboard interrupt")

    def refuse(*asked: object) -> None:
        raise AssertionError("CaDiCaL would end the process")

    monkeypatch.setattr(asked._solver._solver, "solve_limited", tear)
    with pytest.raises(KeyboardInterrupt):
        asked.solve(())
    monkeypatch.setattr(asked._solver._solver, "delete", refuse)
    asked.close()
