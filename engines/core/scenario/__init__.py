"""Scenario files of every game: where they lie, what they may refer to, what the library shows."""
