"""`rookery solve --proof` and `rookery verify`: what is said, exit codes, and what is never loaded."""

import json
import re
import shlex
import subprocess
import sys
from hashlib import sha256
from importlib import resources
from pathlib import Path
from zipfile import ZipFile

import pytest
from rookery_tests.command_line import rookery

from rookery.certificates.checking import ALONE

SOLVERS = ("ortools", "pysat", "constraint", "rookery.backends.engine", "rookery.backends.presolve.structure")
QUEENS = ("domination", "--piece", "queen", "--board", "6")


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("proofs") / "q6.cert"
    result = rookery("solve", *QUEENS, "--count-solutions", "--up-to-symmetry", "--proof", str(path))
    assert result.code == 0, result.err
    assert "rookery verify" in result.err
    return str(path)


def test_a_proof_is_verified(proof: str) -> None:
    result = rookery("verify", proof)
    assert result.code == 0
    assert result.out.count("Q") == 3
    assert "3 is the fewest; there are exactly 4 optimal solutions, 1 up to symmetry" in result.out
    assert "it trusts" in result.out


def test_a_message_names_a_command_that_can_be_copied(tmp_path: Path) -> None:
    path = tmp_path / "two words.cert"
    result = rookery("solve", "domination", "--piece", "queen", "--board", "3", "--proof", str(path))
    assert f"`{shlex.join(['rookery', 'verify', str(path)])}` checks it" in result.err
    assert "'" in shlex.join([str(path)])


@pytest.mark.parametrize("options", [(), ("--plain",), QUEENS, (*QUEENS, "--plain")])
def test_the_verdict_as_json(proof: str, options: tuple[str, ...]) -> None:
    result = rookery("verify", proof, "--json", *options)
    said = json.loads(result.out)
    assert (result.code, said["verified"]) == (0, True)
    assert list(said) == ["claim", "verified", "trusts", "seconds", "statement", "problem"]
    assert said["problem"]["pieces"] == [{"piece": "queen", "count": None}]
    stable = json.dumps(said["problem"], sort_keys=True, separators=(",", ":"))
    assert said["statement"] == sha256(stable.encode()).hexdigest()
    assert ("plain" in said["trusts"][-1]) == ("--plain" in options)


@pytest.mark.parametrize(
    "other", [("--board", "7"), ("--board", "6", "--kind", "total"), ("--board", "6", "--fix", "0,0")]
)
def test_a_certificate_of_another_problem_is_refused(proof: str, other: tuple[str, ...]) -> None:
    result = rookery("verify", proof, "domination", "--piece", "queen", *other)
    assert (result.code, result.out) == (4, "")
    assert "problem: the certificate is about" in result.err
    said = json.loads(rookery("verify", proof, "--json", "domination", "--piece", "queen", *other).out)
    assert (said["verified"], said["place"]) == (False, "problem")


def test_a_damaged_certificate_is_refused(proof: str, tmp_path: Path) -> None:
    content = Path(proof).read_bytes()
    (tmp_path / "damaged").write_bytes(content[:-1] + b"?")
    result = rookery("verify", str(tmp_path / "damaged"))
    assert result.code == 4
    assert "file: it is damaged" in result.err


@pytest.mark.parametrize("content", [b"", b"rookery", b"hello, this is text", bytes(100)])
def test_what_is_no_certificate(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "other").write_bytes(content)
    result = rookery("verify", str(tmp_path / "other"))
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("rookery: ")
    assert result.err.count("\n") == 1


def test_bad_input_of_both_commands(proof: str, tmp_path: Path) -> None:
    assert rookery("verify", str(tmp_path / "nothing")).code == 2
    assert rookery("verify", proof, "--nonsense").code == 2
    assert rookery("verify", proof, "nonsense").code == 2
    limited = rookery("solve", *QUEENS, "--limit", "2", "--proof", str(tmp_path / "limited"))
    assert (limited.code, "leave --limit out" in limited.err) == (2, True)
    assert not (tmp_path / "limited").exists()


def test_an_answer_without_evidence_is_shown_and_said(tmp_path: Path) -> None:
    path = tmp_path / "unguarded"
    unguarded = ["unguarded", "--piece", "queen", "--count", "2", "--board", "4"]
    result = rookery("solve", *unguarded, "--proof", str(path), "--evidence", "tree")
    assert result.code == 2
    assert result.out.count("Q") == 2
    assert "no certificate: no tree is known" in result.err
    assert not path.exists()


def test_json_stays_one_object(tmp_path: Path) -> None:
    result = rookery("solve", *QUEENS, "--json", "--proof", str(tmp_path / "q6"))
    assert json.loads(result.out)["objective"] == 3
    assert (tmp_path / "q6").exists()


def test_which_evidence(tmp_path: Path) -> None:
    path = str(tmp_path / "q6")
    assert rookery("solve", *QUEENS, "--proof", path, "--evidence", "lrat").code == 0
    assert "models/cnf" in rookery("verify", path).err + rookery("verify", path).out
    for words, said in ((["--evidence", "lrat"], "give --proof FILE"), (["--evidence", "x", "--proof", path], "lrat")):
        refused = rookery("solve", *QUEENS, *words)
        assert (refused.code, said in refused.err, refused.out) == (2, True, "")


def test_a_packing_is_drawn(tmp_path: Path) -> None:
    path = str(tmp_path / "k4.cert")
    assert rookery("solve", "domination", "--piece", "king", "--board", "4", "--proof", path).code == 0
    drawn = "o..o\n....\n....\no..o\n\nThese 4 squares need 4 different kings, since no king guards two of them"
    assert drawn in rookery("verify", path, "--explain").out
    assert json.loads(rookery("verify", path, "--explain", "--json").out)["explanation"] == drawn
    assert "explanation" not in json.loads(rookery("verify", path, "--json").out)


