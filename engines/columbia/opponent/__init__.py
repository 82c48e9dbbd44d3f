"""A computer player for Borodino 1812 that keeps its corps together and its HQs behind them."""
