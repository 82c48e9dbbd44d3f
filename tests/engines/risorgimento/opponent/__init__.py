"""The computer players of Risorgimento 1859."""
