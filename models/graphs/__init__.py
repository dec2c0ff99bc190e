"""Graphs as grounds, and the files that hold them."""
