"""The records of runs, and their stores."""
