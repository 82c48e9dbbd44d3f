"""The end of a game: how it was won, what it cost whom, how the dice fell, and what to do next."""
