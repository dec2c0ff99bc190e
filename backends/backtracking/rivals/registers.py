"""What stands in the registers of the search for rivals."""

DEPTH = 0  # the level that is searched; -1 at the end
FOUND = 1  # how many solutions stand in `found`
NODES = 2  # how many nodes were made
COUNT = 3  # how many solutions were counted
EXACT = 4  # 1: each solution is met once, and army by army its very places
LISTING = 5  # 1: solutions are written down
REGISTERS = 6  # how many registers there are
