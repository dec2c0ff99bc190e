"""The backends that hand a model to a library, choose among the others, or teach: a room each."""
