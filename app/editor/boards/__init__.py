"""Boards joined to one map: how they lie, what is drawn on the map goes to the board it lies on."""
