"""Explanations of answers: the contradiction, the obstacle to a better answer, or the rules that a placement breaks."""
