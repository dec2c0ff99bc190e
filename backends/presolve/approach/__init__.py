"""Good answers to large coverings before any search, and how far they are from the best ones at the most."""
