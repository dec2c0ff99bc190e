"""Explanations, hints and puzzles: why there is no solution, what follows from a position."""
