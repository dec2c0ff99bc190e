"""What Coq makes of `proofs/`: a checker that says what `rookery verify` says, and theorems that count sets."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from runpy import run_path
from typing import Any

import pytest

import rookery as rk
from benchmarks.records.certificates import certificates
from rookery.certificates.certificate import pack, unpack

FOLDER = Path(__file__).parents[2] / "proofs"
LARGE = 60  # nodes
Proven = Callable[[bytes], bool | None]

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not (shutil.which("coqc") and shutil.which("ocamlopt")), reason="apt-get install coq ocaml-nox"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources, where Coq writes what it makes."""
    folder = tmp_path_factory.mktemp("proofs")
    for path in [
        *(each for each in FOLDER.glob("*.v") if each.stem != "Theorems"),
        FOLDER / "run.ml",
        FOLDER / "Makefile",
    ]:
        shutil.copy(path, folder)
    return folder


@pytest.fixture(scope="module")
def proven(folder: Path) -> Proven:
    """Whether the extracted checker accepts a file; None if it is not made for such evidence."""
    subprocess.run(["make", "-s", "-C", str(folder), "checker"], check=True, capture_output=True)
    made = run_path(str(FOLDER / "generate.py"))
    unproven: type[Exception] = made["check"].Unproven

    def accept(content: bytes) -> bool | None:
        try:
            given = made["read"](content)
            numbers = made["write_numbers"](given)
        except unproven as error:
            unknown = ("no rows are known", "evidence of the kind", "an item is to be hit", "sets have a least")
            return None if str(error).startswith(unknown) else False
        done = subprocess.run([folder / "run"], input=numbers, capture_output=True, text=True, check=True)
        answer: bool = made["concludes"](given, done.stdout)
        return answer

    return accept


def choose_kept() -> dict[str, bytes]:
    headers = {name: json.loads(unpack(content)[0]) for name, content in certificates().items()}
    small = [name for name, said in headers.items() if said["about"].get("nodes", 0) <= LARGE]
    # A torus has hundreds of symmetries: stating them takes a plain program seconds
    return {name: certificates()[name] for name in small if "-plain-" in name and "torus" not in name}


def test_kept_certificates_are_accepted(proven: Proven) -> None:
    answers = {name: proven(content) for name, content in choose_kept().items()}
    assert [name for name, answer in answers.items() if answer is False] == []
    assert list(answers.values()).count(True) > 60


def mutate(content: bytes, random: Random) -> bytes:
    """The same certificate with something else in its claim or its evidence, and the right digest."""
    text, data = unpack(content)
    header, evidence = json.loads(text), bytearray(data)
    kind = random.choice(("claim", "about", "bytes", "bytes", "end"))
    if kind == "claim":
        name = random.choice(("objective", "count", "orbits"))
        header[name] = header[name] and header[name] + random.choice((-1, 1))
    elif kind == "about" and header["kind"] == "tree":
        name = random.choice(("alone", "nodes"))
        header["about"][name] = max(1, header["about"][name] + random.choice((-1, 1)))
    elif kind == "end" and evidence:
        evidence.pop()
    elif evidence:
        evidence[random.randrange(len(evidence))] = random.randrange(256)
    return pack(json.dumps(header).encode(), bytes(evidence))


def test_both_say_the_same_about_mutants(proven: Proven) -> None:
    random, answers = Random(3), list[Any]()
    for content in sorted(choose_kept().values(), key=len)[:100]:
        mutant = mutate(content, random)
        try:
            verified = rk.verify(rk.Certificate.from_bytes(mutant)).verified
        except rk.RookeryError:  # its frame makes no sense
            continue
        answers.append(proven(mutant))
        assert answers[-1] in (None, verified), unpack(mutant)
    assert min(answers.count(True), answers.count(False)) > 10


def test_a_count_is_a_theorem_and_a_wrong_one_is_not(folder: Path) -> None:
    subprocess.run(["make", "-s", "-C", str(folder), "Count.vo"], check=True, capture_output=True)
    made = run_path(str(FOLDER / "generate.py"))
    content = certificates()["queen-plain-5-orbits.cert"]
    with pytest.raises(made["check"].Unproven):
        made["write_count"](content, "queen", 5, (3, 186, 38))
    right = made["HEAD"] + made["write_count"](content, "queen", 5, (3, 186, 37))

    def accept(text: str) -> bool:
        (folder / "Theorems.v").write_text(text)
        done = subprocess.run(
            ["coqc", "-q", "-Q", ".", "Rookery", "Theorems.v"], cwd=folder, capture_output=True, text=True, check=False
        )
        assert ("Closed under the global context" in done.stdout) == (done.returncode == 0)
        assert done.returncode == 0 or "all_given_Q5 = true" in done.stderr, done.stderr
        return done.returncode == 0

    assert accept(right)
    # How many, up to symmetry, of which size, for which piece; and evidence of another tree, or of another board
    for old, new in [
        ("186", "185"), ("37", "36"), ("queen 5 3", "queen 5 4"), ("queen 5 3", "queen 5 2"), ("queen 5 3", "rook 5 3"),
        ("83%N", "82%N"), ("([0])", "([])"),
        ("(board_symmetries 5)", "(board_symmetries 4)"), ("(board_symmetries 5)", "[]"),
    ]:  # fmt: skip
        assert old in right
        assert not accept(right.replace(old, new)), (old, new)
