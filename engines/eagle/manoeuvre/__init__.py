"""Manoeuvre: formation changes, recall, movement of units and commanders, withdrawal."""
