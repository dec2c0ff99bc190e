"""Structure of a model: items, options, cliques and rows."""
