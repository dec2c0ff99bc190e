"""Coverings, nodes of their trees on arrays, and walks down such a tree."""
