"""Scenarios: the envelope, boards and tiles, unit and commander cards, and the reader of it all."""
