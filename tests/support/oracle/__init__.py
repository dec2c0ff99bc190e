"""The rules of chess placement and domination, written anew: the answer to a small problem by trying every placement.

It shares nothing with the toolkit; `asked` takes `Board` and `Piece` as data. A problem is a `Case`; `Attacks` say
what is attacked from where, on boards and graphs; `rules` say which placements are accepted; `truth` tries them all.
"""
