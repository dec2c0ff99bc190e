import signal
import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.brute_force import BruteForce

import rookery as rk
from rookery.backends import Backend, registry
from rookery.core.plugins import BrokenPlugin, PluginWarning
from rookery.models import BadInput

LIBRARIES = ("ortools", "pysat", "constraint", "numba")


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets a test pretend that other distributions offer backends."""

    def offer(**values: str) -> None:
        points = EntryPoints(EntryPoint(name, value, registry.GROUP) for name, value in values.items())
        monkeypatch.setattr(registry, "entry_points", lambda group: points)

    registry.refresh()
    yield offer
    registry.refresh()


def test_our_backends_are_named() -> None:
    assert registry.names()[:4] == ("backtracking", "cpsat", "sat", "python-constraint")
    assert set(registry.backends()) == set(registry.names())


def test_all_are_those_that_take_every_model() -> None:
    assert set(registry.names()) - set(registry.general_names()) == {"mip", "textbook"}
    assert set(registry.general_backends()) == set(registry.general_names()) == set(rk.backends())


def test_a_backend_bears_the_name_that_it_is_asked_for_by(backend: Backend[Any]) -> None:
    assert registry.backend(backend.name) is backend
    assert "missing" not in backend.versions().values()


@pytest.mark.parametrize(
    ("name", "hint"), [("cp-sat", "did you mean cpsat\\? "), ("satt", "did you mean sat\\? "), ("gurobi", "")]
)
def test_an_unknown_backend_is_refused_with_the_known_ones(name: str, hint: str) -> None:
    with pytest.raises(BadInput, match=f"unknown backend '{name}': {hint}known are backtracking, cpsat, sat, python"):
        registry.backend(name)


def test_backends_of_other_distributions_are_found(entries: Any) -> None:
    entries(brute="rookery_tests.brute_force:BruteForce")
    assert "brute" in registry.names()
    assert isinstance(registry.backend("brute"), BruteForce)


def test_a_name_that_is_taken_is_refused(entries: Any) -> None:
    entries(sat="rookery_tests.brute_force:BruteForce")
    with pytest.raises(
        BadInput, match=r"two backends are named sat: rookery\.backends\.solvers\.sat:Sat, and one from"
    ):
        registry.names()


def test_what_is_no_backend_is_refused(entries: Any) -> None:
    entries(odd="collections:Counter")
    with pytest.raises(BadInput, match=r"backend odd of collections:Counter .* makes a Counter, not a rookery Backend"):
        registry.backend("odd")


@pytest.mark.parametrize("raised", ["KeyboardInterrupt", "SystemExit(0)", "GeneratorExit"])
def test_one_that_ends_the_process_on_import_is_named(
    raised: str, entries: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ends_on_import.py").write_text(f"raise {raised}")
    monkeypatch.syspath_prepend(tmp_path)
    entries(bad="ends_on_import:Bad")
    with pytest.raises(BadInput, match=f"backend bad of .* cannot be loaded: {raised.partition('(')[0]}"):
        registry.backend("bad")


@pytest.mark.parametrize(
    "body",
    [
        "signal.raise_signal(signal.SIGINT)",
        "class Cut:\n    def __set_name__(*_): signal.raise_signal(signal.SIGINT)\nclass A:\n    a = Cut()",
        "try: signal.raise_signal(signal.SIGINT)\nexcept KeyboardInterrupt: raise ImportError",
        "try: signal.raise_signal(signal.SIGINT)\nexcept KeyboardInterrupt: Bad = 7",
    ],
)
def test_ctrl_c_while_one_is_imported_is_ctrl_c(
    body: str, entries: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "interrupted_on_import.py").write_text(f"import signal\n{body}")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "interrupted_on_import", raising=False)
    entries(bad="interrupted_on_import:Bad")
    with pytest.raises(KeyboardInterrupt):
        registry.backend("bad")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_broken_one_is_left_out_of_all_and_refused_by_name(entries: Any) -> None:
    entries(brute="rookery_tests.brute_force:BruteForce", bad="no_such_module:Bad")
    with pytest.warns(PluginWarning, match=r"^backend bad of .* cannot be loaded: ModuleNotFoundError: No"):
        found = registry.backends()
    assert ("brute" in found, "bad" in found, "bad" in registry.names()) == (True, False, True)
    with pytest.raises(BrokenPlugin, match="backend bad of"):
        registry.backend("bad")


def test_naming_the_backends_imports_no_library() -> None:
    code = (
        "import sys, rookery; from rookery.backends import registry; "
        "[(b.name, b.summary, b.capabilities, b.versions()) for b in registry.backends().values()]; "
        f"print([name for name in {LIBRARIES} if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
