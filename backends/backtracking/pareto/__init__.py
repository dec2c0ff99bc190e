"""Cheapest coverings by dynamic programming over a tree: a Pareto frontier of what is hit and what that costs."""
