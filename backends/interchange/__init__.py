"""Models written for other tools and read from their files: a toolkit, not an island."""

from rookery.backends.interchange.reading import READERS, read_model
from rookery.backends.interchange.writing import FORMATS, export

__all__ = ["FORMATS", "READERS", "export", "read_model"]
