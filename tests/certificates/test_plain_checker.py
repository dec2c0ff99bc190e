"""`examples/check-certificate`, which follows the page of the format, says what `rookery verify` says."""

import gzip
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from runpy import run_path
from typing import Any

import pytest
from msgspec.structs import replace
from rookery_tests.plain_checker import FOLDER
from rookery_tests.theorems import mutated

import rookery as rk
from rookery.backends import Want
from rookery.backends.certifying.export import write_refutation
from rookery.certificates import Certificate, Lrat, Tree
from rookery.certificates.packing import list_rows
from rookery.models import Problem


@pytest.fixture(scope="module")
def ours() -> Iterator[dict[str, Any]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FOLDER)
        yield run_path(str(FOLDER / "check.py"))


@pytest.fixture(scope="module")
def stated() -> dict[str, Any]:
    return run_path(str(FOLDER / "statement.py"))


def accepts(ours: dict[str, Any], certificate: Certificate, *given: Path) -> bool:
    try:
        ours["check"](certificate.to_bytes(), *given)
    except Exception:  # what makes no sense proves nothing
        return False
    return True


def clauses(certificate: Certificate, folder: Path) -> list[Path]:
    """The clauses of a certificate, if it is of the kind that needs them."""
    return write_refutation(certificate, folder, "proof")[:1] if isinstance(certificate.evidence, Lrat) else []


def test_certificates_of_the_page_are_verified(ours: dict[str, Any], tmp_path: Path) -> None:
    page = (FOLDER.parents[1] / "docs" / "certificate-format.md").read_text("utf-8")
    texts = re.findall(r"^\{.*\}$", page, re.MULTILINE)
    files = [Certificate.from_bytes(gzip.compress(each.encode())) for each in texts]
    assert [type(each.evidence).__name__ for each in files] == ["Packing", "Tree", "Lrat"]
    for certificate in files:
        verdict = rk.verify(certificate)
        assert verdict.verified
        assert f"**{verdict.claim}**" in page
        assert accepts(ours, certificate, *clauses(certificate, tmp_path))


PROBLEMS: dict[str, Callable[[], Problem]] = {
    "2-fold": lambda: rk.k_fold("king", 4, 2),
    "2-tuple": lambda: rk.k_fold("queen", 4, 2, closed=True),
    "total": lambda: rk.domination("knight", 4, kind="total"),
    "perfect": lambda: rk.domination("king", rk.Board(4, 5, holes=[(1, 1)]), kind="perfect"),
    "independent": lambda: rk.domination("bishop", rk.Board(3, 5), kind="independent"),
    "given": lambda: rk.domination("queen", 5, fixed=[(2, 1)], forbidden=[(1, 1), (0, 3)]),
    "torus": lambda: rk.domination("camel", rk.Board(4, 5, torus=True), kind="independent"),
    "rooks": lambda: rk.placement("rook", 4, count=4),
    "queens": lambda: rk.placement("queen", rk.Board(3, 5), count=3),
    "knights": lambda: rk.placement("knight", 4),
    "hole": lambda: rk.placement("queen", rk.Board(5, 5, holes=[(2, 2)]), count=5),
}


def test_rows_without_rookery_are_those_of_the_model(stated: dict[str, Any]) -> None:
    for name, declare in PROBLEMS.items():
        problem = declare()
        said = stated["state"](json.loads(json.dumps(problem.asked)))
        assert said["rows"] == [[row.least, dict(row.weights)] for row in list_rows(problem.model)], name
        assert {*map(tuple, said["symmetries"])} == {tuple(map(int, each)) for each in problem.symmetries}, name


def test_unknown_parts_of_a_statement_are_refused(ours: dict[str, Any], stated: dict[str, Any]) -> None:
    """It would be left out of the rows: a certificate of another problem would be believed."""
    said = json.loads(json.dumps(rk.domination("queen", 5).asked))
    others: list[dict[str, Any]] = [
        {"allowed": "border"},
        {"kind": "maximal"},
        {"piece": {"name": "gnu", "symbol": "G", "betza": "NC"}},
        {"costs": [3]},
    ]
    for more in others:
        with pytest.raises(ValueError, match="only boards of squares and one piece"):
            stated["state"](said | more)
    with pytest.raises(ValueError, match="cylinder"):
        stated["state"](said | {"board": "5:cylinder"})


