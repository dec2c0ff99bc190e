"""Local searches: for better coverings by exchanges of choices, and for solutions of clauses by a walk."""
