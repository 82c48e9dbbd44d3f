"""Pieces on the map of a scenario under way: one or several of them, where they begin and how."""
