"""Run one measurement: `engine`, `threads`, `overhead`, `lowering`, `structures` or `graphs`."""

from benchmarks import run_part

if __name__ == "__main__":
    run_part("benchmarks.speed", ("engine", "threads", "overhead", "lowering", "structures", "graphs"))
