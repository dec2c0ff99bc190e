"""Print the rows of `rules.toml`."""

from benchmarks.auto.points import main

if __name__ == "__main__":
    main()
