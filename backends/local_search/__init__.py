"""Local search for better coverings, by exchanges of choices."""
