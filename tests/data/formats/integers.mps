NAME
OBJSENSE
    MAX
ROWS
 N obj
 G c1
 L c2
 L c3
 G c4
 E c5
COLUMNS
 M 'MARKER' 'INTORG'
 a obj 2 c1 1
 a c2 1 c3 0.1
 a c4 1 c5 1
 b obj -3 c1 1
 b c3 .2
 c obj 1 c2 -5
 c c5 1
 d c3 1e-1 c4 -1
 M 'MARKER' 'INTEND'
RHS
 rhs obj -4 c1 1
 rhs c3 0.3 c4 -3
 rhs c5 1
RANGES
 rng c4 8
BOUNDS
 BV bnd a
 UP bnd b 1
 UP bnd c 1
 LO bnd d -2
 UP bnd d 3
ENDATA
