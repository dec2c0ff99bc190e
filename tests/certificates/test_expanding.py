"""What is written for other people's checkers: small ones of ours believe it, and theirs where they are installed."""

import shutil
import subprocess
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.foreign_checkers import check_lrat, check_veripb

import rookery as rk
from rookery.backends import Want
from rookery.backends.evidence.certifying.exporting import expand, write_foreign
from rookery.models import BadInput, Board, Problem

FIVE = rk.domination("queen", 5)
# Claims with how many solutions they leave, None where a refutation alone is claimed. OEIS A075458, A002563 (queens),
# A000170 (4 queens on 4x4: 2), A006075 (knights).
CLAIMS: list[tuple[Problem, str, int]] = [
    (FIVE, "one", 0),
    (FIVE, "all", 186),
    (rk.domination("queen", 6), "count", 4),
    (rk.domination("knight", 4), "one", 0),
    (rk.placement("queen", 4, count=4), "all", 2),
    (rk.placement("queen", 3, count=3), "one", 0),
    (rk.placement("rook", 3), "count", 6),
    (rk.domination("king", Board(4, torus=True), "perfect"), "one", 0),
    (rk.domination("rook", 1, "total"), "one", 0),
    (rk.domination("queen", Board(4, holes=[(0, 0)]), "total", [(1, 1)], [(3, 3)]), "one", 0),
    (rk.k_fold_domination("king", 3, 2), "one", 0),
    (rk.k_fold_domination("king", 4, 2), "one", 0),
    (rk.placement("king", Board(2, 1), forbidden=[(0, 0), (1, 0)]), "all", 1),
    (rk.restricted_domination("queen", 3, []), "one", 0),
    (rk.k_fold_domination("queen", 4, 3), "one", 0),
]

OTHERS: list[tuple[Problem, str, str]] = [
    (rk.placement("king", 4), "one", "packing"),  # cliques, whose rows are derived by division
    (rk.domination("king", 5), "one", "packing"),
    (rk.placement("queen", 4, count=4), "all", "branching"),
    (rk.k_fold_domination("king", 3, 2), "count", "branching"),
    (rk.armies(["queen", "rook"], 3), "one", "branching"),
    (rk.armies(["queen", "queen"], 3), "count", "branching"),
]


def texts(problem: Problem, want: str, system: str, syntax: int = 3) -> tuple[str, str]:
    kind = "lrat" if system == "dimacs+lrat" else None
    made = expand(rk.certify(problem, want=Want(want), evidence=kind), system, syntax)
    stated, proof = ("\n".join((*lines, "")) for lines in made.values())
    return stated, proof


@pytest.mark.parametrize(("problem", "want", "count"), CLAIMS)
def test_lrat_is_believed(problem: Problem, want: str, count: int) -> None:
    cnf, proof = texts(problem, want, "dimacs+lrat")
    assert check_lrat(cnf, proof)
    whole = [line for line in cnf.splitlines() if line[:1] not in ("c", "p")]
    header = f"p cnf {cnf.splitlines()[-len(whole) - 1].split()[2]} {len(whole) - 1}"
    assert not check_lrat("\n".join((header, *whole[1:])), proof)


@pytest.mark.parametrize("syntax", [1, 3])
@pytest.mark.parametrize(("problem", "want", "count"), CLAIMS)
@pytest.mark.part(3)
def test_veripb_is_believed(problem: Problem, want: str, count: int, syntax: int) -> None:
    opb, proof = texts(problem, want, "opb+veripb", syntax)
    assert check_veripb(opb, proof) == count


@pytest.mark.parametrize("syntax", [1, 3])
@pytest.mark.parametrize(("problem", "want", "kind"), OTHERS)
def test_veripb_of_other_evidence_is_believed(problem: Problem, want: str, kind: str, syntax: int) -> None:
    certificate = rk.certify(problem, want=Want(want), evidence=kind)
    opb, proof = ("\n".join((*lines, "")) for lines in expand(certificate, "opb+veripb", syntax).values())
    assert check_veripb(opb, proof) == (certificate.claim.count or 0)
    fewer = [line for line in proof.splitlines() if not line.startswith("rup 1")]
    assert len(fewer) == len(proof.splitlines()) or check_fewer(opb, "\n".join(fewer)) is None


def check_fewer(opb: str, proof: str) -> int | None:
    """What is said of a proof without some of its lines, which may name constraints that are not there."""
    try:
        return check_veripb(opb, proof)
    except (KeyError, AssertionError):
        return None


def test_auxiliary_variables_are_counted_by_syntax_3_alone() -> None:
    certificate = rk.certify(rk.armies(["queen", "queen"], Board(2, 5)), want="count", evidence="branching")
    assert certificate.claim.declare().model.variables > 20
    with pytest.raises(BadInput, match="use --syntax 3"):
        expand(certificate, "opb+veripb", 1)
    opb, proof = ("\n".join((*lines, "")) for lines in expand(certificate, "opb+veripb", 3).values())
    assert check_veripb(opb, proof) == certificate.claim.count


