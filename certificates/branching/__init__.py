"""Search trees of any model, as evidence: the checker propagates all rows, and branches alone or as the file says."""
