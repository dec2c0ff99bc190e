"""The kernels of the checkers are made ready beforehand, where somebody asks for that."""

import pytest

import rookery as rk
from rookery.certificates.branching import kernel as branching
from rookery.certificates.lrat import kernel as lrat
from rookery.certificates.tree.cases import kernel as cases
from rookery.certificates.tree.nodes import kernel as tree
from rookery.cli.commands.doctor import CHECKED_BY_KERNELS
from rookery.core.kernels import compiler as readiness
from rookery.core.kernels.jit import PLAIN

KERNELS = {"tree": tree.advance, "cases": cases.advance, "branching": branching.advance, "lrat": lrat.advance}


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
@pytest.mark.slow
@pytest.mark.parametrize("kind", CHECKED_BY_KERNELS)
@pytest.mark.part(3)
def test_a_small_check_makes_its_kernel_ready_where_that_is_asked(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KERNELS[kind], "compiled", None)
    monkeypatch.setattr(KERNELS[kind], "spent", 0.0)  # in this process, by other tests
    monkeypatch.setattr(readiness, "WORTH_LOADING", 1e9)  # on a busy machine even a small check takes long
    problem = rk.domination("queen", 5) if kind == "cases" else rk.placement("queen", 4, count=4)
    certificate = rk.certify(problem, want="one" if kind == "cases" else "count", evidence=kind)
    assert rk.verify(certificate).verified
    assert not KERNELS[kind].ready
    with readiness.eagerly():
        assert rk.verify(certificate).verified
    assert KERNELS[kind].ready
