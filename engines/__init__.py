"""The headless rule engines: one package a game, and what they share in `core`."""
