"""Bases on the table: footprints, contact, support, and what befalls units."""