MUTANTS = 15  # of each certificate; 130 of each, 2,340 in all, agree as well
CERTIFIED = ["2-fold", "total", "perfect", "given", "torus", "rooks", "queens", "knights", "hole"]


@pytest.mark.parametrize("name", CERTIFIED)
@pytest.mark.parametrize("kind", [None, "lrat"])
def test_checkers_agree_on_mutants(ours: dict[str, Any], name: str, kind: str | None, tmp_path: Path) -> None:
    """Evidence and the numbers of the claim are changed; the clauses are those of the certificate that was not."""
    random, problem = Random(name), PROBLEMS[name]()
    want, symmetric = random.choice([*Want]), kind is None
    certificate = rk.certify(problem, want, up_to_symmetry=symmetric and want is not Want.ONE, evidence=kind)
    given = clauses(certificate, tmp_path)
    assert accepts(ours, certificate, *given)
    for _ in range(MUTANTS):
        claim, evidence = certificate.claim, certificate.evidence
        for field in ("objective", "count", "orbits"):
            if random.random() < 0.2:
                claim = replace(claim, **{field: random.choice((None, 0, 1, (getattr(claim, field) or 0) + 1))})
        if evidence is not None and random.random() < 0.7:
            evidence = mutated(evidence, random)
        mutant = replace(certificate, claim=claim, evidence=evidence)
        assert rk.verify(mutant, problem).verified == accepts(ours, mutant, *given), mutant


def test_claim_replaces_no_rows(ours: dict[str, Any]) -> None:
    """Fields of a claim that a reader does not know are not taken for rows of the problem."""
    text = json.loads(gzip.decompress(rk.certify(rk.domination("queen", 5)).to_bytes()))
    text["claim"] |= {"objective": 25, "rows": [], "worth": {}, "constant": 25}
    text["witness"] = [*range(25)]
    with pytest.raises(ValueError, match=r"another worth|the rows|solutions are found|more nodes"):
        ours["check"](gzip.compress(json.dumps(text).encode()))


def test_clauses_are_checked(ours: dict[str, Any], tmp_path: Path) -> None:
    certificate = rk.certify(rk.domination("queen", 4), evidence="lrat")
    (cnf,) = clauses(certificate, tmp_path)
    assert accepts(ours, certificate, cnf)
    assert not accepts(ours, certificate)
    worse = replace(certificate, claim=replace(certificate.claim, objective=3), witness=(0, 5, 6))
    assert not accepts(ours, worse, cnf)  # the clauses are about another bound
    cnf.write_text("\n".join(cnf.read_text().splitlines()[:-40]))
    assert not accepts(ours, certificate, cnf)


def test_solutions_that_clauses_exclude_are_counted(ours: dict[str, Any], tmp_path: Path) -> None:
    """The clauses of another number of solutions are no proof of it."""
    certificate = rk.certify(rk.placement("queen", 4, count=4), want="count", evidence="lrat")
    (cnf,) = clauses(certificate, tmp_path)
    assert isinstance(certificate.evidence, Lrat)
    one, other = certificate.evidence.solutions or ()
    for solutions, count in (((one, other), 3), ((one, other, one), 3), ((one,), 1), ((other,), 1), (None, 0)):
        claim = replace(certificate.claim, count=count)
        evidence = replace(certificate.evidence, solutions=solutions)
        witness = certificate.witness if count else None
        assert not accepts(ours, replace(certificate, claim=claim, evidence=evidence, witness=witness), cnf)
    cut = replace(certificate.evidence, proof=certificate.evidence.proof[:-1])
    assert not accepts(ours, replace(certificate, evidence=cut), cnf)


@pytest.mark.parametrize("weight", [float("inf"), float("nan"), -1, 0.5, True, 10**6])
def test_weights_without_sense_prove_nothing(ours: dict[str, Any], weight: float) -> None:
    certificate = rk.certify(rk.domination("rook", 2), evidence="tree")
    assert isinstance(certificate.evidence, Tree)
    text = json.loads(gzip.decompress(certificate.to_bytes()))
    text["evidence"]["weights"] = [weight, 1, 1, 1]
    with pytest.raises(ValueError, match="weight"):
        ours["check"](gzip.compress(json.dumps(text).encode()))
