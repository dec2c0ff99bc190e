"""How large a search is, and what a coordinator with thousands of slots costs."""
