"""Processes of this machine and the workers of others: streams, races, and fleets that carry out tasks."""
