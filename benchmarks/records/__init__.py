"""The values that Rookery has computed, and claims that have been certified."""