def test_exports_name_their_statement() -> None:
    """The digest is that of `rookery verify --json`, the bound the one that is refuted."""
    digest = rk.verify(rk.certify(FIVE)).statement
    for system, mark in (("dimacs+lrat", "c"), ("opb+veripb", "*")):
        lines = texts(FIVE, "one", system)[0].splitlines()
        assert {f"{mark} statement {digest}", f"{mark} bound 2"} <= {*lines}


def test_what_is_refuted_is_what_is_exported() -> None:
    """Queens on 5x5 need 3 (OEIS A075458); that 2 are not enough is refuted."""
    assert texts(FIVE, "one", "dimacs+lrat")[0] == rk.export(FIVE, "dimacs", bound=2)
    assert texts(FIVE, "one", "opb+veripb")[0] == rk.export(FIVE, "opb", bound=2)


def test_each_line_is_needed() -> None:
    """Without any one of its sums or clauses a proof is not believed, or what follows has other numbers."""
    opb, proof = texts(FIVE, "one", "opb+veripb")
    lines = proof.splitlines()
    refused = 0
    for at, line in enumerate(lines):
        if line.startswith(("rup", "pol")):
            try:
                refused += check_veripb(opb, "\n".join(lines[:at] + lines[at + 1 :])) is None
            except KeyError:
                refused += 1
    assert refused >= sum(line.startswith("rup") for line in lines)
    assert check_veripb("\n".join(opb.splitlines()[:-1]), proof) is None


def test_what_a_system_cannot_state_is_refused() -> None:
    orbits = rk.certify(FIVE, want="count", up_to_symmetry=True)
    for system in ("dimacs+lrat", "opb+veripb"):
        with pytest.raises(BadInput, match="states no orbits, 37 orbits of 186"):
            expand(orbits, system)
    with pytest.raises(BadInput, match="no refutation of clauses"):
        expand(rk.certify(FIVE, want="count"), "dimacs+lrat")
    with pytest.raises(BadInput, match="nothing to refute"):
        expand(rk.certify(rk.placement("queen", 4, count=4)), "opb+veripb")
    with pytest.raises(BadInput, match="only for coverings"):
        expand(rk.certify(rk.armies(["queen", "rook"], 3), evidence="lrat"), "opb+veripb")


def test_the_command_writes_files(tmp_path: Path) -> None:
    proof = str(tmp_path / "five.cert")
    said = ["domination", "--piece", "queen", "--board", "5"]
    assert rookery("solve", *said, "--proof", proof, "--evidence", "lrat").code == 0
    written = rookery("verify", proof, "--write", "dimacs+lrat", "--out", str(tmp_path / "made"))
    assert written.code == 0
    made = [(tmp_path / "made" / f"five.{ending}").read_text() for ending in ("cnf", "lrat")]
    assert check_lrat(*made)
    other = rookery("verify", proof, "--write", "opb+veripb", "--syntax", "1", "--out", str(tmp_path))
    assert other.code == 0
    assert check_veripb((tmp_path / "five.opb").read_text(), (tmp_path / "five.pbp").read_text()) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--write", "drat"], "unknown system 'drat'"),
        (["--write", "opb+veripb", "--syntax", "2"], "--syntax 2; it is 1 or 3"),
    ],
)
def test_what_the_command_does_not_write(tmp_path: Path, words: list[str], said: str) -> None:
    path = tmp_path / "five.cert"
    rk.certify(FIVE).write(path)
    refused = rookery("verify", str(path), *words)
    assert refused.code == 2
    assert said in refused.err
    if "--syntax" not in words:
        (tmp_path / "file").write_text("")
        nowhere = rookery("verify", str(path), "--write", "opb+veripb", "--out", str(tmp_path / "file" / "folder"))
        assert nowhere.code == 2
        assert nowhere.err.count("\n") == 1


@pytest.mark.parametrize(("tool", "answer"), [("cake_lpr", "s VERIFIED UNSAT"), ("lrat-check", "c VERIFIED")])
@pytest.mark.parametrize(("problem", "want", "count"), CLAIMS)
def test_their_checkers_believe_lrat(
    tmp_path: Path, tool: str, answer: str, problem: Problem, want: str, count: int
) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    files = write_foreign(rk.certify(problem, want=Want(want), evidence="lrat"), "dimacs+lrat", 3, tmp_path, "proof")
    done = subprocess.run([tool, *map(str, files)], capture_output=True, text=True, check=False)
    assert answer in done.stdout


@pytest.mark.parametrize(("problem", "want", "kind"), [*((*each[:2], None) for each in CLAIMS), *OTHERS])
def test_their_checker_believes_veripb(tmp_path: Path, problem: Problem, want: str, kind: str | None) -> None:
    """The version of 2022 reads syntax 1, those since 2024 read 3."""
    if shutil.which("veripb") is None:
        pytest.skip("veripb is not installed")
    old = subprocess.run(["veripb", "--version"], capture_output=True, check=False).returncode != 0  # no such option
    certificate = rk.certify(problem, want=Want(want), evidence=kind)
    files = write_foreign(certificate, "opb+veripb", 1 if old else 3, tmp_path, "proof")
    done = subprocess.run(["veripb", *map(str, files)], capture_output=True, text=True, check=False)
    assert "succeeded" in done.stdout or "VERIFIED" in done.stdout
