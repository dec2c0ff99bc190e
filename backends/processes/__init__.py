"""Streams of solutions from other threads and processes, and races between backends."""
