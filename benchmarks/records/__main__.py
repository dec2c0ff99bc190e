"""Run one part: `search`, `certificates`, `armies` or `page`."""

from benchmarks import run_part

if __name__ == "__main__":
    run_part("benchmarks.records", ("search", "certificates", "armies", "page"))
