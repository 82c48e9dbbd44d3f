"""Commander Movement."""
