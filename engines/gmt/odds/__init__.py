"""[9.6] [5.23] What may come of a Shock and how likely, what the enemy may answer; hidden Orders dealt anew."""
