"""The one canvas that draws every game: camera, map, pieces, overlays, picking."""
