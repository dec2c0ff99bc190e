"""WHO is right, and who is faster: several backends on the same problems."""
