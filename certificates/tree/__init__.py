"""Search trees of coverings, as evidence: the checker recomputes every bound, the file says where to branch."""
