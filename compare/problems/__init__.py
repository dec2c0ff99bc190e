"""Problems as plain data, for files and processes."""
