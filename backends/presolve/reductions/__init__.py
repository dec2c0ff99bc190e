"""Reductions of coverings: models made smaller before any backend sees them, and their solutions read back."""
