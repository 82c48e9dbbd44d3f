"""What all games share: asks, explanations, dice, sessions, saves, boards. Knows no game and no Qt."""
