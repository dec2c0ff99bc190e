"""Packings: constraints that show by addition alone that nothing keeps them all."""
