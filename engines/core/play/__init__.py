"""Playing: the table, dice, the contract of a game, sessions, arrangement, computer players."""
