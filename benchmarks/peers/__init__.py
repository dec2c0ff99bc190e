"""Rookery beside other ways to ask the same questions."""
