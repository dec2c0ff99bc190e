"""A page to play on: its questions and their answers as plain data, the page itself, and the server of this machine."""
