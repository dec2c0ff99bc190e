"""Makes the documentation: runs the examples of its pages, and writes the reference from the code itself."""
