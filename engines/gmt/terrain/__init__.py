"""[tec] The map: terrain, hexsides, roads and levels, and how far a unit comes on them."""
