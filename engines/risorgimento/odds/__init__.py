"""[dice.d10] Chances: what a fire, a melee or a test may come to."""
