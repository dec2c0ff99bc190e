"""What this machine has."""

import os

UNKNOWN = 8 << 30


def memory_of_machine() -> int:
    """The bytes of memory that the system tells of."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return UNKNOWN
