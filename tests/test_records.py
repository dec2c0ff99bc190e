"""The records: what is kept agrees with what is published, and small ones are found again."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from shutil import which
from subprocess import run

import pytest
from rookery_tests.command_line import rookery

import rookery as rk
from benchmarks.records import armies, certificates, growth, search, second, values
from benchmarks.records.data import FILE, PLANS, Record, kept
from benchmarks.records.kinds import KINDS
from benchmarks.records.page import _title, page, shown

SMALL = [
    ("queen", "plain", "7"),
    ("queen", "independent", "9"),
    ("knight", "independent", "8"),
    ("camel", "plain", "5"),
    ("queen", "two armies", "7"),
    ("queen", "total", "7"),
]


@pytest.fixture(autouse=True)
def _no_second_search_runs_out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the SAT solver more than its 10 seconds, which do not suffice on a machine with much other work."""
    monkeypatch.setattr(second, "SAT_SECONDS", 600.0)


def test_no_record_contradicts_a_known_value() -> None:
    records = kept()
    assert len(records) > 300
    assert [wrong for record in records.values() if (wrong := values.disagreement(record))] == []


def test_a_wrong_record_is_told() -> None:
    asked = Record("queen", "plain", "16", "orbits", optimum=9, sets=2968, orbits=43)
    assert "371" in values.disagreement(asked)
    assert values.missing(Record("queen", "independent", "18", "sets", optimum=10, sets=224)) == []


@pytest.mark.parametrize(
    ("kind", "board", "published", "new"),
    [("two armies", "10", 14, "16"), ("three armies", "9", 5, "15"), ("larger army", "8", 10, "12")],
)
def test_what_is_published_of_armies(kind: str, board: str, published: int, new: str) -> None:
    """OEIS A250000, A328283, A308632: none is taken for another, and nothing for a value that they do not have."""
    wrong = Record("queen", kind, board, "optimum", optimum=published + 1)
    assert values.disagreement(wrong).startswith(f"optimum {published} (OEIS A")
    assert values.missing(Record("queen", kind, new, "optimum", optimum=37)) == ["optimum"]


@pytest.mark.parametrize(
    ("piece", "kind", "board", "field"),
    [
        ("king", "two armies", "10", "optimum"),
        ("rook", "two armies", "12", "optimum"),
        ("bishop", "two armies", "12", "optimum"),
        ("king", "independent", "12", "optimum"),
        ("dabbaba", "plain", "10", "sets"),
        ("alfil", "independent", "9", "sets"),
        ("bishop", "plain", "10x10:torus", "sets"),
        ("king", "independent", "4", "sets"),
        ("king", "independent", "6", "orbits"),
        ("king", "independent", "9x9:torus", "optimum"),
        ("knight", "plain", "5x5:torus", "sets"),
        ("zebra", "plain", "4", "orbits"),
        ("amazon", "plain", "1", "sets"),
    ],
)
@pytest.mark.part(3)
def test_what_follows_from_what_is_published_is_not_new(piece: str, kind: str, board: str, field: str) -> None:
    wants = [want for want in ("orbits", "sets", "optimum") if (piece, kind, board, want) in kept()]
    record = kept()[piece, kind, board, wants[0]]
    assert getattr(record, field) is not None
    assert values.disagreement(record) == ""
    assert field not in values.missing(record)


@pytest.mark.full
def test_all_kinds_are_declared() -> None:
    """And the command of each asks the same."""
    for name, kind in KINDS.items():
        record = Record("queen", name, "3", "optimum")
        words = kind.command.format("queen", "3").replace(" M ", " 1 ").split()
        asked = json.loads(rookery("solve", *words, "--json").out)["problem"]
        assert asked["title"] == record.problem.title
        assert "optimum" in kind.names


def test_growth_is_that_of_the_nodes() -> None:
    records = [
        Record("queen", "two armies", str(n), "optimum", nodes=100_000 * 10 ** (n - 10), seconds=0.1 * 10 ** (n - 10))
        for n in (9, 10, 11, 12)
    ]
    expected = growth.growth({each.question: each for each in records})
    times = "16: 30 hours, 17: 10 days, 18: 100 days, 19: 3 years, 20: 30 years"  # A250000 ends at 15
    assert f"| 10 to 12 | x 10.0 a board | x 1.0 | 1 µs | {times} |" in expected
    found = Record("queen", "two armies", "16", "optimum", optimum=37, confirmed=("program",))
    assert "| 17: 10 days," in growth.growth({each.question: each for each in (*records, found)})
    queens = [Record("queen", "independent", str(n), "optimum", nodes=10**n, seconds=1) for n in (14, 15, 18)]
    expected = growth.growth({each.question: each for each in queens})
    assert "| 14 to 18 | x 100.0 a piece |" in expected  # of 8, 9 and 10 pieces
    assert growth.growth({}) == ""
    assert [growth.spell_seconds(each) for each in (3.2, 130, 90_000)] == ["3 seconds", "2 minutes", "20 hours"]


