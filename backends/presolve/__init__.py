"""Models made smaller before a backend compiles them: structure recognised, coverings reduced, constraints lowered."""
