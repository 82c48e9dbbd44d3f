"""The printed map as it is drawn: ground, terrain, waters, works, roads, names, and its pixels in tiles."""
