"""Who is faster: cells, statistics, scores, growth, caveats."""
