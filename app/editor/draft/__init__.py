"""Scenarios of the player's own: the folder of each, what is edited in it, and what is wrong with it (no Qt)."""
