"""The kernel that checks trees is known beforehand, for `rookery doctor --warm`."""

from rookery import certify, placement, verify
from rookery.certificates.tree.nodes import kernel
from rookery.cli.commands import doctor
from rookery.core.kernels.compiler import listing_asked


def test_the_doctor_knows_the_kernel() -> None:
    asked = doctor._find_tree_kernel()
    assert asked[0] is kernel.advance
    with listing_asked() as met:
        verify(certify(placement("queen", 4, count=4), want="count", evidence="tree"))
    assert met[0] == asked
