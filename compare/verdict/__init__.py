"""The verdict: claims, disputes between them, and known values."""
