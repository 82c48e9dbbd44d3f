"""[6] Battle: roles, rounds, fire, hits, squares, retreats, regroup, flank attacks."""
