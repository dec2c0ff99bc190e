"""Search trees of coverings by cases, as evidence: the file says how to split, the checker makes the cases itself."""
