"""The proofs that 11 to 14 queens are the fewest on boards of size 20 to 26: benchmarks/records/queens."""

import json
import zlib
from collections.abc import Callable
from hashlib import blake2b
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "benchmarks" / "records" / "queens"
SMALLEST = FOLDER / "queen-plain-20-optimum.cert"


def load_checker() -> Any:
    """Return the module of the checker, which belongs to no package."""
    spec = spec_from_file_location("check_queens", FOLDER / "check.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CHECKER = load_checker()


def change(content: bytes, edit: Callable[[dict[str, Any]], object]) -> bytes:
    """Return a file with another header and a correct digest."""
    header = CHECKER.read_header(content)
    edit(header)
    return frame(json.dumps(header).encode())


def frame(text: bytes) -> bytes:
    """Return a file with a given text as header and a correct digest."""
    stream = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=CHECKER.DICTIONARY)
    body = stream.compress(len(text).to_bytes(4) + text) + stream.flush()
    return b"rookery\1" + blake2b(body, digest_size=8).digest() + body


@pytest.mark.slow
def test_the_smallest_file_is_a_proof(capsys: pytest.CaptureFixture[str]) -> None:
    assert CHECKER.main([str(SMALLEST)]) is None
    assert "11 queens are the fewest that dominate 20x20 squares (5,831,153 nodes" in capsys.readouterr().out


@pytest.mark.parametrize(("side", "queens"), [(20, 11), (22, 12), (24, 13), (26, 14)])
def test_the_queens_of_each_file_dominate_the_board(side: int, queens: int) -> None:
    claim = CHECKER.read_claim((FOLDER / f"queen-plain-{side}-optimum.cert").read_bytes())
    CHECKER.check_witness(claim, CHECKER.list_guards(side))
    assert (claim.side, claim.fewest) == (side, queens)


def _skip_a_line(header: dict[str, Any]) -> None:
    """Leave fewer lines than any 11 rows need for one of them to be empty."""
    del header["about"]["directions"][0][10:]


def _share_a_square(header: dict[str, Any]) -> None:
    rows = header["about"]["directions"][0]
    rows[0][0] = rows[1][0]


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (lambda header: header.update(objective=10), "the witness has 11 queens, not 10"),
        (lambda header: header["witness"].__setitem__(0, 0), "leaves a square unguarded"),
        (lambda header: header["witness"].reverse(), "ascending"),
        pytest.param(lambda header: header["about"].update(nodes=1000), "1,000 nodes", marks=pytest.mark.slow),
        (lambda header: header["about"].pop("symmetry"), "KeyError 'symmetry'"),
        (lambda header: header["about"]["directions"].pop(), "not two directions"),
        (lambda header: header.update(count=8), "more is claimed"),
        (lambda header: header["problem"].update(kind="total"), "not the domination"),
        (_skip_a_line, "a direction of 10 lines, for 10 queens"),
        (_share_a_square, "share a square"),
    ],
)
def test_a_changed_claim_is_refused(edit: Callable[[dict[str, Any]], object], reason: str) -> None:
    with pytest.raises(CHECKER.Refused, match=reason):
        CHECKER.check(change(SMALLEST.read_bytes(), edit))


@pytest.mark.slow
def test_a_false_claim_is_refused() -> None:
    """5 queens are the fewest on 8x8, so a set of 5 is found where 6 are claimed to be needed."""
    rows = [[8 * row + column for column in range(8)] for row in range(8)]
    about = {"directions": [rows, [[*column] for column in zip(*rows, strict=True)]], "nodes": 10_000, "symmetry": True}

    def claim_six(header: dict[str, Any]) -> None:
        header["problem"].update(board=[8, 8])
        header.update(objective=6, witness=[0, 15, 26, 27, 28, 34], about=about)

    def claim_five(header: dict[str, Any]) -> None:
        claim_six(header)
        header.update(objective=5, witness=[15, 26, 27, 28, 34])

    claim, nodes = CHECKER.check(change(SMALLEST.read_bytes(), claim_five))
    assert (claim.fewest, 0 < nodes <= 10_000) == (5, True)
    with pytest.raises(CHECKER.Refused, match="5 queens dominate the board"):
        CHECKER.check(change(SMALLEST.read_bytes(), claim_six))


def test_damaged_files_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = SMALLEST.read_bytes()
    middle = len(content) // 2
    damaged = {
        "flipped": content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :],
        "cut": content[:-1],
        "longer": content + b"\0",
        "empty": b"",
        "version": content[:7] + b"\2" + content[8:],
        "other": frame(b"[]"),
        "text": frame(b"{"),
        "missing": b"",
    }
    files = [tmp_path / name for name in damaged]
    for file, each in zip(files[:-1], damaged.values(), strict=False):
        file.write_bytes(each)
    assert CHECKER.main([*map(str, files)]) == f"{len(files)} refused"
    assert capsys.readouterr().out.count(": refused: ") == len(files)
