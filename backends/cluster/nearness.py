"""Whether an address is one of this machine."""

import socket
from contextlib import suppress


def is_this_machine(address: str) -> bool:
    """Whether the host of `tcp://HOST:PORT` is this machine: only its own addresses can be bound."""
    host = address.partition("://")[2].rpartition(":")[0].strip("[]")
    with suppress(OSError):
        found = socket.getaddrinfo(host, 0, type=socket.SOCK_DGRAM)
        return bool(found) and all(_can_bind(family, place) for family, _, _, _, place in found)
    return False


def _can_bind(family: int, place: tuple[object, ...]) -> bool:
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.bind(place)
        return True
    return False