@pytest.mark.parametrize("kind", ["tree", "lrat"])
def test_verifying_loads_no_solver(tmp_path: Path, kind: str) -> None:
    proof = str(tmp_path / "q6")
    assert rookery("solve", *QUEENS, "--proof", proof, "--evidence", kind).code == 0
    code = (
        "import sys; from rookery import cli\n"
        f"code = cli.run(['verify', {proof!r}, *{QUEENS!r}, '--json'])\n"
        f"print([name for name in {SOLVERS!r} if name in sys.modules], code)"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[] 0"


def test_the_plain_checker_runs_alone(proof: str, tmp_path: Path) -> None:
    """Copied out, without site packages, on exported rows; a row that is changed in them is refused."""
    script, rows = tmp_path / "checker.py", tmp_path / "rows.json"
    script.write_bytes((resources.files(ALONE) / "check.py").read_bytes())
    assert rookery("verify", proof, "--export-problem", str(rows)).code == 0
    command = [sys.executable, "-I", "-S", str(script), proof, str(rows)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("verified: ")
    said = json.loads(rows.read_text())
    rows.write_text(json.dumps(said | {"rows": said["rows"][1:]}))
    assert subprocess.run(command, capture_output=True, text=True, check=False).returncode == 1


def test_forbidden_and_fixed_squares_are_said_everywhere(tmp_path: Path) -> None:
    path = str(tmp_path / "given.cert")
    given = ("--fix", "0,0", "--forbid", "3,0", "--forbid", "3,3")
    asked = ("domination", "--piece", "queen", "--board", "4", *given)
    assert rookery("solve", *asked, "--proof", path, "--evidence", "packing").code == 0
    details = "queen fixed on 0,0; forbidden: 3,0 and 3,3"
    said = rookery("verify", path, "--explain").out
    assert f"Dominating a 4x4 board with queens ({details}): 2 is the fewest" in said
    board, _, rest = said.partition("\n\n")
    assert (board[0], board.split("\n")[3][0], board.split("\n")[3][3]) == ("Q", "x", "x")
    assert rest.startswith(f"given: {details}\n")
    assert f"Given: {details}" in rest
    read = json.loads(rookery("verify", path, "--json").out)
    assert read["problem"]["forbidden"] == [[3, 0], [3, 3]]
    assert details in read["claim"]
    assert rookery("verify", path, "--write", "opb+veripb", "--out", str(tmp_path)).code == 0
    assert f"({details})" in (tmp_path / "given.opb").read_text()


def test_an_unsolvable_claim_draws_what_is_given(tmp_path: Path) -> None:
    path = str(tmp_path / "none.cert")
    asked = ("placement", "--piece", "queen", "--board", "3", "--count", "3", "--forbid", "0,1")
    assert rookery("solve", *asked, "--proof", path).code == 0
    assert rookery("verify", path).out.startswith(".x.\n...\n...\n")


def test_a_graph_is_told_by_its_digest(tmp_path: Path) -> None:
    path, graph = str(tmp_path / "graph.cert"), tmp_path / "g; no solution.txt"
    graph.write_text("a b\nb c\n")
    assert rookery("solve", "domination", "--graph", str(graph), "--proof", path).code == 0
    said = json.loads(rookery("verify", path, "--json").out)
    assert f"sha256 {said['problem']['sha256']}" in said["claim"]
    assert '"g; no solution.txt"' in said["claim"]
    assert f"[statement {said['statement']}]" in said["claim"]


NAMES = ["c3.cert", "k4.cert", "q6.cert"]


def test_a_bundle_is_checked_without_rookery(tmp_path: Path) -> None:
    """Each file is added in turn; in any order the same bytes, and the commands of the README check them."""
    kings = ["domination", "--piece", "king", "--board", "4", "--evidence", "lrat"]
    rooks = ["coverage", "--piece", "rook", "--board", "3", "--count", "2"]
    for name, words in {"q6.cert": QUEENS, "k4.cert": kings, "c3.cert": rooks}.items():
        assert rookery("solve", *words, "--proof", str(tmp_path / name)).code == 0
    bundles = [tmp_path / "one.zip", tmp_path / "other.zip"]
    for bundle, names in zip(bundles, ([*NAMES, "q6.cert"], reversed(NAMES)), strict=True):
        for name in names:
            assert rookery("verify", str(tmp_path / name), "--bundle", str(bundle)).code == 0
    assert bundles[0].read_bytes() == bundles[1].read_bytes()
    out = tmp_path / "out"
    with ZipFile(bundles[0]) as archive:
        archive.extractall(out)
    commands = re.findall(r"`python (check\.py certificates/.*)`", (out / "README.md").read_text())
    assert [len(command.split()) for command in commands] == [3, 3, 2]  # with rows; with clauses; by itself
    for words in map(str.split, commands):
        command = [sys.executable, "-E", "-s", "-S", *words]
        done = subprocess.run(command, cwd=out, capture_output=True, text=True, check=True)
        assert done.stdout.startswith("verified: ")
    for line in (out / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        assert sha256((out / name).read_bytes()).hexdigest() == digest


def test_a_bundle_is_no_other_file(proof: str, tmp_path: Path) -> None:
    other, odd = tmp_path / "other.zip", tmp_path / "q 6.cert"
    other.write_bytes(b"PK nothing")
    odd.write_bytes(Path(proof).read_bytes())
    for file, bundle, said in ((proof, other, "expected an archive"), (odd, tmp_path / "new.zip", "letters, digits")):
        refused = rookery("verify", str(file), "--bundle", str(bundle))
        assert (refused.code, said in refused.err) == (2, True)
    assert other.read_bytes() == b"PK nothing"
    assert not (tmp_path / "new.zip").exists()
