"""[8] Victory points and who has won."""
