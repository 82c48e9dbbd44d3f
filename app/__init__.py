"""The desktop table: shows, asks, hides. Never a rule, never a game's name."""
