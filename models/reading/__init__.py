"""What people write: sizes, squares, counts, drawings of boards."""
