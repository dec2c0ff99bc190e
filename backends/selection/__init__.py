"""What a model is made of: items, options, cliques and rows."""
