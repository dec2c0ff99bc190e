"""What a backend is: the question, the answer, and what passes between them."""
