"""The referee of chess: checks a placement against the rules alone, without any declaration."""
