"""[14.7] Victory: points of cities and Decisive Victories, and the end of a turn."""
