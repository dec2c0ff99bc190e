"""Sizes of memory as people write them."""

import re

from rookery.models import BadInput
from rookery.models.reading.typed import quote

SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,15})?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def read_size(given: int | str) -> int:
    """Bytes, from a number or a text such as `2G` or `500 MiB`; the units are powers of 1024."""
    found = SIZE.fullmatch(str(given).strip())
    if not found or not float(found[1]):
        raise BadInput(f"memory {quote(str(given))}: expected bytes, or a size such as 500M or 2G")
    return int(float(found[1]) * UNITS[found[2].upper()])