@pytest.mark.full
def test_the_page_is_that_of_the_records() -> None:
    """A line for each board of each plan, with all that was found, and a link to each certificate."""
    records, text = kept(), page(PLANS, kept())
    tables = {part.partition("\n")[0].lower(): part.splitlines() for part in text.split("\n## ")}
    for plan in PLANS:
        own = [each for each in records.values() if each.plan == (plan.piece, plan.kind, plan.torus)]
        table = tables[_title(plan).lower()] if own else []
        lines = {line.split(" | ")[0]: line for line in table if re.match(r"\| \d", line)}
        assert len(lines) == len({each.side for each in own})
        for each in own:
            found = [shown(each, field) for field in ("optimum", "sets", "orbits")]
            line = f"{lines[f'| {each.side}']} "
            better = any(other.side == each.side and other.want == "orbits" for other in own)
            assert [value for value in found if f"| {value} |" not in line and not better] == []
    assert set(re.findall(r"\(certificates/(.*?)\)", text)) == set(certificates.certificates())


def test_the_seconds_of_another_machine_are_marked() -> None:
    """And growth is reckoned without them; the line of a record without a machine is what it was."""
    queens = [Record("queen", "independent", str(n), "optimum", nodes=10**n, seconds=10**n / 1e6) for n in (14, 16, 18)]
    slow = Record("queen", "independent", "19", "optimum", optimum=11, nodes=10**19, seconds=1e15, machine="Abacus")
    records = {each.question: each for each in (*queens, slow)}
    text = page(PLANS, records)
    assert "marked (†): Abacus." in text
    assert [each for each in ("| 1e+15† |", "| 1e+12 |") if each not in text] == []
    assert "| 1 µs |" in growth.growth(records)
    assert "machine" not in FILE.read_text(encoding="utf-8").splitlines()[0]


def test_a_new_value_is_on_the_page_only_if_found_twice() -> None:
    once = Record("zebra", "plain", "9", "sets", optimum=20, sets=7654321)
    assert "7654321" not in page(PLANS, {once.question: once})
    assert "**7654321**" in page(PLANS, {once.question: replace(once, confirmed=("middle",))})


@pytest.mark.full
def test_small_certificates_are_verified() -> None:
    """Against their records, and there is none without."""
    every = certificates.certificates()
    assert len(certificates.sizes(kept())) == len(every) > 200
    assert sum(map(len, every.values())) <= certificates.MAX_TOTAL
    assert certificates.verify_all(most_bytes=60) > 60


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small archive of its own."""
    own = {name: content for name, content in certificates.certificates().items() if len(content) < 60}
    monkeypatch.setattr(certificates, "ARCHIVE", tmp_path / "certificates.zip")
    monkeypatch.setattr(certificates, "DIGESTS", tmp_path / "certificates.sha256")
    certificates.write_archive(own)
    monkeypatch.setattr("sys.argv", ["certificates"])
    yield tmp_path / "certificates.zip"
    certificates.certificates.cache_clear()


def test_what_is_missing_in_the_archive_is_made_anew(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same bytes, in whatever order they are written; the digests are what `sha256sum` reads."""
    content, own = archive.read_bytes(), dict(certificates.certificates())
    digests = certificates.DIGESTS.read_text(encoding="utf-8")
    name = "queen-plain-4-optimum.cert"
    assert f"{sha256(own[name]).hexdigest()}  {name}\n" in digests
    certificates.write_archive({each: own[each] for each in sorted(own, reverse=True) if each != name})
    assert archive.read_bytes() != content
    certificates.main()
    assert capsys.readouterr().out == f"{len(own)} certificates have the digests that are listed; 1 were made\n"
    assert archive.read_bytes() == content
    assert certificates.DIGESTS.read_text(encoding="utf-8") == digests


def test_the_archive_has_the_digests_that_are_listed(archive: Path) -> None:
    own = dict(certificates.certificates())
    name = next(iter(own))
    archive.write_bytes(certificates.archive_bytes({**own, name: own[name][:-1]}))
    certificates.certificates.cache_clear()
    with pytest.raises(SystemExit, match=f"{name}: its digest in certificates.zip is not that of certificates.sha256"):
        certificates.main()


