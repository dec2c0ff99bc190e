"""Clauses, and weighted sums as clauses: what the backend `sat` and the exporters share."""
