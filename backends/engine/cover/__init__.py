"""The covering search: items to hit, options that hit them, the scarcest item first."""
