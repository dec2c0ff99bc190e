"""Random problems against an oracle that shares no code with the toolkit: generate, judge, shrink, and go on.

What a problem is, is plain data (`Case`): sides of the board, Betza strings, numbers. The package `oracle` answers it
from that data alone and imports nothing of Rookery; `asked` and `judge` put it to Rookery. So a fault in `Board`,
`Piece`, the Betza parser, the referees or the symmetries is a difference, too.
"""
