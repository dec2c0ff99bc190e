NAME
ROWS
 N obj
 G c1
COLUMNS
 x obj 1 c1 1
 y c1 1
RHS
 rhs c1 1
BOUNDS
 BV bnd x
 BV bnd y
ENDATA
