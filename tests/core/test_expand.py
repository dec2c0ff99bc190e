"""Packed bytes from elsewhere become no more than they may."""

import zlib

import pytest

from rookery.core.files import Damaged, expand

CONTENT = bytes(1000)
PACKED = zlib.compress(CONTENT)


def test_what_is_packed_is_expanded_up_to_its_bound() -> None:
    assert expand(PACKED, 1000) == CONTENT
    assert expand(zlib.compress(b""), 0) == b""


@pytest.mark.parametrize("most", [0, 10, 999])
def test_more_than_the_bound_is_refused(most: int) -> None:
    with pytest.raises(Damaged, match="too long"):
        expand(PACKED, most)


@pytest.mark.parametrize("packed", [b"", PACKED[:-1], PACKED[:5], PACKED + b"x", b"x" + PACKED, PACKED[:-1] + b"x"])
def test_damaged_bytes_are_refused(packed: bytes) -> None:
    with pytest.raises(Damaged):
        expand(packed, 1000)
