"""Lowering: models made smaller and simpler, for the backends that ask for it."""
