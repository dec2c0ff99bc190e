"""The list of mutants fits to the sources: `make mutants` says whether they are caught."""

import re

import pytest
from rookery_tests.mutants import ROOT, DoesNotApply, Mutant, read_mutants

MUTANTS = read_mutants()
SOURCE = """
import functools

class Board:
    @functools.cache
    def size(self):
        return 1 + 1

def size():
    return 1 + 2
"""


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
@pytest.mark.part(8)
def test_a_mutant_applies_to_the_sources(mutant: Mutant) -> None:
    try:
        changed = mutant.apply(mutant.read())
    except DoesNotApply as reason:
        pytest.fail(f"tests/mutants.toml: {reason}", pytrace=False)
    compile(changed, mutant.file, "exec")
    named = [argument.partition("::")[0] for argument in mutant.tests if argument.startswith("tests/")]
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_each_mutant_has_a_name_of_its_own() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)


def test_the_short_selection_breaks_each_kind_of_room() -> None:
    rooms = {mutant.file.rpartition("/")[0] for mutant in MUTANTS if mutant.short}
    assert rooms >= {
        "models/referee",
        "backends/running",
        "backends/presolve/lowering",
        "models/model",
        "compare/verdict",
    }


def example(place: str, old: str, new: str = "0") -> Mutant:
    return Mutant("example", "nothing", f"board.py::{place}", old, new, (), plain=True, short=False)


@pytest.mark.parametrize("place", ["size", "Board.size"])
def test_only_the_text_of_the_function_is_replaced(place: str) -> None:
    changed = example(place, "return 1", "return 0").apply(SOURCE)
    assert changed.count("return 1") == 1
    assert ("return 0 + 1" in changed) == (place == "Board.size")


@pytest.mark.parametrize(
    ("mutant", "reason"),
    [
        (example("length", "1"), "example: board.py has no function length; it has Board.size, size"),
        (example("size", "2 + 2"), "example: '2 + 2' stands 0 times in board.py::size, not once"),
        (example("Board.size", "1"), "example: '1' stands 2 times in board.py::Board.size, not once"),
        (example("size", "1", "1"), "example: old and new are the same text"),
    ],
)
def test_what_does_not_apply_is_said(mutant: Mutant, reason: str) -> None:
    with pytest.raises(DoesNotApply, match=f"^{re.escape(reason)}$"):
        mutant.apply(SOURCE)
    with pytest.raises(DoesNotApply, match=r"^example: there is no file board\.py$"):
        mutant.read()
