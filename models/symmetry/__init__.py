"""Symmetries of boards, and permutations of variables."""
