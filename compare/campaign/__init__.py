"""What is to be run: problems, backends, seeds and limits."""
