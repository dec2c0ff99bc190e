"""The kernels of the checkers are known beforehand, for `rookery doctor --warm`."""

from rookery import certify, placement, verify
from rookery.certificates.branching import kernel as branching
from rookery.certificates.lrat import kernel as lrat
from rookery.certificates.tree.cases import kernel as cases
from rookery.certificates.tree.nodes import kernel as tree
from rookery.cli.commands import doctor
from rookery.core.kernels.compiler import listing_asked


def test_the_doctor_knows_the_kernel_of_each_checker() -> None:
    asked = dict(doctor._kernels_of_checkers())
    assert list(asked) == [tree.advance, cases.advance, branching.advance, lrat.advance]
    with listing_asked() as met:
        verify(certify(placement("queen", 4, count=4), want="count", evidence="lrat"))
    assert met[0] == (lrat.advance, asked[lrat.advance])
