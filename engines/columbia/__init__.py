"""Borodino 1812 (Columbia): blocks under fog of war on areas."""
