"""The abstract model: 0/1 variables, constraints, one goal; and the model as clauses."""
