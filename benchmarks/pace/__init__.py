"""The PACE challenge 2025, exact tracks."""
