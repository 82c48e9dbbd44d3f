"""Geometry: hexes, areas, and the table without a grid."""
