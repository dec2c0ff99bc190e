"""The comparison of several backends on the same problems: which is right, and which is faster."""
