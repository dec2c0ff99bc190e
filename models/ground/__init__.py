"""What a ground is: cells, and who attacks whom; and grids of squares, which most grounds are."""
