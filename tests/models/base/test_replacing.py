"""Files are written whole or not at all."""

from pathlib import Path

import pytest

from rookery.models.base.files import replace_file, replacing
from rookery.models.errors import BadInput


class DiskIsFull(Exception):
    """What ends a block halfway."""


def _break_off(path: Path) -> None:
    with replacing(path) as file:
        file.write(b"half of the new")
        raise DiskIsFull


@pytest.mark.parametrize("before", [None, b"the old one"])
def test_what_is_not_written_to_its_end_leaves_nothing(tmp_path: Path, before: bytes | None) -> None:
    path = tmp_path / "p.cert"
    if before is not None:
        path.write_bytes(before)
    with pytest.raises(DiskIsFull):
        _break_off(path)
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == (
        [] if before is None else [(path.name, before)]
    )


def test_a_device_that_is_full_is_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "p.cert"
    path.with_name("p.cert.new").symlink_to("/dev/full")
    with pytest.raises(BadInput, match=r"cannot write .*p\.cert: No space left"):
        replace_file(path, "new")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot write"):
        replace_file(tmp_path / "no folder" / "p.cert", "new")
