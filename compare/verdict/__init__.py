"""Who is right: claims, disputes between them, and known values."""
