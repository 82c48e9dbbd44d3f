"""Borodino (Triumph & Glory): files are named after the chapters of the rulebook."""
