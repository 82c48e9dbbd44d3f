"""The ground: facing, formations, zones of control, lines of sight, stacking, distances."""
