"""Components: a selection that falls apart into parts that share no constraint, each searched alone."""
