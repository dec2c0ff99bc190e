"""Counting by dynamic programming over a frontier, without listing."""
