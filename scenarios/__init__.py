"""Scenario data: maps, orders of battle and set-ups, one folder a game."""
