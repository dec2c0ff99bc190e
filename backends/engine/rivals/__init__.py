"""The search for rivals: sides as large as possible of which at most one stands on each of some groups."""
