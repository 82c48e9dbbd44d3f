"""What is made of a game once it was played: its account, a report, moving pictures."""
