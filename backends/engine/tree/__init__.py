"""Machinery for any search of the engine: subtrees, forests of subtrees, threads, slices of time."""
