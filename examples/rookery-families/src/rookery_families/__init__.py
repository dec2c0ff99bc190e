"""Three more families of problems for Rookery, found through entry points."""

from rookery_families.colouring import colouring
from rookery_families.connected import connected_domination
from rookery_families.mutual import mutual_attack

__all__ = ["colouring", "connected_domination", "mutual_attack"]
