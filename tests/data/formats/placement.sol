# Solution for model ROOKERY
# Objective value = 0
x1 0
x2 1
x3 0
x4 0
x5 0
x6 0
x7 0
x8 1
x9 1
x10 0
x11 0
x12 0
x13 0
x14 0
x15 1
x16 0
