"""Runs made by the workers of a fleet.

Only the isolated run moves: a worker has fork servers of its own (`work.py`), and what it sends back is what a
supervisor says. `roster.py` knows who is there, of which kind, and who is unfit; `far_runs.py` gives a run to a worker
of its kind, again when that one is lost. Judging, the store and the order of the runs stay at home.
"""
