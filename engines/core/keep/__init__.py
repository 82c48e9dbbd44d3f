"""Saves, loading, matches."""
