"""[G] Melee, villages, advance after combat."""