def test_a_certificate_that_is_made_has_the_digest_that_is_listed(archive: Path) -> None:
    own = dict(certificates.certificates())
    own.pop(name := "queen-plain-4-optimum.cert")
    certificates.write_archive(own)
    listed = certificates.DIGESTS.read_text(encoding="utf-8")
    digest = certificates.read_digests()[name]
    certificates.DIGESTS.write_text(listed.replace(digest, "0" * 64), encoding="utf-8")
    with pytest.raises(SystemExit, match=f"{name}: its digest is not that of certificates.sha256"):
        certificates.main()


@pytest.mark.parametrize(("piece", "kind", "board"), SMALL)
def test_small_records_are_found_again(piece: str, kind: str, board: str) -> None:
    record = kept()[piece, kind, board, "orbits"]
    again = search.found(record, 60)
    assert again is not None
    assert (again.optimum, again.sets, again.orbits) == (record.optimum, record.sets, record.orbits)


def test_a_search_is_continued_from_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both searches are: they end where the time is up, and what is done is not done again."""
    monkeypatch.setattr(second, "SAT_SETS", -1)
    record = kept()["queen", "two armies", "7", "orbits"]
    assert search.found(record, 1e-6, tmp_path) is None
    assert second.seconded(record, 1e-6, tmp_path) == ("", (None, None))
    for workers in (1, 2):
        again = search.found(record, 600, tmp_path, workers)
        assert again is not None
        assert (again.optimum, again.sets, again.orbits) == (record.optimum, record.sets, record.orbits)
        assert second.seconded(record, 600, tmp_path, workers) == ("owners", (record.sets, record.orbits))


def test_the_second_search_finds_the_same() -> None:
    for record in (kept()[key] for key in [("queen", "plain", "6", "orbits"), ("king", "plain", "4", "orbits")]):
        model = replace(record.problem.model.at_optimum(record.optimum), symmetries=())
        assert record.sets is not None
        listed, count = second.from_the_middle(record.problem, model, partial(second.all_of, None, 1))
        assert count == record.sets
        assert second.seconded(record, 600) == ("SAT", (record.sets, record.orbits))
        assert len(listed) <= record.sets


@pytest.mark.full
def test_the_second_search_of_armies_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    record = kept()["queen", "two armies", "6", "orbits"]
    found = (record.sets, record.orbits)
    assert second.seconded(record, 600) == ("SAT", found)
    monkeypatch.setattr(second, "SAT_SETS", -1)
    assert second.seconded(record, 600) == ("owners", found)
    for each in (kept()["queen", "two armies", board, "orbits"] for board in ("1", "2", "5", "7")):
        assert second.seconded(each, 600) == ("owners", (each.sets, each.orbits))
    assert second.seconded(kept()["king", "two armies", "4", "optimum"], 600) == ("order", (None, None))
    worse = Record("queen", "two armies", "6", "optimum", optimum=record.optimum - 1)
    with pytest.raises(SystemExit, match="owners found something better than 4"):
        second.seconded(worse, 600)


@pytest.mark.full
def test_the_second_search_asks_more_at_once() -> None:
    """Queens that are connected are all attacked, and on a torus one stands on the first square."""
    nothing = (None, None)
    for size, how in ((4, "SAT"), (5, "")):  # 4 queens are connected; 4 that are attacked are fewer than 5, no more
        assert second.seconded(Record("queen", "connected", "6", "optimum", optimum=size), 600) == (how, nothing)
    assert second.seconded(Record("queen", "two armies", "5x5:torus", "optimum", optimum=2), 600) == ("SAT", nothing)
    with pytest.raises(SystemExit, match="SAT found something better than 1"):
        second.seconded(Record("queen", "two armies", "5x5:torus", "optimum", optimum=1), 600)


def test_the_armies_of_the_page_are_refereed() -> None:
    """37 and 37 queens on 16x16: as kept, and found anew on a smaller board."""
    problem, lines = armies.armies(16, 37), armies.place(16, 37).read_text(encoding="utf-8").split()
    named = {piece.symbol: piece for piece in problem.pieces}
    squares = ((row, column, sign) for row, line in enumerate(lines) for column, sign in enumerate(line) if sign != ".")
    placement = rk.Placement(problem.board, {rk.Square(row, column): named[sign] for row, column, sign in squares})
    assert not list(problem.faults(placement))
    assert len(placement) == 74
    assert armies.found(8, 9) is not None


@pytest.mark.skipif(which("make") is None, reason="there is no make")
def test_to_install_makes_no_certificates() -> None:
    """The folder of the sources and the target of make have one name."""
    command = ["make", "--dry-run", "--always-make", "install"]
    ended = run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=True)
    assert "benchmarks.records" not in ended.stdout
    assert "Circular" not in ended.stderr
