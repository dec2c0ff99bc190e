"""Boards, graphs and other grounds: their cells, and the attacks between them."""
