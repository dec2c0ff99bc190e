"""An example of what one adds to Rookery: two fairy pieces and a backend, found through entry points."""
