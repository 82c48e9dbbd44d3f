"""[I] Points, objectives, how far an army has broken, and who has won."""
