"""One backend on one problem: time it, check its answers, keep its search."""
