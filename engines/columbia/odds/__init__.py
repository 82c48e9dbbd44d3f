"""[6.3] [6.5] Chances: one fire, a bombardment, a round, a whole battle."""
