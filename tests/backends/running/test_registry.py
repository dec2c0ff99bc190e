import sys
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.brute_force import BruteForce

import rookery as rk
from rookery.backends import Backend, registry
from rookery.core.plugins import BrokenPlugin, EntryPoint, PluginWarning
from rookery.models import BadInput


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that makes other distributions seem to offer backends."""

    def offer(**values: str) -> None:
        points = [EntryPoint(name, value, registry.GROUP) for name, value in values.items()]
        monkeypatch.setattr(registry, "entry_points", lambda group: points)

    caches = registry._entries, registry.backend
    for each in caches:
        each.cache_clear()
    yield offer
    for each in caches:
        each.cache_clear()


def test_registry_names_our_backends() -> None:
    assert registry.names()[:4] == ("backtracking", "cpsat", "sat", "python-constraint")
    assert set(registry.backends()) == set(registry.names())
    assert set(registry.names()) - set(registry.general_names()) == {"mip", "textbook"}
    assert set(registry.list_backends()) == set(registry.general_names()) == set(rk.list_backends())


def test_backend_is_found_by_its_name(backend: Backend) -> None:
    assert registry.backend(backend.name) is backend
    assert "missing" not in backend.versions().values()


def test_backend_of_another_distribution_is_found(entries: Any) -> None:
    entries(brute="rookery_tests.brute_force:BruteForce")
    assert "brute" in registry.names()
    assert isinstance(registry.backend("brute"), BruteForce)


def test_second_backend_of_a_name_is_refused(entries: Any) -> None:
    entries(sat="rookery_tests.brute_force:BruteForce")
    with pytest.raises(BadInput, match="two backends are named sat"):
        registry.names()


def test_plug_in_that_is_no_backend_is_refused(entries: Any) -> None:
    entries(odd="collections:Counter")
    with pytest.raises(BadInput, match="makes a Counter"):
        registry.backend("odd")


def test_plug_in_that_ends_the_process_on_import_is_refused(
    entries: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ends_on_import.py").write_text("raise SystemExit(0)")
    monkeypatch.syspath_prepend(tmp_path)
    entries(bad="ends_on_import:Bad")
    with pytest.raises(BadInput, match=r"backend bad of .* cannot be loaded: SystemExit"):
        registry.backend("bad")


def test_ctrl_c_while_a_plug_in_is_imported_is_not_its_fault(
    entries: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "interrupted_on_import.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "interrupted_on_import", raising=False)
    entries(bad="interrupted_on_import:Bad")
    with pytest.raises(KeyboardInterrupt):
        registry.backend("bad")


def test_broken_plug_in_is_left_out_of_all_and_refused_by_name(entries: Any) -> None:
    entries(brute="rookery_tests.brute_force:BruteForce", bad="no_such_module:Bad")
    with pytest.warns(PluginWarning, match="ModuleNotFoundError"):
        found = registry.backends()
    assert ("brute" in found, "bad" in found, "bad" in registry.names()) == (True, False, True)
    with pytest.raises(BrokenPlugin, match="backend bad of"):
        registry.backend("bad")
