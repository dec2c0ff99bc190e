"""The algorithms of the tutorials under their names, for comparison and for teaching; plain Python, one idea a file."""
