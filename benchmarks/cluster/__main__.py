"""Run `length` or `simulation`."""

from benchmarks import run_part

if __name__ == "__main__":
    run_part("benchmarks.cluster", ("length", "simulation"))
