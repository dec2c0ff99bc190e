"""The search of many rows: memory in proportion to the model, the choice with fewest values first."""
