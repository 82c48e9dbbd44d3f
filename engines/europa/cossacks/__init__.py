"""Cossacks."""
