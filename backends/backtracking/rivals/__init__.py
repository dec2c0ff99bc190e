"""The search for rivals: armies as large as possible of which at most one stands on each of some groups."""
