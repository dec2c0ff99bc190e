"""What our own parts take: the search, threads, what passes around it, lowerings."""
