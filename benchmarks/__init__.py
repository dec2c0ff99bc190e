"""Measurements and records; nothing here is installed.

`rookery compare benchmarks/campaigns/short.toml` (or counts.toml) runs a short benchmark of all backends, and
`rookery compare benchmarks/peers.toml` Rookery beside models by hand. `python -m benchmarks.speed` times the headline
questions. `records/values.json` has the values that Rookery has computed, with the commands.
"""
