"""[2.1] Initiative: who is Player 1 this turn."""
