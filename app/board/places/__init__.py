"""What lies where: spaces and pieces under a point, where counters, blocks and bases stand, names that make way."""
