"""Battles of Napoleon: The Eagle and the Lion. Orders, couriers, cards and miniatures on hexes."""
