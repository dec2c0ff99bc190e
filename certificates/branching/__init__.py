"""Search trees of any model, as evidence: the checker propagates every row, and branches by itself or as the file says."""
