"""Cheapest coverings by dynamic programming over a tree: a Pareto frontier of hit rows and their cost."""
