"""`examples/check-certificate`, which follows the page of the format, says what `rookery verify` says."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from rookery_tests.plain_checker import FOLDER

import rookery as rk
from rookery.backends.evidence.certifying.exporting import write_refutation
from rookery.certificates.certificate import pack, unpack
from rookery.certificates.packing.rows import list_rows
from rookery.models import Problem


@pytest.fixture(scope="module")
def ours() -> Iterator[dict[str, Any]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FOLDER)
        yield run_path(str(FOLDER / "check.py"))


@pytest.fixture(scope="module")
def stated() -> dict[str, Any]:
    return run_path(str(FOLDER / "statement.py"))


def accepts(ours: dict[str, Any], content: bytes, rows: Path | None = None) -> bool:
    try:
        ours["check"](content, *([rows] if rows else []))
    except Exception:  # what makes no sense proves nothing
        return False
    return True


def test_certificates_of_the_page_are_verified(ours: dict[str, Any]) -> None:
    page = (FOLDER.parents[1] / "docs" / "certificate-format.md").read_text("utf-8")
    files = [bytes.fromhex(each) for each in re.findall(r"^[0-9a-f]{80,}$", page, re.MULTILINE)]
    assert len(files) == 10
    assert {rk.Certificate.from_bytes(each).evidence.kind for each in files} == {"packing", "tree", "witness"}
    for content in files:
        verdict = rk.verify(rk.Certificate.from_bytes(content))
        assert verdict.verified
        assert f"**{verdict.claim}**" in page
        assert accepts(ours, content)


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
    text, data = unpack(rk.certify(rk.domination("queen", 5)).to_bytes())
    header = json.loads(text)
    header["problem"]["allowed"] = [[0, 0]]
    assert not accepts(ours, pack(json.dumps(header).encode(), data))


def test_clauses_are_checked(ours: dict[str, Any], tmp_path: Path) -> None:
    certificate = rk.certify(rk.domination("queen", 4), evidence="lrat")
    write_refutation(certificate, tmp_path, "q")
    content = certificate.to_bytes()
    assert accepts(ours, content, tmp_path / "q.cnf")
    text, data = unpack(content)
    assert not accepts(ours, pack(text, data[:-4]), tmp_path / "q.cnf")
    header = json.loads(text) | {"objective": 3, "witness": [0, 5, 6]}  # a worse one: the clauses are about its bound
    assert not accepts(ours, pack(json.dumps(header).encode(), data), tmp_path / "q.cnf")
    (tmp_path / "q.cnf").write_text("\n".join((tmp_path / "q.cnf").read_text().splitlines()[:-40]))
    assert not accepts(ours, content, tmp_path / "q.cnf")


def test_solutions_that_clauses_exclude_are_counted(ours: dict[str, Any], tmp_path: Path) -> None:
    """The clauses of another number of solutions are no proof of it."""
    certificate = rk.certify(rk.placement("queen", 4, count=4), want="count", evidence="lrat")
    write_refutation(certificate, tmp_path, "q")
    text, data = unpack(certificate.to_bytes())
    assert accepts(ours, pack(text, data), tmp_path / "q.cnf")
    header = json.loads(text)
    listed = header["about"]["solutions"]
    for solutions, count in ((listed, 3), ([*listed, listed[0]], 3), (listed[:1], 1), (listed[1:], 1), (None, 0)):
        forged = header | {"about": {"solutions": solutions}, "count": count}
        forged["witness"] = header["witness"] if count else None
        assert not accepts(ours, pack(json.dumps(forged).encode(), data), tmp_path / "q.cnf")
    assert not accepts(ours, pack(text, data[:-1]), tmp_path / "q.cnf")  # the 0 at the end is missing


def test_headers_without_sense_prove_nothing(ours: dict[str, Any]) -> None:
    """Infinity times 0 is less than nothing: with such weights 3 was the fewest rooks on a 2x2 board."""
    rooks = json.loads(unpack(rk.certify(rk.domination("rook", 2), evidence="tree").to_bytes())[0])
    vectors = [[[float("inf"), *{0, 1, 2, 3} - {3 - candidate}]] for candidate in range(3)]
    about = {"alone": 0, "nodes": 99, "symmetry": False, "weights": vectors}
    rooks |= {"objective": 3, "witness": [0, 1, 2], "about": about}
    with pytest.raises(ours["Unproven"], match="not whole"):
        ours["check"](pack(json.dumps(rooks).encode(), bytes([0, 4, 5, 6])))
