"""[morale] [H] Morale tests, loss points, retreats, rout and recovery."""
