"""Registers of the covering search in `CoverState.at`.

CUT notes that a bound on the number chosen pruned something: without it a search that found nothing proves that there
is no solution of any size. BOUNDED says that gains are counted, RISING that each solution asks for a larger one,
ORDERED that candidates are tried in lexicographic order, LISTING that solutions are written down,
ENTERED that the node at DEPTH has been looked at;
PLANES is how many bits a gain has; WEIGHED that solutions are counted by their
orbits, WHOLE that they are listed by them; NODES is how many nodes were made, WORK counts nodes
and the rounds of the dual bound as several.
"""

DEPTH, COUNT, FOUND, LEAST, MOST, LISTING, RISING, ORDERED, CUT, BOUNDED, ENTERED, PLANES, WEIGHED, WHOLE = range(14)
NODES, WORK, REGISTERS = 14, 15, 16
