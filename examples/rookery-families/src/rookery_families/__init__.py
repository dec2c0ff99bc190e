"""Three more families of problems for Rookery, found through entry points."""

from rookery_families.colouring import colouring as colouring
from rookery_families.connected import connected as connected
from rookery_families.mutual import mutual as mutual
