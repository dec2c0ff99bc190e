* Dominating a 3x4 board with kings
* minimize; 12 variables, 12 constraints; by rookery
* x1 = king@0,0
* x2 = king@0,1
* x3 = king@0,2
* x4 = king@0,3
* x5 = king@1,0
* x6 = king@1,1
* x7 = king@1,2
* x8 = king@1,3
* x9 = king@2,0
* x10 = king@2,1
* x11 = king@2,2
* x12 = king@2,3
NAME          ROOKERY
ROWS
 N  obj
 G  c1
 G  c2
 G  c3
 G  c4
 G  c5
 G  c6
 G  c7
 G  c8
 G  c9
 G  c10
 G  c11
 G  c12
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    x1        obj                  1
    x1        c1                   1
    x1        c2                   1
    x1        c5                   1
    x1        c6                   1
    x2        obj                  1
    x2        c1                   1
    x2        c2                   1
    x2        c3                   1
    x2        c5                   1
    x2        c6                   1
    x2        c7                   1
    x3        obj                  1
    x3        c2                   1
    x3        c3                   1
    x3        c4                   1
    x3        c6                   1
    x3        c7                   1
    x3        c8                   1
    x4        obj                  1
    x4        c3                   1
    x4        c4                   1
    x4        c7                   1
    x4        c8                   1
    x5        obj                  1
    x5        c1                   1
    x5        c2                   1
    x5        c5                   1
    x5        c6                   1
    x5        c9                   1
    x5        c10                  1
    x6        obj                  1
    x6        c1                   1
    x6        c2                   1
    x6        c3                   1
    x6        c5                   1
    x6        c6                   1
    x6        c7                   1
    x6        c9                   1
    x6        c10                  1
    x6        c11                  1
    x7        obj                  1
    x7        c2                   1
    x7        c3                   1
    x7        c4                   1
    x7        c6                   1
    x7        c7                   1
    x7        c8                   1
    x7        c10                  1
    x7        c11                  1
    x7        c12                  1
    x8        obj                  1
    x8        c3                   1
    x8        c4                   1
    x8        c7                   1
    x8        c8                   1
    x8        c11                  1
    x8        c12                  1
    x9        obj                  1
    x9        c5                   1
    x9        c6                   1
    x9        c9                   1
    x9        c10                  1
    x10       obj                  1
    x10       c5                   1
    x10       c6                   1
    x10       c7                   1
    x10       c9                   1
    x10       c10                  1
    x10       c11                  1
    x11       obj                  1
    x11       c6                   1
    x11       c7                   1
    x11       c8                   1
    x11       c10                  1
    x11       c11                  1
    x11       c12                  1
    x12       obj                  1
    x12       c7                   1
    x12       c8                   1
    x12       c11                  1
    x12       c12                  1
    MARKER    'MARKER'                 'INTEND'
RHS
    rhs       c1                   1
    rhs       c2                   1
    rhs       c3                   1
    rhs       c4                   1
    rhs       c5                   1
    rhs       c6                   1
    rhs       c7                   1
    rhs       c8                   1
    rhs       c9                   1
    rhs       c10                  1
    rhs       c11                  1
    rhs       c12                  1
BOUNDS
 BV bnd       x1
 BV bnd       x2
 BV bnd       x3
 BV bnd       x4
 BV bnd       x5
 BV bnd       x6
 BV bnd       x7
 BV bnd       x8
 BV bnd       x9
 BV bnd       x10
 BV bnd       x11
 BV bnd       x12
ENDATA
