"""[9.6] What may come of a Shock and how likely, with what the enemy may answer."""
