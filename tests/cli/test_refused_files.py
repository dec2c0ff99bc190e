"""Refused files: exit code 2, nothing on standard output, and one line that names the file and the fault.

One row for each kind of mistake and each reader; `tests/backends/formats` asks the readers of models themselves.
"""

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

from rookery.core import files

PLACE = "solve placement --piece queen --board 4"
EIGHT = "placement --piece queen --board 8 --count 8"
MODEL = "solve model {}"
FIXED = f"solve {EIGHT} --fixed-file {{}}"
BOARD = "solve placement --piece queen --board-file {}"
HINT = f"solve {EIGHT} --backend sat --hint {{}}"
CHECK = f"check {EIGHT} --placement {{}}"
PIECES = f"{PLACE} --pieces-file {{}}"
RESUME = "solve domination --piece queen --board 6 --all --checkpoint {}"
GRAPH = "solve domination --graph {}"
CAMPAIGN = "compare {} --dry-run"
DIGITS = "1" * 5000
QUEENS = 'problems = ["placement --piece queen --board 4"]\n'


# (command, name of the file, content): keyword
REFUSED: dict[tuple[str, str, str | bytes], str] = {
    # fixed squares of the completion task
    (FIXED, "fixed", ""): "line 1",
    (FIXED, "fixed", "two\n0 0\n"): "line 1: 'two'",
    (FIXED, "fixed", "2\n0 0\n"): "line 3: the input ends",
    (FIXED, "fixed", "1\n0 0\n1 5\n"): "line 3: more squares",
    (FIXED, "fixed", "2\n0 0\n1 8\n"): "line 3: square 1,8 lies off the board",
    (FIXED, "fixed", "1\n0 1 2\n"): "line 2: expected two numbers",
    (FIXED, "fixed", "2\n0 0\n0 0\n"): "line 3: square 0,0 is given twice",
    (FIXED, "fixed", b"1\n\xff\xfe 0\n"): "line 2",
    (FIXED, "fixed", f"1\n{DIGITS} 0\n"): "line 2",
    # drawings of boards, hints and placements
    (BOARD, "board", ""): "line 1",
    (BOARD, "board", "...\n.N.\n..."): "line 2, column 2",
    (BOARD, "board", "...\n...."): "line 2, column 4",
    (f"{BOARD} --hole 0,0", "board", "#1/2"): "twice",
    (f"{BOARD} --fix 0,0", "board", "Q1/2"): "twice",
    (HINT, "hint", "Q.\n.."): "2x2",
    (CHECK, "placement", ""): "empty",
    (CHECK, "placement", "Q..."): "1x4",
    (CHECK, "placement", "9,9"): "off the board",
    (CHECK, "placement", "s UNSATISFIABLE"): "`v` line",
    (CHECK, "placement", b"\x00\xff"): "placement",
    # pieces, graphs, campaigns
    (PIECES, "pieces.toml", 'queen = "Q"\n'): "two pieces are named queen",
    (PIECES, "pieces.toml", "queen"): "pieces.toml",
    (PIECES, "pieces.toml", f"a = {'[' * 5000}{']' * 5000}"): "too deep",
    (GRAPH, "graph.txt", "a b\n\x1b[1m \x1b[1m c\n"): "line 2",
    (GRAPH, "graph.gr", "p ds 2 1\n1 3\n"): "line 2",
    (CAMPAIGN, "a.toml", f"a = {DIGITS}"): "64 bits",
    (CAMPAIGN, "a.toml", f'memory = "{DIGITS}"\n{QUEENS}'): "a.toml: memory '",
    (CAMPAIGN, "a.toml", f'{QUEENS}sed = 1\n'): "unknown key 'sed'",
    (CAMPAIGN, "a.toml", f'{QUEENS}want = "some"\n'): "a.toml: unknown want 'some'",
    (CAMPAIGN, "a.toml", "problems = 3\n"): "a.toml: problems: expected lines such as",
    (CAMPAIGN, "a.toml", 'problems = [\n"placment --board 4"]\n'): "'placment --board 4': unknown family",
    (CAMPAIGN, "a.toml", 'problems = ["placement --piece queen"]\n'): "Missing option '--board'",
    (CAMPAIGN, "a.toml", 'problems = ["placement --bord 4"]\n'): "did you mean --board",
    (CAMPAIGN, "a.toml", "problems = [\"placement 'queen\"]\n"): "expected a family and its options",
    (CAMPAIGN, "a.toml", f'{QUEENS}[pieces]\ngnu = "J"\n'): "a.toml: pieces.gnu.betza: ",
    # checkpoints and models
    (RESUME, "kept", "four queens"): "damaged",
    (MODEL, "a.cnf", "c a comment\np cnf 2 1\n1 7 0\n"): "line 3: literal 7",
    (MODEL, "a.cnf", f"p cnf 2 1\n{DIGITS} 0\n"): "line 2: a number of 5,000 digits",
    (MODEL, "a.opb", "* x\n+1 x1000000000 >= 1 ;\n"): "line 2: 1,000,000,000 variables",
    (MODEL, "a.json", "[" * 100_000): "not JSON",
}  # fmt: skip
READERS = (FIXED, BOARD, HINT, CHECK, PIECES, GRAPH, CAMPAIGN, MODEL)


