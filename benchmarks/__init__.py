"""Measurements and records; nothing here is installed.

rookery compare benchmarks/campaigns/short.toml     a short benchmark of all backends
rookery compare benchmarks/campaigns/counts.toml    the same for numbers of solutions
rookery compare benchmarks/peers/peers.toml         Rookery beside models written by hand for other libraries

`records/values.json` has the values that Rookery has computed, with the commands.
"""
