"""From an address, or an executor, to a fleet."""

import re
from concurrent.futures import Executor
from importlib import import_module

from rookery.backends.cluster.offered import OfferedFleet
from rookery.backends.contract.fleet import PATIENCE, ClusterLike, Fleet
from rookery.models import BadInput
from rookery.models.errors import show_value

LOCAL = re.compile(r"local:([0-9]{1,3})")
ACCEPTED = "local:N, tcp://HOST:PORT, tls://HOST:PORT, a scheduler file, or an executor of concurrent.futures"


def connect(cluster: ClusterLike, patience: float = PATIENCE) -> Fleet:
    """The fleet that an address or an executor stands for; raises `BadInput` for what is neither, and `LostFleet`."""
    if isinstance(cluster, Fleet):
        return cluster
    if isinstance(cluster, Executor):
        return OfferedFleet(cluster)
    if not isinstance(cluster, str) or not cluster.strip():
        raise BadInput(f"cluster {show_value(cluster)}: expected {ACCEPTED}")
    return _connect_to(cluster.strip(), patience)


def _connect_to(address: str, patience: float) -> Fleet:
    if address.partition(":")[0] == "local":
        from rookery.backends.cluster.local import LocalFleet

        return LocalFleet(_read_size(address))
    dask_fleet = import_module("rookery.backends.cluster.dask_fleet")  # it alone imports what a cluster needs
    fleet: Fleet = dask_fleet.connect(address, patience)
    fleet.patience = patience
    return fleet


def _read_size(address: str) -> int:
    found = LOCAL.fullmatch(address)
    if found is None or not int(found[1]):
        raise BadInput(f"cluster {address!r}: expected local:N, with 1 to 999 processes")
    return int(found[1])