@contextmanager
def limit_memory(spare: int) -> Iterator[None]:
    """Limit the further memory of this process, so that a reader that trusts a number fails the test alone."""
    resource = pytest.importorskip("resource")
    statm = Path("/proc/self/statm")
    if not statm.exists():
        pytest.skip("the memory of a process is read in /proc")
    before = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(statm.read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * os.sysconf("SC_PAGE_SIZE") + spare, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def assert_refused(line: str, keyword: str, given: bytes = b"") -> None:
    with limit_memory(256 << 20):
        code, out, err = rookery(*shlex.split(line), given=given)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("rookery: ")
    assert keyword in err
    assert len(err) < 400


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: f"{row[0].split()[-1]} {row[1]} {row[2][:20]!r}")
def test_bad_file_is_refused_in_one_line(
    row: tuple[str, str, str | bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command, name, content = row
    Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    assert_refused(command.format(name), REFUSED[row])


@pytest.mark.parametrize("command", READERS)
def test_standard_input_and_devices_have_an_end(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("zero.cnf", "zero.toml"):
        Path(name).symlink_to("/dev/zero")
    device = {MODEL: "zero.cnf", CAMPAIGN: "zero.toml"}.get(command, "/dev/zero")
    assert_refused(command.format(device), "too large")
    if command in (FIXED, BOARD, HINT, CHECK):
        assert_refused(command.format("-"), "too large", given=bytes((16 << 20) + 1))


@pytest.mark.parametrize("command", READERS)
def test_missing_file_is_refused(command: str) -> None:
    assert_refused(command.format("/nowhere/a.cnf" if command == MODEL else "/nowhere/a.toml"), "No such file")


def test_unreadable_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system refuses it for root too, whom no mode of a file forbids anything."""

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files, "open", refuse, raising=False)
    assert_refused(FIXED.format(tmp_path / "fixed"), "Permission denied")


def test_each_fault_of_a_file_of_pieces_is_a_line(tmp_path: Path) -> None:
    file = tmp_path / "pieces.toml"
    file.write_text('gnu = "J"\n[lance]\nbetza = "fR"\nsign = "L"\n')
    code, out, err = rookery("pieces", "check", str(file))
    assert (code, out) == (2, "")
    first, second = err.splitlines()
    assert "gnu" in first
    assert "sign" in second


@pytest.mark.parametrize("content", [b"", b"rookery", b"hello, this is text", bytes(100)])
def test_file_that_is_no_certificate_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(content)
    code, out, err = rookery("verify", str(tmp_path / "other"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("rookery: ")


def test_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "runs.sqlite").write_bytes(b"rubbish" * 1000)
    code, out, err = rookery("report", str(tmp_path))
    assert (code, out, err.count("\n")) == (2, "", 1)
