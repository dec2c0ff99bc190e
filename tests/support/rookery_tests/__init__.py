"""What tests share: oracles, generators, faulty backends."""
