"""Boards of other shapes, a file each."""
