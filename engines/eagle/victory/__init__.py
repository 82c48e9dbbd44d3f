"""[turn.length] [turn.victory] [turn.objectives] The end of the battle, and who has won."""
