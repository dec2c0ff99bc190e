"""Problems and placements: a question in chess words with its model, and its solutions."""
