"""Threads and processes: streams of solutions, and races of backends."""
