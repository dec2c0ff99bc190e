"""The registers of a covering search: where each number stands, compiled or not, and in a page."""

DEPTH = 0  # the level of the node that is searched; -1 at the end
COUNT = 1  # how many solutions were met
FOUND = 2  # how many solutions stand in `Scratch.found`
LEAST = 3  # how many must be chosen at the least
MOST = 4  # how many may be chosen at the most
LISTING = 5  # 1: solutions are written down
RISING = 6  # 1: each solution asks for a larger one
ORDERED = 7  # 1: candidates are tried in lexicographic order
CUT = 8  # 1: the bound on the number chosen pruned something, so "none found" proves nothing about larger sets
BOUNDED = 9  # 1: gains are counted
ENTERED = 10  # 1: the candidates of the node at DEPTH are listed
PLANES = 11  # how many bits a gain has
WEIGHED = 12  # 1: solutions are counted by their orbits
WHOLE = 13  # 1: solutions are listed by their orbits
NODES = 14  # how many nodes were made
WORK = 15  # nodes and rounds of the dual bound, a round counted as several nodes
CASE = 16  # the case that is searched
CASES = 17  # the case before which to end, 0 without cases
REGISTERS = 18  # how many registers there are
