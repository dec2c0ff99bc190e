"""The points behind the rules of the backend `auto`."""
