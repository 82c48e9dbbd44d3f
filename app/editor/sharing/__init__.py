"""Scenarios given to others: what is told of one before it is taken, how it ended, which one is newer."""
