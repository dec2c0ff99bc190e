"""Sweeps: variables are decided in an order, and what matters of the decisions are the needs of the rows."""
