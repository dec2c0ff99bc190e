* a 0/1 model
* maximize; 5 variables, 3 constraints; by rookery
* x1 = x0
* x2 = x1
* x3 = x2
* x4 = x3
* x5 = x4
* x6 is always 1: the constant of the objective
* the goal is to maximise: the objective is its negation
NAME          ROOKERY
ROWS
 N  obj
 G  c1
 L  c2
 G  c3
 L  c4
 E  c5
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    x1        obj                 -4
    x1        c1                   1
    x1        c3                   3
    x1        c4                   3
    x2        c1                  -1
    x2        c2                   1
    x3        obj                  3
    x3        c2                   1
    x4        obj                 -2
    x4        c2                   1
    x4        c3                  -2
    x4        c4                  -2
    x5        c3                  -2
    x5        c4                  -2
    x6        obj                 -3
    x6        c5                   1
    MARKER    'MARKER'                 'INTEND'
RHS
    rhs       c2                   2
    rhs       c3                  -1
    rhs       c4                   2
    rhs       c5                   1
BOUNDS
 BV bnd       x1
 BV bnd       x2
 BV bnd       x3
 BV bnd       x4
 BV bnd       x5
 BV bnd       x6
ENDATA
