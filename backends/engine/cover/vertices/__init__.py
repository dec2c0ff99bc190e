"""The vertex cover search: the fewest vertices that meet all edges leave the most that are pairwise apart."""
