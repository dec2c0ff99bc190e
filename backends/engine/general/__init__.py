"""The general search: branch and bound with propagation, for any 0/1 model."""
