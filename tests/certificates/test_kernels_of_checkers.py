"""The kernels of the checkers are made ready beforehand, where somebody asks for that."""

import pytest

import rookery as rk
from rookery.certificates.branching import kernel as branching
from rookery.certificates.cases import kernel as cases
from rookery.certificates.lrat import kernel as lrat
from rookery.certificates.tree import kernel as tree
from rookery.cli.commands.doctor import CHECKED_BY_KERNELS
from rookery.core.kernels.compiler import eagerly
from rookery.core.kernels.jit import PLAIN

KERNELS = {"tree": tree.advance, "cases": cases.advance, "branching": branching.advance, "lrat": lrat.advance}


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
@pytest.mark.slow
@pytest.mark.parametrize("kind", CHECKED_BY_KERNELS)
@pytest.mark.part(3)
def test_a_small_check_makes_its_kernel_ready_where_that_is_asked(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KERNELS[kind], "compiled", None)
    monkeypatch.setattr(KERNELS[kind], "spent", 0.0)  # in this process, by other tests
    certificate = rk.certify(rk.domination("queen", 5), want="count", evidence=kind)
    assert rk.verify(certificate).verified
    assert not KERNELS[kind].ready
    with eagerly():
        assert rk.verify(certificate).verified
    assert KERNELS[kind].ready
