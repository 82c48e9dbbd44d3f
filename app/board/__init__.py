"""The one canvas that draws every game: camera, map, pieces, overlays, picking; what of it the table may use is its port."""
