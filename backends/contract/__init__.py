"""The contract of a backend: the question, the answer, and what passes between them."""
