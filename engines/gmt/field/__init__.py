"""[6] What a position says: facing, stacking, zones of control, lines of sight, and what befalls units."""
