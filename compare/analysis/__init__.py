"""The analysis of speed: cells, statistics, scores, growth, caveats."""
