"""Runs made by the workers of a fleet.

Only the isolated run moves: a worker has its own fork servers (`work.py`), and sends back the report of a supervisor.
`workers.py` knows the workers, their kinds, and the unfit ones; `remote_runs.py` gives a run to a worker of its kind,
again when that one is lost. Judging, the store and the order of the runs stay at home.
"""
