"""The records: what is kept agrees with what is published, and small ones are found again."""

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from types import ModuleType

import pytest
from rookery_tests.command_line import rookery

import rookery as rk

FOLDER = Path(__file__).parents[1] / "benchmarks"
SMALL = [
    ("queen", "plain", "7"),
    ("queen", "independent", "9"),
    ("knight", "independent", "8"),
    ("camel", "plain", "5"),
    ("queen", "two armies", "7"),
]


@pytest.fixture(scope="module")
def module() -> Iterator[ModuleType]:
    sys.path.insert(0, str(FOLDER))
    yield importlib.import_module("records")
    sys.path.remove(str(FOLDER))


def test_no_record_contradicts_a_known_value(module: ModuleType) -> None:
    kept = module.kept()
    assert len(kept) > 300
    assert [wrong for record in kept.values() if (wrong := module.disagreement(record))] == []


def test_a_wrong_record_is_told(module: ModuleType) -> None:
    asked = module.Record("queen", "plain", "16", "orbits", optimum=9, sets=2968, orbits=43)
    assert "371" in module.disagreement(asked)
    assert module.missing(module.Record("queen", "independent", "18", "sets", optimum=10, sets=224)) == []


@pytest.mark.parametrize(
    ("kind", "board", "published", "new"),
    [("two armies", "10", 14, "16"), ("three armies", "9", 5, "15"), ("larger army", "8", 10, "12")],
)
def test_what_is_published_of_armies(module: ModuleType, kind: str, board: str, published: int, new: str) -> None:
    """OEIS A250000, A328283, A308632: none is taken for another, and nothing for a value that they do not have."""
    wrong = module.Record("queen", kind, board, "optimum", optimum=published + 1)
    assert module.disagreement(wrong).startswith(f"optimum {published} (OEIS A")
    assert module.missing(module.Record("queen", kind, new, "optimum", optimum=37)) == ["optimum"]


def test_all_kinds_are_declared(module: ModuleType) -> None:
    """And the command of each asks the same."""
    for name, kind in module.KINDS.items():
        record = module.Record("queen", name, "3", "optimum")
        words = kind.command.format("queen", "3").replace(" M ", " 1 ").split()
        asked = json.loads(rookery("solve", *words, "--json").out)["problem"]
        assert asked["title"] == record.problem.title
        assert "optimum" in kind.names


def test_growth_is_that_of_the_nodes(module: ModuleType) -> None:
    growth = importlib.import_module("records_growth")
    records = [
        module.Record(
            "queen", "two armies", str(n), "optimum", nodes=100_000 * 10 ** (n - 10), seconds=0.1 * 10 ** (n - 10)
        )
        for n in (9, 10, 11, 12)
    ]
    told = growth.growth({each.question: each for each in records})
    assert "| 10 to 12 | x 10.0 a board | x 1.0 | 1 µs | 300 years | 3,000 years |" in told
    queens = [module.Record("queen", "plain", str(n), "optimum", nodes=10**n, seconds=1) for n in (14, 15, 19)]
    told = growth.growth({each.question: each for each in queens})
    assert f"| 14 to 19 | x {10**2.5:.1f} a piece |" in told  # of 8, 9 and 10 pieces
    assert growth.growth({}) == ""
    assert [growth.spell_seconds(each) for each in (3.2, 130, 90_000)] == ["3 seconds", "2 minutes", "20 hours"]


def test_the_page_is_that_of_the_records(module: ModuleType) -> None:
    assert module.PAGE.read_text(encoding="utf-8") == module.page(module.PLANS, module.kept())


def test_the_seconds_of_another_machine_are_marked(module: ModuleType) -> None:
    """And growth is reckoned without them; the line of a record without a machine is what it was."""
    queens = [
        module.Record("queen", "plain", str(n), "optimum", nodes=10**n, seconds=10**n / 1e6) for n in (14, 16, 18)
    ]
    slow = module.Record("queen", "plain", "19", "optimum", optimum=10, nodes=10**19, seconds=1e15, machine="Abacus")
    records = {each.question: each for each in (*queens, slow)}
    page = module.page(module.PLANS, records)
    assert "marked (†): Abacus." in page
    assert [each for each in ("| 1e+15† |", "| 1e+12 |") if each not in page] == []
    assert "| 1 µs |" in importlib.import_module("records_growth").growth(records)
    assert "machine" not in (FOLDER / "records.jsonl").read_text(encoding="utf-8").splitlines()[0]


def test_a_new_value_is_on_the_page_only_if_found_twice(module: ModuleType) -> None:
    once = module.Record("zebra", "plain", "9", "sets", optimum=20, sets=123)
    page = module.page(module.PLANS, {once.question: once})
    assert "123" not in page
    assert "**123**" in module.page(module.PLANS, {once.question: module.replace(once, confirmed=("middle",))})


def test_small_certificates_are_verified(module: ModuleType) -> None:
    """Against their records, and there is none without."""
    certificates = importlib.import_module("records_certificates")
    every = sorted(certificates.FOLDER.glob("*"))
    assert len(certificates.sizes(module.kept())) == len(every) > 200
    assert sum(path.stat().st_size for path in every) <= certificates.MOST_TOTAL
    assert certificates.verify_all(most_bytes=60) > 60


@pytest.mark.parametrize(("piece", "kind", "board"), SMALL)
def test_small_records_are_found_again(module: ModuleType, piece: str, kind: str, board: str) -> None:
    record = module.kept()[piece, kind, board, "orbits"]
    again = module.found(record, 60)
    assert (again.optimum, again.sets, again.orbits) == (record.optimum, record.sets, record.orbits)


def test_the_second_search_finds_the_same(module: ModuleType) -> None:
    second = importlib.import_module("records_second")
    for record in (module.kept()[key] for key in [("queen", "plain", "6", "orbits"), ("king", "plain", "4", "orbits")]):
        model = module.replace(record.problem.model.at_optimum(record.optimum), symmetries=())
        listed, count = second.from_the_middle(record.problem, model, monotonic() + 60)
        assert count == record.sets
        assert module.seconded(record, 60) == ("SAT", (record.sets, record.orbits))
        assert len(listed) <= record.sets


def test_the_second_search_of_armies_finds_the_same(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    second = importlib.import_module("records_second")
    record = module.kept()["queen", "two armies", "6", "orbits"]
    found = (record.sets, record.orbits)
    assert second.seconded(record, 60) == ("SAT", found)
    monkeypatch.setattr(second, "SAT_SETS", -1)
    assert second.seconded(record, 60) == ("order", found)
    worse = module.Record("queen", "two armies", "6", "optimum", optimum=record.optimum - 1)
    with pytest.raises(SystemExit, match="order found something better than 4"):
        second.seconded(worse, 60)


def test_the_armies_of_the_page_are_refereed(module: ModuleType) -> None:
    """37 and 37 queens on 16x16: as kept, and found anew on a smaller board."""
    armies = importlib.import_module("records_armies")
    problem, lines = armies.armies(16, 37), armies.place(16, 37).read_text(encoding="utf-8").split()
    named = {piece.symbol: piece for piece in problem.pieces}
    squares = ((row, column, sign) for row, line in enumerate(lines) for column, sign in enumerate(line) if sign != ".")
    placement = rk.Placement(problem.board, {rk.Square(row, column): named[sign] for row, column, sign in squares})
    assert not list(problem.faults(placement))
    assert len(placement) == 74
    assert armies.found(8, 9) is not None
