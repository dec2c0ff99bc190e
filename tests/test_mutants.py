"""The list of mutants fits to the sources: `make mutants` says whether they are caught."""

import pytest
from rookery_tests.mutants import ROOT, Mutant, mutants

MUTANTS = mutants()


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_a_mutant_applies_to_the_sources(mutant: Mutant) -> None:
    changed = mutant.applied((ROOT / mutant.file).read_text(encoding="utf-8"))
    assert changed is not None
    compile(changed, mutant.file, "exec")
    named = [argument for argument in mutant.tests if argument.startswith("tests/")]
    assert named
    assert all((ROOT / argument.partition("::")[0]).is_file() for argument in named)


def test_each_mutant_has_a_name_of_its_own() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
