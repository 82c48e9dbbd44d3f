"""The start page: games, scenarios, seats, options, recent and autosaved games."""
