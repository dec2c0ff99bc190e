"""Refutations of clauses in the format LRAT, as evidence: each step names the clauses that it follows from."""
