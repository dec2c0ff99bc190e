"""Two fairy pieces, a line each; the entry points in `pyproject.toml` make their names known."""

from rookery import Piece

CAMELRIDER = Piece.from_betza("camelrider", "CC", symbol="M")
GOLD = Piece.from_betza("gold", "WfF", symbol="G")  # the gold general of shogi, which looks forward: up the board
