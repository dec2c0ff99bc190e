"""The pins of `constraints.txt` and the bounds of `pyproject.toml` say the same."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
REQUIRED = [Requirement(line) for line in [*PROJECT["project"]["dependencies"], *EXTRAS["test"], *EXTRAS["dev"]]]
LINES = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
PINS = dict(line.lower().split("==") for line in LINES if not line.startswith("#"))


@pytest.mark.parametrize("required", [r for r in REQUIRED if r.name != "rookery"], ids=str)
def test_every_requirement_is_pinned_within_its_bounds(required: Requirement) -> None:
    assert required.specifier.contains(PINS[required.name], prereleases=True)


def test_pins_are_names_and_versions_alone() -> None:
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][0-9a-z.]*", line) for line in LINES if not line.startswith("#"))


def test_the_sat_library_is_not_its_namesake() -> None:
    """`pysat` is a satellite-data package, and `python-constraint` an abandoned owner of the module's name."""
    names = {required.name for required in REQUIRED}
    assert {"python-sat", "python-constraint2"} <= names
    assert not {"pysat", "python-constraint"} & names
    assert next(r for r in REQUIRED if r.name == "python-sat").specifier.prereleases
