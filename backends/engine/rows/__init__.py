"""The row search: one choice in each row."""
