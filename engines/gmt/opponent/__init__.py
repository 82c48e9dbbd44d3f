"""A computer player for Triumph & Glory that knows what it is doing."""
