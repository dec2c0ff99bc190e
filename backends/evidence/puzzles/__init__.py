"""Puzzles: made with exactly one solution, rated, and written as sheets."""
