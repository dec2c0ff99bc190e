"""Models written for other tools and read from their files: a toolkit, not an island."""

from rookery.backends.formats.read import READERS, read_model
from rookery.backends.formats.write import FORMATS, export

__all__ = ["FORMATS", "READERS", "export", "read_model"]
