"""Boards and graphs: their cells, and the attacks between them."""
