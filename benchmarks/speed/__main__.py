"""Run one measurement: `engine`, `threads`, `overhead`, `lowering`, `structures`, `graphs` or `certificates`."""

from benchmarks import run_part

if __name__ == "__main__":
    run_part("benchmarks.speed", ("engine", "threads", "overhead", "lowering", "structures", "graphs", "certificates"))
