"""Better coverings by local search: exchanges one choice for another, and makes heavier what stays broken."""
