"""What a certificate demands, as plain data for its plain checker, which runs without Rookery."""

from typing import Any

from rookery.certificates.certificate import Certificate
from rookery.certificates.refusals import Refused
from rookery.certificates.theorem import theorem


def export_problem(certificate: Certificate) -> dict[str, Any]:
    """All that `certificates/tree/plain.py` reads; raises `Refused` for a certificate that has no tree."""
    listed = None if certificate.solutions is None else tuple(map(frozenset, certificate.solutions))
    demanded = theorem(certificate.claim.declare(), certificate.claim, listed)
    if demanded is None or certificate.evidence.kind != "tree":
        raise Refused("evidence", "only trees have a plain checker that runs without Rookery")
    from rookery.certificates.tree.check import export_tree  # what it imports is heavy

    return export_tree(demanded, certificate.evidence)
