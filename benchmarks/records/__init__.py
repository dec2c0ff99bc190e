"""The values that Rookery has computed, and their certificates."""
