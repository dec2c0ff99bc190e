"""Models as clauses, weighted sums too: what the backend `sat`, the exporters and the checker of LRAT share."""
