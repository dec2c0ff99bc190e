"""Texts of people: sizes, squares, counts, drawings of boards."""
