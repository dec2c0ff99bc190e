"""`rookery solve --proof` and `rookery verify`: messages, exit codes, and imports."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace as change
from rookery_tests.command_line import rookery
from rookery_tests.plain_checker import FOLDER, state_rows

import rookery as rk
from rookery.certificates import Certificate
from rookery.models.problems.family import digest, stable

SOLVERS = ("ortools", "pysat", "constraint", "rookery.backends.engine", "rookery.backends.presolve.structure")
QUEENS = ("domination", "--piece", "queen", "--board", "6")


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("proofs") / "q6.cert"
    result = rookery("solve", *QUEENS, "--count-solutions", "--up-to-symmetry", "--proof", str(path))
    assert result.code == 0, result.err
    assert "rookery verify" in result.err
    return str(path)


def test_proof_is_verified(proof: str) -> None:
    result = rookery("verify", proof)
    assert result.code == 0
    assert result.out.count("Q") == 3
    assert "3 is the fewest; there are exactly 4 optimal solutions, 1 up to symmetry" in result.out
    assert "it trusts" in result.out


def test_verdict_as_json(proof: str) -> None:
    result = rookery("verify", proof, "--json")
    said = json.loads(result.out)
    assert (result.code, said["verified"]) == (0, True)
    assert list(said) == ["claim", "verified", "trusts", "seconds", "statement", "problem"]
    assert said["problem"] == {"family": "domination", "piece": "queen", "board": "6"}
    assert said["statement"] == digest(said["problem"])


def test_damaged_certificate_ends_with_4(proof: str, tmp_path: Path) -> None:
    content = Path(proof).read_bytes()
    (tmp_path / "damaged").write_bytes(content + b"?")
    result = rookery("verify", str(tmp_path / "damaged"))
    assert result.code == 4
    assert "file: it is cut short, followed by something" in result.err


def test_answer_without_evidence_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "coverage"
    asked = ["coverage", "--piece", "queen", "--count", "2", "--board", "4"]
    result = rookery("solve", *asked, "--proof", str(path), "--evidence", "tree")
    assert result.code == 2
    assert result.out.count("Q") == 2
    assert "no certificate of reasonable size: no tree proves it" in result.err
    assert not path.exists()


def test_json_of_a_proved_answer_is_one_object(tmp_path: Path) -> None:
    result = rookery("solve", *QUEENS, "--json", "--proof", str(tmp_path / "q6"))
    assert json.loads(result.out)["objective"] == 3
    assert (tmp_path / "q6").exists()


def test_packing_is_drawn(tmp_path: Path) -> None:
    path = str(tmp_path / "k4.cert")
    assert rookery("solve", "domination", "--piece", "king", "--board", "4", "--proof", path).code == 0
    drawn = "o..o\n....\n....\no..o\n\nThese 4 squares need 4 different kings, since no king guards two of them"
    assert drawn in rookery("verify", path, "--explain").out
    assert json.loads(rookery("verify", path, "--explain", "--json").out)["explanation"] == drawn
    assert "explanation" not in json.loads(rookery("verify", path, "--json").out)


@pytest.mark.parametrize("kind", ["tree", "lrat"])
def test_verify_loads_no_solver(tmp_path: Path, kind: str) -> None:
    proof = str(tmp_path / "q6")
    assert rookery("solve", *QUEENS, "--proof", proof, "--evidence", kind).code == 0
    code = (
        "import sys; from rookery import cli\n"
        f"code = cli.run(['verify', {proof!r}, '--json'])\n"
        f"print([name for name in {SOLVERS!r} if name in sys.modules], code)"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[] 0"


def test_plain_checker_runs_without_rookery(proof: str, tmp_path: Path) -> None:
    """It is copied out; without one of the rows of its statement the certificate is refused."""
    script, rows = tmp_path / "checker.py", tmp_path / "rows.json"
    script.write_bytes((FOLDER / "check.py").read_bytes())
    statement = state_rows(rk.domination("queen", 6))
    command = [sys.executable, "-I", "-S", str(script), proof, str(rows)]
    rows.write_text(json.dumps(statement))
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("verified: ")
    rows.write_text(json.dumps(statement | {"rows": statement["rows"][1:]}))
    assert subprocess.run(command, capture_output=True, text=True, check=False).returncode == 1


def test_claim_states_a_graph(tmp_path: Path) -> None:
    path, graph = str(tmp_path / "graph.cert"), tmp_path / "g; no solution.txt"
    graph.write_text("a b\nb c\n")
    assert rookery("solve", "domination", "--graph", str(graph), "--proof", path).code == 0
    said = json.loads(rookery("verify", path, "--json").out)
    assert said["problem"]["board"]["edges"] == [["a", "b"], ["b", "c"]]
    assert '"g; no solution.txt"' in said["claim"]
    assert stable(said["problem"]) in said["claim"]


def test_refusals_name_the_file(proof: str, tmp_path: Path) -> None:
    path = tmp_path / "other.cert"
    path.write_text("{}")
    assert f"{path}: not a certificate: it is not compressed by gzip" in rookery("verify", str(path)).err
    path.write_bytes(Path(proof).read_bytes() + b"?")
    assert f"{path} is refused\nfile: it is cut short" in rookery("verify", str(path)).err
    other = change(Certificate.read(proof), witness=(0, 1, 2))
    other.write(path)
    assert f"{path} does not prove its claim: Domination by queens on a 6x6 board" in rookery("verify", str(path)).err


def test_refutation_is_explained(tmp_path: Path) -> None:
    path = str(tmp_path / "k2.cert")
    asked = ("solve", "domination", "--piece", "king", "--board", "2", "--evidence", "lrat", "--fix", "a2")
    assert rookery(*asked, "--proof", path).code == 0
    said = rookery("verify", path, "--explain").out
    assert "The proof is an LRAT refutation of" in said
    assert "Fixed: king on a2" in said


def test_certificate_goes_through_a_link_and_into_a_pipe(tmp_path: Path) -> None:
    """A device or a pipe must not be replaced by a file."""
    link, target, pipe = tmp_path / "link", tmp_path / "target", tmp_path / "pipe"
    link.symlink_to(target)
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    for place, has_size in ((link, True), (pipe, False)):
        code, _, err = rookery("solve", *QUEENS, "--proof", str(place))
        assert (code, "bytes" in err) == (0, has_size)
    assert (link.is_symlink(), pipe.is_fifo()) == (True, True)
    assert os.read(reading, 1 << 16)[:2] == target.read_bytes()[:2] == b"\x1f\x8b"  # of gzip
    os.close(reading)
