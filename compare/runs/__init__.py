"""Making runs: each isolated, each recorded."""
