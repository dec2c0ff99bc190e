"""Print the rows of `rules.toml`, or with `learn` what they say of the rules."""

import sys

from benchmarks.auto import learning, points

if __name__ == "__main__":
    learning.main() if sys.argv[1:] == ["learn"] else points.main()
