"""Backends that hand a model to a library, choose among the others, or teach: a module or package each."""
