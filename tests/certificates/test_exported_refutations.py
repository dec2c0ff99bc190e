"""Refutations as files for other people's checkers: a small one believes them, and theirs where they are installed."""

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

import rookery as rk
from rookery.backends import Want
from rookery.backends.certifying.export import write_refutation
from rookery.models import BadInput, Board, Problem

FIVE = rk.domination("queen", 5)
# Claims with the number of solutions that they leave, 0 where a refutation alone is claimed. OEIS A075458, A002563
# (queens), A000170 (4 queens on 4x4: 2), A006075 (knights).
CLAIMS: list[tuple[Problem, str, int]] = [
    (FIVE, "one", 0),
    (FIVE, "all", 186),
    (rk.domination("knight", 4), "one", 0),
    (rk.placement("queen", 4, count=4), "all", 2),
    (rk.placement("queen", 3, count=3), "one", 0),
    (rk.placement("rook", 3), "count", 6),
    (rk.domination("king", Board(4, torus=True), "perfect"), "one", 0),
    (rk.domination("rook", 1, "total"), "one", 0),
    (rk.domination("queen", Board(4, holes=[(0, 0)]), "total", fixed=[(1, 1)], forbidden=[(3, 3)]), "one", 0),
    (rk.k_fold("king", 4, 2), "one", 0),
    (rk.placement("king", Board(2, 1), forbidden=[(0, 0), (1, 0)]), "all", 1),
    (rk.domination("queen", 1, forbidden=[(0, 0)]), "one", 0),
]


def check_lrat(cnf: str, proof: str) -> bool:
    """Whether a proof refutes a DIMACS file, by unit propagation along the hints (Cruz-Filipe et al. 2017)."""
    lines = [line.split() for line in cnf.splitlines() if line[:1] not in ("c", "")]
    assert lines[0][:2] == ["p", "cnf"]
    assert len(lines) - 1 == int(lines[0][3])
    clauses = {number: set(map(int, line[:-1])) for number, line in enumerate(lines[1:], start=1)}
    for line in proof.splitlines():
        number, *words = line.split()
        if words[0] == "d":
            for each in words[1:-1]:
                del clauses[int(each)]
            continue
        middle = words.index("0")
        added = set(map(int, words[:middle]))
        if not contradicts(
            {-literal for literal in added}, [clauses.get(int(each)) for each in words[middle + 1 : -1]]
        ):
            return False
        clauses[int(number)] = added
        if not added:
            return True
    return False


def contradicts(true: set[int], hints: Iterable[set[int] | None]) -> bool:
    """Whether each hint has one literal left in turn, until one has none."""
    for clause in hints:
        if clause is None:
            return False
        left = {literal for literal in clause if -literal not in true}
        if not left:
            return True
        if len(left) > 1:
            return False
        true |= left
    return False


def written(problem: Problem, want: str, folder: Path) -> tuple[str, str]:
    """The clauses and the proof of a claim."""
    certificate = rk.certify(problem, want=Want(want), evidence="lrat")
    cnf, proof = (path.read_text() for path in write_refutation(certificate, folder, "proof"))
    return cnf, proof


@pytest.mark.parametrize(("problem", "want", "count"), CLAIMS)
def test_plain_checker_believes_lrat(problem: Problem, want: str, count: int, tmp_path: Path) -> None:
    cnf, proof = written(problem, want, tmp_path)
    assert check_lrat(cnf, proof)
    assert (f"c the last {count} clauses each exclude a known solution" in cnf) == (count > 1)
    whole = [line for line in cnf.splitlines() if line[:1] not in ("c", "p")]
    header = f"p cnf {cnf.splitlines()[-len(whole) - 1].split()[2]} {len(whole) - 1}"
    assert not check_lrat("\n".join((header, *whole[1:])), proof)


def test_files_state_the_refuted_bound(tmp_path: Path) -> None:
    """Queens on 5x5 need 3 (OEIS A075458); that 2 are not enough is refuted, by the clauses that are exported."""
    digest = rk.verify(rk.certify(FIVE)).statement
    cnf, _ = written(FIVE, "one", tmp_path)
    assert {f"c statement {digest}", "c bound 2"} <= {*cnf.splitlines()}
    assert cnf == rk.export(FIVE, "dimacs", bound=2)


def test_certificate_that_clauses_cannot_state_is_refused(tmp_path: Path) -> None:
    orbits = rk.certify(FIVE, want="count", up_to_symmetry=True, evidence="lrat")
    others = rk.certify(FIVE, want="count"), rk.certify(rk.placement("queen", 4, count=4))
    for certificate, keyword in zip((orbits, *others), ("orbits", "tree", "nothing to refute"), strict=True):
        with pytest.raises(BadInput, match=keyword):
            write_refutation(certificate, tmp_path, "proof")
    assert list(tmp_path.iterdir()) == []


def test_command_writes_files(tmp_path: Path) -> None:
    proof = str(tmp_path / "five.cert")
    said = ["domination", "--piece", "queen", "--board", "5"]
    assert rookery("solve", *said, "--proof", proof, "--evidence", "lrat").code == 0
    assert rookery("verify", proof, "--lrat", str(tmp_path / "made")).code == 0
    assert check_lrat(*((tmp_path / "made" / f"five.{ending}").read_text() for ending in ("cnf", "lrat")))
    (tmp_path / "file").write_text("")
    nowhere = rookery("verify", proof, "--lrat", str(tmp_path / "file" / "folder"))
    assert (nowhere.code, nowhere.err.count("\n")) == (2, 1)


@pytest.mark.parametrize(("tool", "answer"), [("cake_lpr", "s VERIFIED UNSAT"), ("lrat-check", "c VERIFIED")])
def test_foreign_checker_believes_lrat(tmp_path: Path, tool: str, answer: str) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    for problem, want, _ in CLAIMS:
        files = write_refutation(rk.certify(problem, want=Want(want), evidence="lrat"), tmp_path, "proof")
        done = subprocess.run([tool, *map(str, files)], capture_output=True, text=True, check=False)
        assert answer in done.stdout
