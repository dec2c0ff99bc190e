"""`rookery doctor`: what it finds broken, and its exit code."""

import json
import subprocess
import sys
from typing import Any

import pytest
from rookery_tests.command_line import lend, rookery
from rookery_tests.quarrelsome import Crashing, Quarrelsome
from rookery_tests.wrong_backends import Careless, Hoarding, Pessimist

from rookery.backends import Backend, Outcome, Request, registry
from rookery.backends.contract.backend import Split, Stream, installed_version, run_program
from rookery.backends.engine.compile import samples
from rookery.cli.commands import doctor
from rookery.cli.commands.doctor import State, release
from rookery.core.kernels import compiler
from rookery.core.kernels.jit import Kernel


class Short(Hoarding):
    """Leaves out the last solution."""

    def run(self, program: Any, request: Request) -> Stream:
        yield from list(Split(run_program(self.inner, program, request)))[:-1]
        yield Outcome(proven=True)


def versions(monkeypatch: pytest.MonkeyPatch, **changed: str | None) -> None:
    """Let some distributions seem installed in another version, or not at all; `_` stands for `-`."""
    real = installed_version
    given = {name.replace("_", "-"): version for name, version in changed.items()}
    monkeypatch.setattr(doctor, "installed_version", lambda name: given[name] if name in given else real(name))
    monkeypatch.setattr(registry, "names", tuple)


def test_a_sound_installation() -> None:
    code, out, err = rookery("doctor")
    assert (code, err) == (0, "")
    assert out.splitlines()[-1].startswith("all fine")
    assert {line.split()[0] for line in out.splitlines()[:-2]} <= {"ok", "warning"}
    for name in registry.names():
        assert f"ok       backend {name}: 6 queens: 4 placements, refereed" in out


def test_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "names", tuple)
    code, out, err = rookery("doctor", "--json")
    report = json.loads(out)
    assert (code, err, report["ok"]) == (0, "", True)
    assert report["findings"][1]["about"] == "python"
    assert {"ortools", "numba", "python-sat", "kernels"} < {finding["about"] for finding in report["findings"]}


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"numba": None}, "numba: not installed: pip install 'numba>="),
        ({"ortools": "9.2"}, "ortools: 9.2 is older than"),
        ({"python_constraint2": "2.5.1"}, "python-constraint2: 2.5.1 is older than 2.6"),
        ({"python_sat": "1.9.dev14"}, "python-sat: 1.9.dev14 is older than 1.9.dev15"),
        ({"pysat": "3.2.0"}, "pysat: is a package for satellite data that takes the module of python-sat"),
        ({"python_constraint": "1.4.0"}, "1.4.0 and python-constraint2 both own the module `constraint`"),
        ({"python_constraint": "1.4.0", "python_constraint2": None}, "1.4.0 is the release of 2018"),
    ],
)
def test_what_is_broken_is_named_with_its_remedy(
    changed: dict[str, str | None], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions(monkeypatch, **changed)
    code, out, _ = rookery("doctor")
    assert code == 1
    assert any(expected in line for line in out.splitlines() if line.startswith("broken   "))
    assert out.splitlines()[-1].endswith(" failed")
    assert "pip" in out


def test_versions_compare_as_releases_do() -> None:
    ordered = ["1.8", "1.9.dev15", "1.9.dev17", "1.9", "1.10.dev1", "1.10", "2"]
    assert sorted(ordered, key=release) == ordered


@pytest.mark.parametrize(
    ("backend", "expected"),
    [(Careless(), "the referee of chess refuses"), (Short(), "found 3 placements of 6 queens; there are 4")],
)
def test_a_backend_that_is_wrong_is_broken(backend: Backend[Any], expected: str) -> None:
    finding = doctor.self_test("wrong", backend)
    assert (finding.state, finding.about) == (State.BROKEN, "backend wrong")
    assert expected in finding.message


def test_a_backend_that_needs_too_long_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "SELF_TEST_SECONDS", 0.1)
    assert doctor.self_test("wrong", Pessimist()).state is State.WARNING


def test_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are compiled where that is asked for, one line each, and counted."""
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    kept: set[str] = set()
    monkeypatch.setattr(Kernel, "is_kept", lambda kernel, _: kernel.title in kept)
    monkeypatch.setattr(Kernel, "load", lambda kernel, _: kept.add(kernel.title))
    monkeypatch.setattr(compiler, "start", lambda _: subprocess.Popen([sys.executable, "-c", ""]))
    many = len([*samples(), doctor._find_tree_kernel()])
    (cold,) = doctor._kernels(warm=False)
    assert cold.message.startswith(f"0 of {many} are compiled; ")
    assert "rookery doctor --warm" in cold.message
    *made, summary = doctor._kernels(warm=True)
    assert [finding.message.startswith("compiled, ready after ") for finding in made] == [True] * many
    assert {finding.about for finding in made} == kept
    assert summary.message.startswith(f"all {many} are compiled, in ")
    assert [finding.message for finding in doctor._kernels(warm=True)][:many] == ["loaded"] * many
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    (finding,) = doctor._kernels(warm=True)
    assert finding.state is State.WARNING


@pytest.mark.full
def test_libraries_that_do_not_get_on_are_tested_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """highspy and OR-Tools hold the same symbols: in one process the second to be loaded is broken."""
    import ortools  # noqa: F401  (here, where another backend of this process may have loaded it as well)

    lend(monkeypatch, registry.backend("cpsat"), Quarrelsome(), alone=True)
    with pytest.raises(ImportError, match="undefined symbol"):
        Quarrelsome().load()
    code, out, _ = rookery("doctor")
    assert code == 0, out
    assert "ok       backend cpsat: 6 queens: 4 placements" in out
    assert "ok       backend quarrelsome: 6 queens: 4 placements" in out


def test_a_library_that_ends_the_process_is_broken_and_the_doctor_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, Crashing(), registry.backend("sat"), alone=True)
    code, out, _ = rookery("doctor")
    assert code == 1
    assert "broken   backend crashing: its process ended with -9: double free or corruption" in out
    assert "ok       backend sat: 6 queens: 4 placements" in out
