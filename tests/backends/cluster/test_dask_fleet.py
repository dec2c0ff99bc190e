"""Addresses of clusters: what is refused, in one line, and which are this machine's."""

import socket
import sys
from pathlib import Path

import pytest

from rookery.backends.fleet.connect import connect, is_this_machine
from rookery.models import BadInput

NOBODY = "tcp://127.0.0.1:1"


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("tcp://127.0.0.1:8786", True),
        ("tls://localhost:1", True),
        ("tcp://192.0.2.1:8786", False),  # RFC 5737: for documentation, nobody has it
        ("tcp://256.1.1.1:8786", False),
    ],
)
def test_this_machine_is_told_from_others(address: str, near: bool) -> None:
    assert is_this_machine(address) == near


def test_a_missing_library_is_named_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "rookery.backends.fleet.dask_fleet", raising=False)
    with pytest.raises(BadInput, match=r"clusters need dask \(.*\): pip install 'rookery-cp\[cluster\]'"):
        connect(NOBODY)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    from rookery.backends.fleet import dask_fleet

    monkeypatch.setattr(dask_fleet, "FIRST", 0.0)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("address", "shown"),
    [
        (NOBODY, "cluster tcp://127.0.0.1:1: no scheduler answers; `dask scheduler` starts one"),
        ("http://127.0.0.1:8786", "expected tcp://HOST:PORT, tls://HOST:PORT, the scheduler file"),
        ("tcp://127.0.0.1", "expected tcp://HOST:PORT"),
        ("tcp://:8786", "expected tcp://HOST:PORT"),
        ("campaign.toml", "expected tcp://HOST:PORT"),
        ("none.json", "there is no such scheduler file"),
        ("wrong.json", "this is not the scheduler file of dask"),
        ("broken.json", "this is not the scheduler file of dask"),
    ],
)
def test_what_is_no_cluster_is_refused(
    address: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wrong.json").write_text('{"id": 1}', encoding="utf-8")
    Path("broken.json").write_text('{"address": "tcp', encoding="utf-8")
    with pytest.raises(BadInput) as error:
        connect(address)
    assert shown in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.usefixtures("impatient")
def test_tls_without_certificates_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, pytest.raises(BadInput, match="needs certificates in DASK"):
        connect(f"tls://127.0.0.1:{server.getsockname()[1]}")
