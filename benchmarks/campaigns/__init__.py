"""Campaigns of questions, and what writes one of them."""
