"""Fleets: processes of this machine, any standard executor, the workers of a cluster that exists."""
