"""`rookery doctor`: the faults that it finds, and its exit code."""

import json
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.command_line import lend, rookery
from rookery_tests.failing_backends import Dying, Quarrelsome
from rookery_tests.streams import Split, run_program
from rookery_tests.wrong_backends import Careless, Hoarding

from rookery.backends import Ask, Backend, End, registry
from rookery.backends.contract import Stream
from rookery.backends.engine.choose import samples
from rookery.certificates.tree import sample
from rookery.cli.commands import doctor
from rookery.cli.commands.doctor import State
from rookery.core.kernels import kernel
from rookery.core.kernels.kernel import Kernel
from rookery.core.plugins import installed_version
from rookery.models import BadInput


class Short(Hoarding):
    """Leaves out the last solution."""

    def run(self, program: Any, ask: Ask) -> Stream:
        yield from list(Split(run_program(self.inner, program, ask)))[:-1]
        yield End(proven=True)


@pytest.mark.slow
def test_doctor_finds_nothing_in_a_sound_installation() -> None:
    code, out, err = rookery("doctor")
    assert (code, err) == (0, "")
    assert out.splitlines()[-1].startswith("all fine")
    assert {line.split()[0] for line in out.splitlines()[:-2]} <= {"ok", "warning"}
    for name in registry.names():
        found = "1 placement" if name == "mip" else "4 placements"
        assert f"ok       backend {name}: 6 queens: {found}, refereed" in out


def test_doctor_reports_libraries_and_plugins_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "names", tuple)
    report = json.loads(rookery("doctor", "--json").out)
    assert report["ok"]
    assert {"python", "ortools", "numba", "python-sat", "kernels"} < {each["about"] for each in report["findings"]}
    faults = {"gnu": BadInput("piece gnu cannot be loaded")}
    monkeypatch.setattr(doctor, "read_entries", lambda: ({}, faults))
    code, out, _ = rookery("doctor", "--json")
    broken = [each["message"] for each in json.loads(out)["findings"] if each["state"] == "broken"]
    assert (code, broken) == (1, ["piece gnu cannot be loaded"])


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"numba": None}, "numba: not installed: pip install 'numba"),
        ({"ortools": "9.2"}, "ortools: 9.2 does not satisfy >=9."),
        ({"python-sat": "1.9.dev14"}, "python-sat: 1.9.dev14 does not satisfy >=1.9.dev15"),
        ({"pysat": "3.2.0"}, "pip uninstall pysat"),
        ({"python-constraint": "1.4.0"}, "both own the module"),
        ({"python-constraint": "1.4.0", "python-constraint2": None}, "the release of 2018"),
    ],
)
def test_doctor_names_a_wrong_library_with_its_remedy(
    changed: dict[str, str | None], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        doctor, "installed_version", lambda name: changed[name] if name in changed else installed_version(name)
    )
    monkeypatch.setattr(registry, "names", tuple)
    code, out, _ = rookery("doctor")
    assert code == 1
    assert any(expected in line and "pip" in line for line in out.splitlines() if line.startswith("broken   "))


@pytest.mark.parametrize(
    ("backend", "expected"),
    [(Careless(), "the referee of chess refuses"), (Short(), "found 3 placements of 6 queens; there are 4")],
)
def test_doctor_finds_a_wrong_backend(backend: Backend, expected: str) -> None:
    finding = doctor.self_test("wrong", backend)
    assert finding.state is State.BROKEN
    assert expected in finding.message


def test_doctor_compiles_kernels_when_asked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: set[str] = set()

    def compile_it(kernel: Kernel, *_: object) -> bool:
        kept.add(kernel.title)
        return True

    monkeypatch.setattr(kernel, "PLAIN", False)
    monkeypatch.setattr(Kernel, "find", lambda kernel, _: Path(__file__) if kernel.title in kept else None)
    monkeypatch.setattr(Kernel, "wait", compile_it)
    many = len([*samples(), sample()])
    (cold,) = doctor._kernels(warm=False)
    assert cold.message.startswith(f"0 of {many} are compiled; ")
    assert "rookery doctor --warm" in cold.message
    *made, summary = doctor._kernels(warm=True)
    assert {finding.about for finding in made} == kept
    assert f"compiled ({many} of {many}, after " in made[-1].message
    assert summary.message.startswith(f"all {many} are compiled, in ")


@pytest.mark.slow
def test_doctor_tests_libraries_that_exclude_each_other_in_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """highspy and OR-Tools hold the same symbols: in one process the second to be loaded is broken."""
    import ortools  # noqa: F401  (here, where another backend of this process may have loaded it as well)

    lend(monkeypatch, Dying(), registry.backend("cpsat"), Quarrelsome(), alone=True)
    code, out, _ = rookery("doctor")
    assert code == 1
    assert "ok       backend cpsat: 6 queens: 4 placements" in out
    assert "ok       backend quarrelsome: 6 queens: 4 placements" in out
    assert "broken   backend dying: its process ended with -9: double free or corruption" in out
