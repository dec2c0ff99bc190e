"""The problems: each a function that reads like its definition and returns a `Problem`."""
